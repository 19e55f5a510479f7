import { useMemo } from 'react';
import { useSearchParams } from 'react-router-dom';

import type { SilenceFilter } from '@/domain/coverage/observer-silence';
import { SILENCE_MINUTES } from '@/domain/coverage/observer-silence';
import { paths } from '@/paths';
import type { Sort } from '@/ui/table/sort';
import { readSort, sortText } from '@/ui/table/sort';

const VIEWS = ['county', 'observer', 'plan'] as const;
type CoverageView = (typeof VIEWS)[number];

/** What the screen shows, as the address has it. */
export interface CoverageQuery {
  by: CoverageView;
  /** County code; absent: all. */
  county?: string | undefined;
  silence?: SilenceFilter | undefined;
  /** Only observers who were not called within the last hour. */
  isUncalled: boolean;
  /** From 1. */
  page: number;
  /** What orders the counties; the other views carry it for the way back. */
  sort?: Sort | undefined;
}

/** What the address says of observers who were not called within the last hour. */
const NOT_IN_HOUR = 'not-in-hour';

/** Every choice of the filter of silence, in its order. */
export const SILENCE_FILTERS: readonly SilenceFilter[] = [
  ...SILENCE_MINUTES,
  'neverSeen',
  'seenWithoutReport',
];

/** The address of the screen with these choices. */
export function coverageHref(query: Partial<CoverageQuery>): string {
  const { by, county, silence, isUncalled, page = 1, sort } = query;
  const params = new URLSearchParams();
  if (by !== undefined && by !== 'county') params.set('by', by);
  if (county !== undefined) params.set('county', county);
  if (silence !== undefined) params.set('silent', String(silence));
  if (isUncalled === true) params.set('called', NOT_IN_HOUR);
  if (page > 1) params.set('page', String(page));
  if (sort) params.set('sort', sortText(sort));
  return paths.coverage(String(params));
}

/** Reads the address; what it says wrongly counts as not said. */
export function useCoverageQuery(): CoverageQuery {
  const [params] = useSearchParams();
  return useMemo(() => {
    const silent = params.get('silent');
    return {
      by: VIEWS.find((view) => view === params.get('by')) ?? 'county',
      county: params.get('county') ?? undefined,
      silence: SILENCE_FILTERS.find((filter) => String(filter) === silent),
      isUncalled: params.get('called') === NOT_IN_HOUR,
      page: Math.max(1, Math.trunc(Number(params.get('page'))) || 1),
      sort: readSort(params.get('sort')),
    };
  }, [params]);
}
