import { memo, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';

import { AsOf } from '@/components/as-of';
import { CachedList } from '@/components/cached-list';
import { ObserverSelection } from '@/components/observer-selection';
import { useCallLogs } from '@/data/calls';
import type { CoverageSource } from '@/data/coverage';
import {
  countyLines,
  silenceLines,
  useCoveragePull,
  useCoverageSource,
} from '@/data/coverage';
import { useStaged } from '@/data/live/use-staged';
import { useClockOffset } from '@/data/sync-status';
import { isUncalledSince } from '@/domain/calls/call';
import type { ObserverSilence } from '@/domain/coverage/observer-silence';
import { matchesSilence } from '@/domain/coverage/observer-silence';
import { paths } from '@/paths';
import { Button, ButtonLink } from '@/ui/button';
import { SkeletonRows } from '@/ui/feedback/skeleton';
import { State } from '@/ui/feedback/state';
import { Segments } from '@/ui/field/segments';
import { PageHead } from '@/ui/layout/page-head';
import { latePart, useLatePart } from '@/ui/overlay/late-part';
import { useNow } from '@/ui/use-now';

import { useCallDialog } from './calls/use-call-dialog';
import { ClockNote } from './clock-note';
import { CountiesNote } from './counties-note';
import { CountyMap } from './county-map';
import { CountyTable } from './county-table';
import { observerName, startOfDay, usePartly } from './coverage-words';
import styles from './coverage.module.css';
import { NobodyFound } from './nobody-found';
import { SilenceFilter } from './silence-filter';
import { SilenceTable } from './silence-table';
import type { CoverageQuery } from './use-coverage-query';
import { coverageHref, useCoverageQuery } from './use-coverage-query';

/**
 * Who has not reported, and where nothing is known: by county and by observer,
 * from what this device has.
 */
export function CoveragePage() {
  const { t } = useTranslation();
  const query = useCoverageQuery();
  const source = useCoverageSource();
  const pull = useCoveragePull();
  const now = useNow() + useClockOffset();
  const read = useMemo(() => source && { source, now }, [source, now]);
  const shown = useStaged(read, (next) => {
    if (query.by === 'county') countiesOf(next);
    else if (query.by === 'observer') observersOf(next, query);
  });
  const View = VIEWS[query.by];
  return (
    <div className="fill">
      <PageHead
        title={t('coverage.title')}
        asOf={<AsOf freshness={source} asked={pull.failure} />}
      >
        <Segments
          label={t('coverage.views')}
          items={[
            {
              label: t('coverage.byCounty'),
              href: coverageHref({}),
              current: query.by === 'county',
            },
            {
              label: t('coverage.byObserver'),
              href: coverageHref({ by: 'observer' }),
              current: query.by === 'observer',
            },
            {
              label: t('coverage.byPlan'),
              href: coverageHref({ by: 'plan' }),
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
        pull={pull}
        now={shown?.now ?? now}
      />
    </div>
  );
}

interface ViewProps {
  query: CoverageQuery;
  source: CoverageSource | undefined;
  pull: ReturnType<typeof useCoveragePull>;
  /** Epoch ms by the server's clock. */
  now: number;
}

interface CoverageRead {
  source: CoverageSource;
  /** Epoch ms by the server's clock. */
  now: number;
}

function countiesOf({ source, now }: CoverageRead) {
  return countyLines(source, now, startOfDay(now));
}

function observersOf({ source, now }: CoverageRead, { county }: CoverageQuery) {
  return silenceLines(source, county, now);
}

const ByCounty = memo(function ByCounty({ source, pull, now }: ViewProps) {
  const { t } = useTranslation();
  const lines = source && countiesOf({ source, now });
  const isLoaded = source?.asOf !== undefined || source?.reports.length;
  const rows = lines && isLoaded ? lines.counties : undefined;
  // The server has no counties only when it said so itself.
  const areMissing =
    rows?.length === 0 && source?.countyList.asOf === undefined;
  return (
    <div className="fill">
      {source && rows && !areMissing ? (
        <CountiesNote source={source} pull={pull} />
      ) : null}
      <CachedList
        rows={areMissing ? undefined : rows}
        freshness={areMissing ? source?.countyList : source}
        pull={pull}
        failedTitle={t(
          areMissing ? 'coverage.countiesFailed' : 'coverage.failed',
        )}
        empty={<State icon="grid" title={t('coverage.none')} />}
        partly={usePartly(source)}
      >
        {() =>
          lines === undefined ? null : (
            <div className={styles.counties}>
              <CountyTable lines={lines} now={now} />
              <CountyMap counties={lines.counties} now={now} />
            </div>
          )
        }
      </CachedList>
    </div>
  );
});

const HOUR_MS = 3_600_000;
const NONE: ReadonlySet<string> = new Set();

interface SelectedProps {
  selected: ReadonlySet<string>;
  found: readonly ObserverSilence[];
  source: CoverageSource | undefined;
  onSelect: (keys: ReadonlySet<string>) => void;
  onCall: ReturnType<typeof useCallDialog>['openCall'];
}

/** Whom of the found ones the selection holds, and what to do with them. */
function Selected(props: SelectedProps) {
  const { selected, found, source, onSelect, onCall } = props;
  const { t } = useTranslation();
  const people = found.map((line) => ({
    id: line.observerId,
    name: observerName(line),
  }));
  const chosen = people.filter(({ id }) => selected.has(String(id)));
  return (
    <ObserverSelection
      chosen={chosen}
      found={people}
      cacheShare={source?.cacheShare ?? source?.observerShare}
      onSelect={onSelect}
    >
      <Button icon="phone" onClick={() => onCall(chosen)}>
        {t('calls.mark', { count: chosen.length })}
      </Button>
    </ObserverSelection>
  );
}

const ByObserver = memo(function ByObserver(props: ViewProps) {
  const { query, source, pull, now } = props;
  const { t } = useTranslation();
  const { silence, isUncalled } = query;
  const [selected, setSelected] = useState(NONE);
  const logs = useCallLogs();
  const { openCall, dialog } = useCallDialog();
  // Calls are dated by this device's clock.
  const hourAgo = useNow() - HOUR_MS;
  const lines = source && observersOf({ source, now }, query);
  const silent = useMemo(
    () =>
      silence === undefined
        ? lines
        : lines?.filter((line) => matchesSilence(line, silence)),
    [lines, silence],
  );
  const found = useMemo(() => {
    if (!isUncalled) return silent;
    // Until the calls are read nobody knows who was not called.
    return logs
      ? silent?.filter(({ observerId }) =>
          isUncalledSince(logs.get(observerId), hourAgo),
        )
      : undefined;
  }, [silent, isUncalled, logs, hourAgo]);
  const isLoaded =
    source &&
    (source.isWhole ||
      source.observers.length > 0 ||
      source.reports.length > 0);
  return (
    <>
      <SilenceFilter query={query} counties={source?.counties ?? []} />
      <div className="fill">
        <CachedList
          rows={isLoaded ? found : undefined}
          freshness={source}
          pull={pull}
          failedTitle={t('coverage.failed')}
          empty={<NobodyFound query={query} source={source} />}
          knownEmpty
          partly={usePartly(source)}
        >
          {(shown) => (
            <SilenceTable
              lines={shown}
              query={query}
              selected={selected}
              onSelect={setSelected}
              logs={logs}
              onCall={openCall}
            />
          )}
        </CachedList>
      </div>
      {/* Most choices of the filter are made with nobody selected. */}
      {selected.size === 0 ? null : (
        <Selected
          selected={selected}
          found={found ?? []}
          source={source}
          onSelect={setSelected}
          onCall={openCall}
        />
      )}
      {dialog}
    </>
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
