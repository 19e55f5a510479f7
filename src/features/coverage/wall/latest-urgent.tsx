import type { ReactNode } from 'react';
import { useState } from 'react';

import { useMoment } from '@/components/use-moment';
import { threadKey } from '@/domain/answers/thread';
import type { County } from '@/domain/county';
import type { WaitingReport } from '@/domain/coverage/urgent-waiting';
import { Button } from '@/ui/button';
import { classNames } from '@/ui/class-names';
import { useTranslation } from '@/ui/texts';

import { useTurns } from './use-turns';
import styles from './wall.module.css';

/** Lines that fit under each other on a screen of 16:9. */
const GROUP = 5;

interface LatestUrgentProps {
  /** Newest first. */
  reports: readonly WaitingReport[];
  /** Of observers, by id. */
  names: ReadonlyMap<number, string>;
  counties: readonly Pick<County, 'code' | 'name'>[];
  /** Says that there is none, where that is known. */
  none: ReactNode;
}

/**
 * The urgent threads with the newest flagged answers: when, where and by whom. A few are
 * in sight and take turns with the others; screen readers have all of them, in
 * a list that stands still.
 */
export function LatestUrgent(props: LatestUrgentProps) {
  const { reports, names, none } = props;
  const { t } = useTranslation();
  const moment = useMoment();
  const [isHeld, setHeld] = useState(false);
  const groups = Math.ceil(reports.length / GROUP);
  // A newer one is in sight at once, where nobody holds the list.
  const newest = reports.slice(0, 1).map(reportName).join();
  const first = GROUP * useTurns(groups, isHeld, newest);
  const counties = new Map(
    props.counties.map(({ code, name }) => [code, name]),
  );
  const place = ({ county, stationNumber }: WaitingReport) =>
    [counties.get(county) ?? county, stationNumber].filter(Boolean).join(' ') ||
    t('coverage.noCounty');
  const isShown = (at: number) => at >= first && at < first + GROUP;
  return (
    <section className={styles.latest}>
      <div className={styles.latestHead}>
        <h2>{t('coverage.wall.latest')}</h2>
        {groups > 1 ? (
          <p className={styles.turns}>
            <span aria-hidden="true" className={styles.quiet}>
              {t('coverage.wall.turn', {
                first: first + 1,
                last: Math.min(first + GROUP, reports.length),
                total: reports.length,
              })}
            </span>
            <Button variant="quiet" small onClick={() => setHeld(!isHeld)}>
              {t(isHeld ? 'coverage.wall.resume' : 'coverage.wall.hold')}
            </Button>
          </p>
        ) : null}
      </div>
      {none}
      <ol>
        {reports.map((report, at) => (
          <li
            key={threadKey(report.observerId, report.pollingStationId)}
            className={classNames(
              isShown(at) ? styles.shown : 'visually-hidden',
            )}
          >
            <span className={styles.quiet}>{moment(report.urgentAt)}</span>
            <span>{place(report)}</span>
            <span className="ellipsis">
              {names.get(report.observerId) ?? ''}
            </span>
          </li>
        ))}
      </ol>
    </section>
  );
}

function reportName(report: WaitingReport): string {
  const { observerId, pollingStationId, urgentAt } = report;
  return `${threadKey(observerId, pollingStationId)} ${urgentAt}`;
}
