import type { ReactNode } from 'react';

import { Icon, type IconName } from '@/ui/icon';
import { textKey } from '@/ui/text-key';
import styles from './updated-at.module.css';

interface UpdatedAtProps {
  icon?: IconName | undefined;
  children: ReactNode;
}

/**
 * How fresh something is: "as of 14:32". Quiet; an older state is a `<Mark
 * tone="waiting">`.
 */
export function UpdatedAt({ icon = 'done', children }: UpdatedAtProps) {
  return (
    <span className={styles.root}>
      <Icon name={icon} small />
      <span key={textKey(children)} translate="no">
        {children}
      </span>
    </span>
  );
}
