import type { HourOfReports } from '@/domain/coverage/hours';
import { formatNumber, formatTime } from '@/ui/format';
import { useTranslation } from '@/ui/texts';

import styles from './wall.module.css';

interface WallHoursProps {
  hours: readonly HourOfReports[];
}

/** Threads by the hour of their last report: a bar and its number for each. */
export function WallHours({ hours }: WallHoursProps) {
  const { t, i18n } = useTranslation();
  const totals = hours.map(({ urgent, other }) => urgent + other);
  const max = Math.max(1, ...totals);
  return (
    <section className={styles.hours}>
      <h2>{t('coverage.wall.hours')}</h2>
      <ol>
        {hours.map(({ hour }, at) => {
          const count = totals[at] ?? 0;
          return (
            <li key={hour}>
              <span>{formatNumber(count, i18n.language)}</span>
              <span
                aria-hidden="true"
                className={styles.bar}
                style={{ flexBasis: `${(70 * count) / max}%` }}
              />
              <span className={styles.quiet}>{formatTime(hour)}</span>
            </li>
          );
        })}
      </ol>
    </section>
  );
}
