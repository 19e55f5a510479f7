import type { ReactNode } from 'react';

import { Icon, type IconName } from '@/ui/icon';
import { clampPage, maxPage, pageWindow } from './page-window';
import styles from './pagination.module.css';

/** The words of a pagination bar. */
interface PaginationLabels {
  /** Name of the bar: "Pages of observers". */
  nav: string;
  first: string;
  previous: string;
  next: string;
  last: string;
  /** Name of a numbered button: "Page 4". */
  page: (page: number) => string;
  /** "Showing 301 to 400 of 1,243"; the three numbers are not formatted. */
  showing: (start: number, end: number, total: number) => ReactNode;
}

interface PaginationProps {
  /** The current page, from 1. */
  page: number;
  pageSize: number;
  /** Rows in all; at 0 the bar is hidden. */
  total: number;
  labels: PaginationLabels;
  onPage: (page: number, pageSize: number) => void;
}

/**
 * The bar under a list: first, previous, numbers, next, last, and what is
 * shown of how many (docs/specification.md 2, "Reusable pieces").
 */
export function Pagination(props: PaginationProps) {
  const { pageSize, total, labels, onPage } = props;
  const max = maxPage(total, pageSize);
  if (max === 0) return null;

  const page = clampPage(props.page, max);
  const { pages, gapBefore, gapAfter } = pageWindow(page, max);
  const start = (page - 1) * pageSize + 1;
  const end = Math.min(page * pageSize, total);

  function step(icon: IconName, label: string, to: number) {
    // A step that leads nowhere keeps the focus: pressing "last" must not throw the reader out.
    const isOff = to < 1 || to > max || to === page;
    return (
      <li>
        <button
          type="button"
          className={styles.page}
          aria-label={label}
          aria-disabled={isOff}
          onClick={() => {
            if (!isOff) onPage(to, pageSize);
          }}
        >
          <Icon name={icon} small />
        </button>
      </li>
    );
  }

  return (
    <nav className={styles.bar} aria-label={labels.nav}>
      <span className="muted">{labels.showing(start, end, total)}</span>
      <ul className={styles.pages}>
        {step('first', labels.first, 1)}
        {step('left', labels.previous, page - 1)}
        {gapBefore ? <Gap /> : null}
        {pages.map((number) => (
          <li key={number}>
            <button
              type="button"
              className={styles.page}
              aria-label={labels.page(number)}
              aria-current={number === page ? 'page' : undefined}
              onClick={() => onPage(number, pageSize)}
            >
              {number}
            </button>
          </li>
        ))}
        {gapAfter ? <Gap /> : null}
        {step('right', labels.next, page + 1)}
        {step('last', labels.last, max)}
      </ul>
    </nav>
  );
}

function Gap() {
  return (
    <li aria-hidden="true" className={styles.gap}>
      …
    </li>
  );
}
