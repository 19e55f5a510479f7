import { memo, useMemo, useState } from 'react';

import { CachedList } from '@/components/cached-list';
import { ObserverSelection } from '@/components/observer-selection';
import { useCallLogs } from '@/data/coverage/calls';
import type { CoverageSource } from '@/data/coverage/coverage';
import {
  silenceFreshness,
  silenceLines,
  useSilencePull,
} from '@/data/coverage/silence';
import { HOUR_MS } from '@/domain/coverage/hours';
import { isUncalledSince } from '@/domain/calls/call';
import type { ObserverSilence } from '@/domain/coverage/observer-silence';
import { matchesSilence } from '@/domain/coverage/observer-silence';
import { Button } from '@/ui/button';
import { classNames } from '@/ui/class-names';
import { useTranslation } from '@/ui/texts';
import { useNow } from '@/ui/use-now';

import { useCallDialog } from './calls/use-call-dialog';
import { observerName, usePartly } from './coverage-words';
import narrow from './narrowed.module.css';
import { NobodyFound } from './nobody-found';
import { SilenceFilter } from './silence-filter';
import { SilenceTable } from './silence-table';
import type { ViewProps } from './view-props';

const NONE: ReadonlySet<string> = new Set();

/** Whom to call: those who were silent for longest on top. */
export const ByObserver = memo(function ByObserver(props: ViewProps) {
  const { query, source, pull, now } = props;
  const { t } = useTranslation();
  const { silence, isUncalled } = query;
  const [selected, setSelected] = useState(NONE);
  const logs = useCallLogs();
  const { openCall, dialog } = useCallDialog();
  // Calls and readings are dated by this device's clock.
  const minute = useNow();
  const hourAgo = minute - HOUR_MS;
  const people = useSilencePull(source, minute);
  const lines = source && silenceLines(source, query.county, now);
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
      <div className={classNames('fill', narrow.sized, narrow.selectable)}>
        <CachedList
          rows={isLoaded ? found : undefined}
          freshness={source && silenceFreshness(source)}
          pull={{
            isPulling: pull.isPulling || people.isPulling,
            failure: pull.failure ?? people.failure,
            retry() {
              pull.retry();
              people.retry();
            },
          }}
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
