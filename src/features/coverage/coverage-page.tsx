import { memo, useMemo, useState } from 'react';

import { AsOf } from '@/components/as-of';
import { CachedList } from '@/components/cached-list';
import { useCoveragePull, useCoverageSource } from '@/data/coverage/coverage';
import {
  countyLines,
  hasKeptCounties,
  useCountyFigures,
} from '@/data/coverage/county-figures';
import { useStaged } from '@/data/live/use-staged';
import { silenceFreshness, silenceLines } from '@/data/coverage/silence';
import { useClockOffset } from '@/data/sync-status';
import { paths } from '@/paths';
import { ButtonLink } from '@/ui/button';
import { classNames } from '@/ui/class-names';
import { SkeletonRows } from '@/ui/feedback/skeleton';
import { State } from '@/ui/feedback/state';
import { Segments } from '@/ui/field/segments';
import { PageHead } from '@/ui/layout/page-head';
import { latePart, useLatePart } from '@/ui/overlay/late-part';
import { useTranslation } from '@/ui/texts';
import { useNow } from '@/ui/use-now';

import { ByObserver } from './by-observer';
import { ClockNote } from './clock-note';
import { CountiesNote } from './counties-note';
import { CountyMap } from './county-map';
import { CountyTable } from './county-table';
import { usePartly } from './coverage-words';
import styles from './coverage.module.css';
import narrow from './narrowed.module.css';
import { shownCounties } from './shown-counties';
import { coverageHref, useCoverageQuery } from './use-coverage-query';
import type { ViewProps } from './view-props';

/**
 * Who has not reported, and where nothing is known: by county and by observer,
 * from what this device has.
 */
export function CoveragePage() {
  const { t } = useTranslation();
  const query = useCoverageQuery();
  const { sort } = query;
  const source = useCoverageSource();
  const pull = useCoveragePull();
  const now = useNow() + useClockOffset();
  const read = useMemo(() => source && { source, now }, [source, now]);
  const isCounties = query.by === 'county';
  const [hasKept] = useState(() => isCounties && hasKeptCounties());
  const shown = useStaged(
    read,
    (next) => {
      if (isCounties) countyLines(next.source, next.now);
      else if (query.by === 'observer') {
        silenceLines(next.source, query.county, next.now);
      }
    },
    hasKept,
  );
  const figures = useCountyFigures(isCounties ? shown : undefined);
  const View = VIEWS[query.by];
  return (
    <div className="fill">
      <PageHead
        title={t('coverage.title')}
        asOf={
          <AsOf
            // Of what stands below, which follows when it is counted.
            freshness={
              shown && query.by === 'observer'
                ? silenceFreshness(shown.source)
                : isCounties
                  ? figures
                  : shown?.source
            }
            asked={pull.failure}
          />
        }
      >
        <Segments
          label={t('coverage.views')}
          items={[
            {
              label: t('coverage.byCounty'),
              href: coverageHref({ sort }),
              current: query.by === 'county',
            },
            {
              label: t('coverage.byObserver'),
              href: coverageHref({ by: 'observer', sort }),
              current: query.by === 'observer',
            },
            {
              label: t('coverage.byPlan'),
              href: coverageHref({ by: 'plan', sort }),
              current: query.by === 'plan',
            },
          ]}
        />
        <ButtonLink href={paths.wall} icon="map">
          {t('coverage.wall.open')}
        </ButtonLink>
      </PageHead>
      <ClockNote />
      <View
        query={query}
        source={shown?.source}
        figures={figures}
        pull={pull}
        now={shown?.now ?? now}
      />
    </div>
  );
}

const ByCounty = memo(function ByCounty({ figures, pull }: ViewProps) {
  const { t } = useTranslation();
  const { rows, freshness, failedTitle } = shownCounties(
    figures,
    figures?.lines.counties,
  );
  return (
    <div className="fill">
      {figures && rows ? <CountiesNote state={figures} pull={pull} /> : null}
      <CachedList
        rows={rows}
        freshness={freshness}
        pull={pull}
        failedTitle={t(failedTitle)}
        empty={<State icon="grid" title={t('coverage.none')} />}
        partly={usePartly(figures)}
      >
        {() =>
          figures === undefined ? null : (
            <div className={classNames(styles.counties, narrow.sized)}>
              <CountyTable
                lines={figures.lines}
                now={figures.now}
                isPartly={!figures.areAllCounted}
              />
              <CountyMap
                counties={figures.lines.counties}
                now={figures.now}
                isPartly={!figures.areAllCounted}
              />
            </div>
          )
        }
      </CachedList>
    </div>
  );
});

/** Its code is loaded when it is first opened: most deployments have no plan. */
const planPart = latePart(() => import('./plan/plan-view'));

function ByPlan({ source, pull, now }: ViewProps) {
  const part = useLatePart(planPart, true);
  if (!part) return <SkeletonRows rows={8} />;
  return <part.PlanView source={source} pull={pull} now={now} />;
}

const VIEWS = { county: ByCounty, observer: ByObserver, plan: ByPlan };
