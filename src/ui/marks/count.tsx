import type { ReactNode } from 'react';

import styles from './count.module.css';

interface CountProps {
  tone?: 'neutral' | 'new' | 'flagged' | undefined;
  children: ReactNode;
  /** The hidden word after the number: " urgent". */
  label?: string | undefined;
}

/** A number in a pill, beside the word that it counts. */
export function Count({ tone = 'neutral', children, label }: CountProps) {
  return (
    <span className={styles.count} data-tone={tone}>
      {children}
      {label === undefined ? null : (
        <span className="visually-hidden"> {label}</span>
      )}
    </span>
  );
}
