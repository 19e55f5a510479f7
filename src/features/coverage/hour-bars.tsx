import type { HourOfReports } from '@/domain/coverage/hours';
import { formatNumber } from '@/ui/format';
import { useTranslation } from '@/ui/texts';

import styles from './coverage.module.css';

interface HourBarsProps {
  hours: readonly HourOfReports[];
}

/** Of the drawing, in its own units. */
const HEIGHT = 20;
const BAR = 5;
const STEP = 6;

/**
 * Threads by the hour of their last report as a row of small bars, in one drawing: an
 * element for each bar would be a third of the table. The words under them are for
 * those who cannot see them.
 */
export function HourBars({ hours }: HourBarsProps) {
  const { t, i18n } = useTranslation();
  const totals = hours.map(({ urgent, other }) => urgent + other);
  const sum = totals.reduce((all, each) => all + each, 0);
  const last = totals.at(-1) ?? 0;
  return (
    <>
      <svg
        className={styles.bars}
        viewBox={`0 0 ${totals.length * STEP} ${HEIGHT}`}
        preserveAspectRatio="none"
        aria-hidden="true"
      >
        <path d={outlineOf(totals)} />
      </svg>
      <span className="visually-hidden">
        {t('coverage.hours', {
          sum: formatNumber(sum, i18n.language),
          last: formatNumber(last, i18n.language),
          hours: hours.length,
        })}
      </span>
    </>
  );
}

/** Bars from the ground up; an hour without a report keeps a line. */
function outlineOf(totals: readonly number[]): string {
  const max = Math.max(1, ...totals);
  return totals
    .map((total, at) => {
      const height = Math.max(1, Math.round((HEIGHT * total) / max));
      return `M${at * STEP} ${HEIGHT}v-${height}h${BAR}v${height}z`;
    })
    .join('');
}
