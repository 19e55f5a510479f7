import type { ReactNode } from 'react';

import styles from './page-head.module.css';

interface PageHeadProps {
  /** The one h1 of the page. */
  title: ReactNode;
  /** A quiet number or word after the title, inside the h1. */
  aside?: ReactNode | undefined;
  /** A quiet line under the title. */
  subtitle?: ReactNode | undefined;
  /** A way back, before the title. */
  back?: ReactNode | undefined;
  /** How fresh the page is. */
  asOf?: ReactNode | undefined;
  /** The actions, at the end of the line. */
  children?: ReactNode | undefined;
}

export function PageHead(props: PageHeadProps) {
  const { title, aside, subtitle, back, asOf, children } = props;
  return (
    <div className={styles.head}>
      {back}
      <div className={styles.words}>
        <h1 className={styles.title}>
          {title}
          {aside === undefined ? null : (
            <>
              {' '}
              <span className={styles.aside}>{aside}</span>
            </>
          )}
        </h1>
        {subtitle === undefined ? null : (
          <p className="small muted">{subtitle}</p>
        )}
      </div>
      {asOf}
      {children === undefined ? null : (
        <div className={styles.actions}>{children}</div>
      )}
    </div>
  );
}
