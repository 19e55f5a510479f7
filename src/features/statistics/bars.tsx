import type { StatisticValue } from '@/domain/statistic';
import { Skeleton } from '@/ui/feedback/skeleton';
import { formatNumber } from '@/ui/format';
import { useTranslation } from '@/ui/texts';

import styles from './bars.module.css';

interface BarsProps {
  values: readonly StatisticValue[];
  /** Rank of the first one, from 1. */
  first?: number | undefined;
  /** The longest bar; the highest value unless the list goes on before it. */
  max?: number | undefined;
}

/** Labels with bars and numbers; the bar repeats the number. */
export function Bars({ values, first = 1, max }: BarsProps) {
  const { i18n } = useTranslation();
  const top = max ?? Math.max(1, ...values.map(({ value }) => value));
  return (
    <ol className={styles.bars} start={first}>
      {values.map(({ label, value }, at) => (
        <li key={label} className={styles.bar}>
          <span className={styles.rank}>{first + at}.</span>
          <span className="ellipsis" title={label}>
            {label}
          </span>
          <span className={styles.track} aria-hidden="true">
            <span
              className={styles.fill}
              style={{ width: `${(100 * value) / top}%` }}
            />
          </span>
          <span className={styles.number}>
            {formatNumber(value, i18n.language)}
          </span>
        </li>
      ))}
    </ol>
  );
}

/** Grey lines, as tall as the bars that they stand for: nothing moves under a press. */
export function BarsSkeleton({ rows }: { rows: number }) {
  return (
    <div className={styles.bars} aria-hidden="true" data-skeleton="">
      {Array.from({ length: rows }, (_, at) => (
        <div key={at} className={styles.bar}>
          <Skeleton />
        </div>
      ))}
    </div>
  );
}
