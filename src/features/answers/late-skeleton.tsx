import { SkeletonRows } from '@/ui/feedback/skeleton';

import styles from '@/features/answers/list/thread-list.module.css';

interface LateSkeletonProps {
  rows: number;
}

/** Grey rows that show only when the first read takes longer than a blink. */
export function LateSkeleton({ rows }: LateSkeletonProps) {
  return (
    <div className={styles.late}>
      <SkeletonRows rows={rows} lines={2} />
    </div>
  );
}
