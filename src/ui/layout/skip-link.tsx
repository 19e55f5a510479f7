import type { ReactNode } from 'react';

import styles from './skip-link.module.css';

interface SkipLinkProps {
  /** The id of `<main>`, which needs `tabIndex={-1}` to take the focus. */
  target: string;
  children: ReactNode;
}

/**
 * The first stop of the Tab key: jumps over the navigation. Seen only while it
 * has the focus.
 */
export function SkipLink({ target, children }: SkipLinkProps) {
  return (
    <a
      className={styles.skip}
      href={`#${target}`}
      onClick={(event) => {
        // The address stays clean: routes live in it, and a hash would be one more history entry.
        event.preventDefault();
        document.getElementById(target)?.focus();
      }}
    >
      {children}
    </a>
  );
}
