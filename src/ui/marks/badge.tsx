import type { ReactNode } from 'react';

import styles from './badge.module.css';
import { Icon, type IconName } from '@/ui/icon';
import { textKey } from '@/ui/text-key';
import type { Tone } from './tone';

interface BadgeProps {
  tone?: Tone | undefined;
  icon?: IconName | undefined;
  children: ReactNode;
}

/** A state in a frame, for places outside of rows; its word as in a `Mark`. */
export function Badge({ tone = 'neutral', icon, children }: BadgeProps) {
  return (
    <span className={styles.badge} data-tone={tone}>
      {icon === undefined ? null : <Icon name={icon} small />}
      <span key={textKey(children)} translate="no">
        {children}
      </span>
    </span>
  );
}
