import { useTranslation } from 'react-i18next';

import type { HourOfReports } from '@/domain/coverage/hours';
import { formatNumber } from '@/ui/format';

import styles from './coverage.module.css';

interface HourBarsProps {
  hours: readonly HourOfReports[];
}

/** Threads by the hour of their last report as a row of small bars; the words under them are for those who cannot see them. */
export function HourBars({ hours }: HourBarsProps) {
  const { t, i18n } = useTranslation();
  const totals = hours.map(({ urgent, other }) => urgent + other);
  const max = Math.max(1, ...totals);
  const sum = totals.reduce((all, each) => all + each, 0);
  const last = totals.at(-1) ?? 0;
  return (
    <span className={styles.bars}>
      {hours.map(({ hour }, at) => (
        <span
          key={hour}
          aria-hidden="true"
          style={{ height: `${(100 * (totals[at] ?? 0)) / max}%` }}
        />
      ))}
      <span className="visually-hidden">
        {t('coverage.hours', {
          sum: formatNumber(sum, i18n.language),
          last: formatNumber(last, i18n.language),
          hours: hours.length,
        })}
      </span>
    </span>
  );
}
