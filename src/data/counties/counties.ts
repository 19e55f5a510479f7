import { cacheShare } from '@/data/device/cache-share';
import { useLive } from '@/data/live/use-live';
import type { Pull } from '@/data/live/use-pull';
import { usePull } from '@/data/live/use-pull';
import { databases } from '@/db/open';
import { readOpenOps } from '@/db/open-ops';
import type { CacheShare } from '@/domain/cache-share';
import type { County, PollingStation, Province } from '@/domain/county';
import { haveProvinces } from '@/domain/county';
import type { Failure } from '@/domain/outbox/outcome';
import type { Overlaid } from '@/domain/outbox/overlay';
import { overlayCounties } from '@/domain/outbox/overlay';
import { sync } from '@/workers/client';

/** All cached counties in the server's order, with waiting changes; undefined until read. */
export function useCounties(): Overlaid<County>[] | undefined {
  return useLive('counties', async () => {
    const { cache, intent } = databases();
    const counties = await cache.counties.toArray();
    const ops = await readOpenOps(intent.outbox);
    return overlayCounties(counties, ops).sort((a, b) => a.order - b.order);
  });
}

/**
 * When the counties were last known to be right, and why not since; and whether this one is
 * cached, read last, as the rows are stored before the time.
 */
export function useCountiesFreshness(id = 0) {
  return useLive(`counties-freshness:${id}`, async () => {
    const { cursors, counties } = databases().cache;
    const cursor = await cursors.get('counties');
    return {
      asOf: cursor?.asOf,
      failure: cursor?.failure,
      isCached: (await counties.get(id)) !== undefined,
    };
  });
}

/**
 * The provinces that a new county may belong to: the server's, or as long as these
 * are not cached the ones of the cached counties. Undefined until read; empty on
 * servers of the older revision, which have none.
 */
export function useProvinces(): Province[] | undefined {
  return useLive('provinces', async () => {
    const { counties, meta } = databases().cache;
    const row = await meta.get('provinces');
    const told = row?.k === 'provinces' ? row.v : [];
    if (told.length > 0) return told.toSorted((a, b) => a.order - b.order);
    const rows = await counties.toArray();
    if (!haveProvinces(rows)) return [];
    const codes = new Set(rows.map(({ provinceCode = '' }) => provinceCode));
    codes.delete('');
    return [...codes]
      .toSorted()
      .map((code, at) => ({ id: -1 - at, code, name: code, order: at }));
  });
}

/** Asks for the counties. */
export function useCountiesPull(): Pull {
  return usePull('counties', () => sync.pullCounties());
}

export interface StationsRead {
  /** By number. */
  rows: PollingStation[];
  /** How many are cached, of how many; absent unless the last reading was torn. */
  cacheShare?: CacheShare | undefined;
  asOf?: number | undefined;
  failure?: Failure | undefined;
}

/** The cached stations of a county; undefined until read. */
export function useStations(countyId: number): StationsRead | undefined {
  return useLive(`stations:${countyId}`, async () => {
    const { stations, cursors } = databases().cache;
    const rows = await stations
      .where('[countyId+number]')
      .between([countyId, -Infinity], [countyId, Infinity])
      .toArray();
    const cursor = await cursors.get(`stations:${countyId}`);
    return {
      rows,
      cacheShare: cacheShare(rows.length, cursor),
      asOf: cursor?.asOf,
      failure: cursor?.failure,
    };
  });
}

/** Asks for a county's stations. */
export function useStationsPull(countyId: number): Pull {
  return usePull(`stations:${countyId}`, () => sync.pullStations(countyId));
}
