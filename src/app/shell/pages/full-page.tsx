import type { ReactNode } from 'react';

import { BrandMark } from '@/app/shell/brand-mark';
import styles from './full-page.module.css';

interface FullPageProps {
  title: ReactNode;
  children: ReactNode;
  /** What to do about it. */
  actions?: ReactNode | undefined;
}

/** A page that takes the place of everything: what happened, and the way on. */
export function FullPage({ title, children, actions }: FullPageProps) {
  return (
    <main className={styles.page}>
      <div className={styles.box} role="alert">
        <BrandMark />
        <h1 className={styles.title}>{title}</h1>
        <div className="muted">{children}</div>
        <div className={styles.actions}>{actions}</div>
      </div>
    </main>
  );
}
