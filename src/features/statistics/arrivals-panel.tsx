import { useArrivals } from '@/data/statistics/cached-statistics';
import { AsOf } from '@/components/as-of';
import { formatNumber, formatTime } from '@/ui/format';
import { Panel } from '@/ui/layout/panel';
import { useTranslation } from '@/ui/texts';

import styles from './arrivals-panel.module.css';

interface ArrivalsPanelProps {
  className: string | undefined;
}

/**
 * When threads were last reported to, hour by hour, from the cache: columns,
 * and under each its numbers. The columns are the picture of the table.
 */
export function ArrivalsPanel({ className }: ArrivalsPanelProps) {
  const { t, i18n } = useTranslation();
  const read = useArrivals();
  const locale = i18n.language;
  const hours = read?.hours ?? [];
  const totals = hours.map((bar) => bar.flagged + bar.unflagged);
  const max = Math.max(1, ...totals);
  const series = ['flagged', 'unflagged'] as const;
  const sum = (values: readonly number[]) =>
    formatNumber(
      values.reduce((total, value) => total + value, 0),
      locale,
    );

  return (
    <Panel
      className={`${styles.panel} ${className}`}
      aria-labelledby="arrivals"
    >
      <div className={styles.head}>
        <h2 id="arrivals">{t('statistics.arrivals.title')}</h2>
        <span className={styles.legend} aria-hidden="true">
          {series.map((name) => (
            <span key={name}>
              <span className={styles.swatch} data-series={name} />
              {t(`statistics.arrivals.${name}`)}
            </span>
          ))}
        </span>
      </div>
      <p className="small muted">
        {t('statistics.arrivals.about')} <AsOf freshness={read} />
      </p>
      {read && hours.length === 0 ? (
        <p className="muted">
          {t(`statistics.arrivals.${read.isDated ? 'none' : 'undated'}`)}
        </p>
      ) : null}
      {hours.length > 0 ? (
        <div
          className={styles.scroll}
          // A group is no landmark: the panel around it is one of the same name.
          // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role
          role="group"
          aria-labelledby="arrivals"
          // A region that scrolls must be reachable by keyboard.
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
          tabIndex={0}
        >
          <table className={styles.hours}>
            <caption className="visually-hidden">
              {t('statistics.arrivals.title')}
            </caption>
            <thead>
              <tr>
                <th scope="col">{t('statistics.arrivals.hour')}</th>
                {hours.map((bar) => (
                  <th key={bar.hour} scope="col">
                    <span className={styles.column} aria-hidden="true">
                      {series.map((name) => (
                        <span
                          key={name}
                          data-series={name}
                          style={{ height: `${(100 * bar[name]) / max}%` }}
                        />
                      ))}
                    </span>
                    <span>{formatTime(bar.hour).slice(0, 2)}</span>
                  </th>
                ))}
                <th scope="col">{t('statistics.arrivals.total')}</th>
              </tr>
            </thead>
            <tbody>
              {series.map((name) => (
                <tr key={name}>
                  <th scope="row">{t(`statistics.arrivals.${name}`)}</th>
                  {hours.map((bar) => (
                    <td key={bar.hour}>{formatNumber(bar[name], locale)}</td>
                  ))}
                  <td>{sum(hours.map((bar) => bar[name]))}</td>
                </tr>
              ))}
              <tr>
                <th scope="row">{t('statistics.arrivals.total')}</th>
                {hours.map((bar, at) => (
                  <td key={bar.hour}>
                    {formatNumber(totals[at] ?? 0, locale)}
                  </td>
                ))}
                <td>{sum(totals)}</td>
              </tr>
            </tbody>
          </table>
        </div>
      ) : null}
    </Panel>
  );
}
