import styles from './skeleton.module.css';

interface SkeletonProps {
  /** Any CSS width: '62%', '6rem'. */
  width?: string | undefined;
}

/** A grey bar in place of words on a first load. */
export function Skeleton({ width = '100%' }: SkeletonProps) {
  return <span aria-hidden="true" className={styles.bar} style={{ width }} />;
}

interface SkeletonRowsProps {
  rows?: number | undefined;
  /** Lines in a row: a thread has two, a table row one. */
  lines?: 1 | 2 | undefined;
}

// Widths of words, not of a fence; the same on each load, so that nothing flickers.
const WIDTHS = ['62%', '48%', '56%', '40%', '52%'];

/** Selects what stands for rows that are not there yet. */
export const SKELETON = '[data-skeleton]';

/** Grey rows, as tall as the rows that they stand for. */
export function SkeletonRows({ rows = 5, lines = 2 }: SkeletonRowsProps) {
  return (
    <div aria-hidden="true" data-skeleton="">
      {Array.from({ length: rows }, (_, index) => (
        <div key={index} className={styles.row} data-lines={lines}>
          <Skeleton width={WIDTHS[index % WIDTHS.length]} />
          {lines === 2 ? (
            <Skeleton width={WIDTHS[(index + 3) % WIDTHS.length]} />
          ) : null}
        </div>
      ))}
    </div>
  );
}
