import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

import { useMoment } from '@/components/use-moment';
import type { CoverageSource } from '@/data/coverage';
import { threadKey } from '@/domain/answers/thread';
import type { Report } from '@/domain/coverage/report';

import styles from './wall.module.css';

interface LatestUrgentProps {
  /** Newest first. */
  reports: readonly Report[];
  source: Pick<CoverageSource, 'counties' | 'observers'>;
  /** Says that there is none, where that is known. */
  none: ReactNode;
}

/** The urgent threads that were reported to last: when, where and by whom. */
export function LatestUrgent({ reports, source, none }: LatestUrgentProps) {
  const { t } = useTranslation();
  const moment = useMoment();
  const counties = new Map(
    source.counties.map(({ code, name }) => [code, name]),
  );
  const place = ({ county, stationNumber }: Report) =>
    [counties.get(county) ?? county, stationNumber].filter(Boolean).join(' ') ||
    t('coverage.noCounty');
  const name = ({ observerId }: Report) =>
    source.observers.find(({ id }) => id === observerId)?.name ?? '';
  return (
    <section className={styles.latest}>
      <h2>{t('coverage.wall.latest')}</h2>
      {none}
      <ol>
        {reports.map((report) => (
          <li key={threadKey(report.observerId, report.pollingStationId)}>
            <span className={styles.quiet}>
              {moment(report.lastReportAt ?? 0)}
            </span>
            <span>{place(report)}</span>
            <span className="ellipsis">{name(report)}</span>
          </li>
        ))}
      </ol>
    </section>
  );
}
