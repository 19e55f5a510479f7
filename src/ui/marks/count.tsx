import type { ReactNode } from 'react';

import { textKey } from '@/ui/text-key';
import styles from './count.module.css';

interface CountProps {
  tone?: 'neutral' | 'new' | 'flagged' | undefined;
  children: ReactNode;
  /** The hidden word after the number: " urgent". */
  label?: string | undefined;
}

/** A number in a pill, beside the word that it counts; in an element of its own, as in a `Mark`. */
export function Count({ tone = 'neutral', children, label }: CountProps) {
  return (
    <span className={styles.count} data-tone={tone}>
      <span key={textKey(children)} translate="no">
        {children}
      </span>
      {label === undefined ? null : (
        <span className="visually-hidden" translate="no">{` ${label}`}</span>
      )}
    </span>
  );
}
