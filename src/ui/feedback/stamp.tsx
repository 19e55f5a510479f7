import type { ReactNode } from 'react';

import { Icon, type IconName } from '@/ui/icon';
import styles from './stamp.module.css';

interface StampProps {
  icon?: IconName | undefined;
  children: ReactNode;
}

/**
 * How fresh something is: "as of 14:32". Quiet; an older state is a `<Mark
 * tone="waiting">`.
 */
export function Stamp({ icon = 'done', children }: StampProps) {
  return (
    <span className={styles.stamp}>
      <Icon name={icon} small />
      {children}
    </span>
  );
}
