import type { ReactNode } from 'react';

import { Icon, type IconName } from '@/ui/icon';
import { textKey } from '@/ui/text-key';
import styles from './state.module.css';

interface StateProps {
  icon: IconName;
  /** The fact: "No urgent threads for Cluj", "The threads could not be loaded". */
  title: ReactNode;
  /** Since when, the reason given, what still works. */
  children?: ReactNode | undefined;
  /** What to do about it. */
  actions?: ReactNode | undefined;
  role?: 'status' | 'alert' | undefined;
}

/**
 * The picture of a list with nothing to show: none, failed, nothing selected.
 */
export function State({ icon, title, children, actions, role }: StateProps) {
  return (
    <div className={styles.state} role={role}>
      <Icon name={icon} className={styles.icon} />
      <p key={`title ${textKey(title)}`} className={styles.title}>
        {title}
      </p>
      {children === undefined ? null : (
        <p key={`text ${textKey(children)}`} className="muted">
          {children}
        </p>
      )}
      {actions === undefined ? null : (
        <div className={styles.actions}>{actions}</div>
      )}
    </div>
  );
}
