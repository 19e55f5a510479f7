import type { ReactNode } from 'react';

import styles from './banner.module.css';
import { Icon, type IconName } from '@/ui/icon';
import { textKey } from '@/ui/text-key';

interface BannerProps {
  tone?: 'neutral' | 'waiting' | 'syncing' | 'refused' | undefined;
  icon: IconName;
  /** What happened, in a few strong words. */
  title: ReactNode;
  /** Since when, what still works, what to do. */
  children?: ReactNode | undefined;
  /** One or two buttons, at the end of the line. */
  action?: ReactNode | undefined;
}

/**
 * A message across the page. A refusal interrupts (role alert), the rest waits
 * its turn (status).
 */
export function Banner({
  tone = 'neutral',
  icon,
  title,
  children,
  action,
}: BannerProps) {
  return (
    <div
      className={styles.banner}
      data-tone={tone}
      role={tone === 'refused' ? 'alert' : 'status'}
    >
      <Icon name={icon} />
      <span className={styles.text}>
        <span key={`title ${textKey(title)}`} className={styles.title}>
          {title}
        </span>
        {children === undefined ? null : (
          <span key={`text ${textKey(children)}`}>{children}</span>
        )}
      </span>
      {action === undefined ? null : (
        <span className={styles.action}>{action}</span>
      )}
    </div>
  );
}
