import type { ReactNode } from 'react';

import styles from './key-hint.module.css';

interface KeyHintProps {
  children: ReactNode;
}

/** A key of the keyboard, drawn as one. */
export function KeyHint({ children }: KeyHintProps) {
  return <kbd className={styles.key}>{children}</kbd>;
}
