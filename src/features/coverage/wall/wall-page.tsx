import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';

import { AsOf } from '@/components/as-of';
import { CachedList } from '@/components/cached-list';
import type { CoverageSource } from '@/data/coverage';
import {
  countyLines,
  useCoveragePull,
  useCoverageSource,
} from '@/data/coverage';
import { useClockOffset } from '@/data/sync-status';
import type { TriageByThread } from '@/data/triage';
import { useTriage } from '@/data/triage';
import { listReports } from '@/domain/coverage/report';
import { urgentWaiting } from '@/domain/coverage/urgent-waiting';
import { isClosed } from '@/domain/triage/triage';
import { ClockNote } from '@/features/coverage/clock-note';
import { startOfDay, usePartly } from '@/features/coverage/coverage-words';
import { State } from '@/ui/feedback/state';
import { formatDuration, formatNumber, formatShare } from '@/ui/format';
import { useNow } from '@/ui/use-now';
import { useWakeLock } from '@/ui/use-wake-lock';

import { LatestUrgent } from './latest-urgent';
import { UrgentCounties } from './urgent-counties';
import { WallHours } from './wall-hours';
import styles from './wall.module.css';

/** Lines that fit under each other on a screen of 16:9. */
const LATEST_SHOWN = 5;

/** For a projector in the operations room: read from far away, and never touched. */
export function WallPage() {
  const { t } = useTranslation();
  const source = useCoverageSource();
  const triage = useTriage();
  const pull = useCoveragePull();
  const now = useNow() + useClockOffset();
  const isKeptOn = useWakeLock();
  const figures = useMemo(
    () => source && triage && wallFigures(source, triage, now),
    [source, triage, now],
  );
  const isLoaded = source?.asOf !== undefined || source?.reports.length;
  return (
    <div className={styles.page}>
      <div className={styles.head}>
        <h1>{t('coverage.wall.title')}</h1>
        <AsOf freshness={source} asked={pull.failure} />
      </div>
      <ClockNote />
      {isKeptOn ? null : (
        <p className={styles.note}>{t('coverage.wall.dark')}</p>
      )}
      <CachedList
        rows={figures && isLoaded ? figures.counties : undefined}
        freshness={source}
        pull={pull}
        failedTitle={t('coverage.failed')}
        empty={<State icon="grid" title={t('coverage.none')} />}
        partly={usePartly(source)}
      >
        {() =>
          figures && source ? (
            <Figures source={source} figures={figures} now={now} />
          ) : null
        }
      </CachedList>
    </div>
  );
}

type WallFigures = ReturnType<typeof wallFigures>;

function wallFigures(
  source: CoverageSource,
  triage: TriageByThread,
  now: number,
) {
  const isClosedHere = (key: string) => isClosed(triage.get(key) ?? []);
  return {
    ...countyLines(source, now, startOfDay(now)),
    urgent: urgentWaiting(
      listReports(source.reports),
      isClosedHere,
      LATEST_SHOWN,
    ),
  };
}

interface FiguresProps {
  source: CoverageSource;
  figures: WallFigures;
  /** Epoch ms by the server's clock. */
  now: number;
}

function Figures({ source, figures, now }: FiguresProps) {
  const { t, i18n } = useTranslation();
  const { total, urgent } = figures;
  const number = (value: number) => formatNumber(value, i18n.language);
  const waitsSince = urgent.oldest?.lastReportAt;
  // Of lists that are not whole, and of threads without a time, nothing is said.
  const none =
    source.isWhole && urgent.count === 0 ? (
      <p>{t('coverage.wall.noneWaits')}</p>
    ) : null;
  return (
    <div className={styles.figures}>
      <section className={styles.coverage}>
        <h2>{t('coverage.columns.share')}</h2>
        <p className={styles.large}>
          {total.share === undefined
            ? number(total.stationsWithReport)
            : formatShare(total.share, i18n.language)}
        </p>
        <p>
          {total.stations === undefined
            ? t('coverage.wall.stations')
            : t('coverage.wall.stationsOf', {
                count: total.stations,
                stations: number(total.stations),
                reported: number(total.stationsWithReport),
              })}
        </p>
      </section>
      <section className={styles.urgent}>
        <h2>{t('coverage.wall.urgent')}</h2>
        <p className={styles.large}>{number(urgent.count)}</p>
        {waitsSince === undefined ? (
          none
        ) : (
          <p>
            {t('coverage.wall.oldest', {
              duration: formatDuration(now - waitsSince, i18n.language),
            })}
          </p>
        )}
      </section>
      <WallHours hours={total.hours} />
      <UrgentCounties
        counties={urgent.byCounty}
        names={source.counties}
        none={none}
      />
      <LatestUrgent reports={urgent.latest} source={source} none={none} />
    </div>
  );
}
