import { formatMoment, formatNumber } from '@/ui/format';
import { Panel } from '@/ui/layout/panel';
import { useTranslation } from '@/ui/texts';
import { useNow } from '@/ui/use-now';

import styles from './questions.module.css';

interface QuestionHoursProps {
  /** Stations by the hour of the newest report: epoch ms of its beginning. */
  hours: ReadonlyMap<number, number>;
}

/** When the stations with an answer were last reported from, hour by hour. */
export function QuestionHours({ hours }: QuestionHoursProps) {
  const { t, i18n } = useTranslation();
  const now = useNow();
  const rows = [...hours].toSorted(([one], [other]) => one - other);
  const most = Math.max(1, ...hours.values());
  if (rows.length === 0) return null;
  return (
    <Panel className={styles.panel} aria-labelledby="by-hour">
      <h2 id="by-hour">{t('questions.byHour')}</h2>
      <p className="small muted">{t('questions.aboutHours')}</p>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col" className={styles.name}>
              {t('questions.hour')}
            </th>
            <th scope="col" className={styles.share}>
              {t('questions.stations')}
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map(([hour, stations]) => (
            <tr key={hour}>
              <th scope="row" className={styles.name}>
                {formatMoment(hour, now, i18n.language)}
              </th>
              <td className={styles.share}>
                <span className={styles.track} aria-hidden="true">
                  <span
                    className={styles.fill}
                    style={{ width: `${(100 * stations) / most}%` }}
                  />
                </span>
                <span>{formatNumber(stations, i18n.language)}</span>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Panel>
  );
}
