import type { Pull } from '@/data/live/use-pull';
import { usePull } from '@/data/live/use-pull';
import type { ObserverSilence } from '@/domain/coverage/observer-silence';
import { observerSilence } from '@/domain/coverage/observer-silence';
import { sync } from '@/workers/client';

import type { CoverageSource, ListFreshness } from './coverage';

/** Of what was read the last list of observers: it holds for the minute. */
const silences = new WeakMap<
  CoverageSource,
  { county: string | undefined; now: number; lines: ObserverSilence[] }
>();

/**
 * Whom to call: a row for each observer of a county, or of all, longest silence
 * first. @param now epoch ms by the server's clock.
 */
export function silenceLines(
  source: CoverageSource,
  county: string | undefined,
  now: number,
): readonly ObserverSilence[] {
  const known = silences.get(source);
  if (known?.county === county && known?.now === now) return known.lines;
  const { reports, observers, isWhole } = source;
  const lines = observerSilence(reports, observers, { county, now, isWhole });
  silences.set(source, { county, now, lines });
  return lines;
}

/**
 * Of silence by observer: also a note ends it, which the list of observers alone
 * tells. As of the older of both.
 */
export function silenceFreshness({
  asOf,
  failure,
  cacheShare: share,
  observerList,
}: CoverageSource): ListFreshness & Pick<CoverageSource, 'cacheShare'> {
  const times = [asOf, observerList.asOf].filter((at) => at !== undefined);
  return {
    asOf: times.length === 2 ? Math.min(...times) : undefined,
    failure: failure ?? observerList.failure,
    cacheShare: share,
  };
}

/** Older than this, observers are asked for again while their silence is shown. */
const OBSERVERS_OLD_MS = 2 * 60_000;

/**
 * Asks for the observers when they are old. A stream of changes that vouches for
 * the list moves its time, and then nothing is asked.
 * @param now the current minute, in epoch ms by this device's clock.
 */
export function useSilencePull(
  source: CoverageSource | undefined,
  now: number,
): Pull {
  const { asOf = 0, failure } = source?.observerList ?? {};
  const isOld = source !== undefined && now - asOf >= OBSERVERS_OLD_MS;
  const isWanted = isOld || failure !== undefined;
  return usePull(isOld ? `old-observers:${now}` : 'new-observers', async () =>
    isWanted ? sync.pullObservers() : { ok: true },
  );
}
