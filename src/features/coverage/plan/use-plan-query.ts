import { useMemo } from 'react';
import { useSearchParams } from 'react-router-dom';

import type { LineState } from '@/domain/plan/line-state';
import { LINE_STATES } from '@/domain/plan/line-state';
import { paths } from '@/paths';
import type { Sort } from '@/ui/table/sort';
import { readSort, sortText } from '@/ui/table/sort';

/** What a row of the table is. */
export const PLAN_ROWS = ['county', 'observer', 'line'] as const;
type PlanRows = (typeof PLAN_ROWS)[number];

/** What lines and observers can be filtered by; no line is unplanned. */
export type PlanState = LineState | 'unplanned';
export const PLAN_STATES: readonly PlanState[] = [...LINE_STATES, 'unplanned'];

/** What the view of the plan shows, as the address has it. */
export interface PlanQuery {
  rows: PlanRows;
  /** County code; absent: all. */
  county?: string | undefined;
  state?: PlanState | undefined;
  /** Absent: as in the plan, counties as the server orders them. */
  sort?: Sort | undefined;
  /** What orders the counties of coverage: carried for the way back. */
  countySort?: Sort | undefined;
  /** From 1. */
  page: number;
}

/** The address of the view with these choices. */
export function planHref(query: Partial<PlanQuery>): string {
  const { rows = 'county', county, state, page = 1 } = query;
  const { sort, countySort } = query;
  const params = new URLSearchParams({ by: 'plan' });
  if (rows !== 'county') params.set('rows', rows);
  if (county !== undefined) params.set('county', county);
  if (state !== undefined) params.set('state', state);
  if (sort) params.set('order', sortText(sort));
  if (page > 1) params.set('page', String(page));
  if (countySort) params.set('sort', sortText(countySort));
  return paths.coverage(String(params));
}

/** Reads the address; what it says wrongly counts as not said. */
export function usePlanQuery(): PlanQuery {
  const [params] = useSearchParams();
  return useMemo(() => {
    const rows = PLAN_ROWS.find((each) => each === params.get('rows'));
    const state = PLAN_STATES.find((each) => each === params.get('state'));
    return {
      rows: rows ?? 'county',
      county: params.get('county') ?? undefined,
      state: rows === 'line' && state === 'unplanned' ? undefined : state,
      sort: readSort(params.get('order')),
      countySort: readSort(params.get('sort')),
      page: Math.max(1, Math.trunc(Number(params.get('page'))) || 1),
    };
  }, [params]);
}
