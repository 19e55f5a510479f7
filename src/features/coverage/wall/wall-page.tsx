import { memo, useMemo } from 'react';

import { AsOf } from '@/components/as-of';
import { CachedList } from '@/components/cached-list';
import { useCoveragePull, useCoverageSource } from '@/data/coverage/coverage';
import { useStaged } from '@/data/live/use-staged';
import { useClockOffset } from '@/data/sync-status';
import { useTriage } from '@/data/triage/triage';
import { ClockNote } from '@/features/coverage/clock-note';
import { CountiesNote } from '@/features/coverage/counties-note';
import { usePartly } from '@/features/coverage/coverage-words';
import { shownCounties } from '@/features/coverage/shown-counties';
import { State } from '@/ui/feedback/state';
import { formatDuration, formatNumber, formatShare } from '@/ui/format';
import { useTranslation } from '@/ui/texts';
import { useNow } from '@/ui/use-now';
import { useWakeLock } from '@/ui/use-wake-lock';

import { LatestUrgent } from './latest-urgent';
import { UrgentCounties } from './urgent-counties';
import type { WallFigures, WallRead } from './wall-figures';
import { wallFigures } from './wall-figures';
import { WallHours } from './wall-hours';
import styles from './wall.module.css';

/** For a projector in the operations room: read from far away, and never touched. */
export function WallPage() {
  const { t } = useTranslation();
  const latest = useCoverageSource();
  const triage = useTriage();
  const pull = useCoveragePull();
  const now = useNow() + useClockOffset();
  const isKeptOn = useWakeLock();
  const read = useMemo(
    (): WallRead | undefined =>
      latest && triage && { source: latest, triage, now },
    [latest, triage, now],
  );
  const shown = useStaged(read, wallFigures);
  // What is said of the figures is said of those that are shown.
  const source = shown?.source ?? latest;
  const figures = useMemo(() => shown && wallFigures(shown), [shown]);
  const { rows, freshness, failedTitle } = shownCounties(
    source,
    figures?.counties,
  );
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
      {source && rows ? <CountiesNote state={source} pull={pull} /> : null}
      <CachedList
        rows={rows}
        freshness={freshness}
        pull={pull}
        failedTitle={t(failedTitle)}
        empty={<State icon="grid" title={t('coverage.none')} />}
        partly={usePartly(source)}
      >
        {() =>
          figures && shown ? <Figures {...shown} figures={figures} /> : null
        }
      </CachedList>
    </div>
  );
}

interface FiguresProps extends WallRead {
  figures: WallFigures;
}

const Figures = memo(function Figures({ source, figures, now }: FiguresProps) {
  const { t, i18n } = useTranslation();
  const { total, urgent } = figures;
  const number = (value: number) => formatNumber(value, i18n.language);
  const waitsSince = urgent.oldest?.urgentAt;
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
      <LatestUrgent
        reports={urgent.latest}
        names={figures.names}
        counties={source.counties}
        none={none}
      />
    </div>
  );
});
