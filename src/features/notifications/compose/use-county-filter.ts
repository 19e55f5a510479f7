import { useRef, useState } from 'react';

import { findActiveObservers } from '@/data/observers/observers';
import type { County } from '@/domain/county';
import type { Observer } from '@/domain/observers/observer';
import type { Failure } from '@/domain/outbox/outcome';

import type { CheckedRange, RangeField, RangeFields } from './station-range';
import { checkRange } from './station-range';

export interface CountyFilter {
  /** Absent: no county chosen, the filter is not active. */
  county?: County | undefined;
  range: RangeFields;
  /** Shown from the first search on. */
  errors: Extract<CheckedRange, { ok: false }>['errors'];
  isSearching: boolean;
  /** Absent until a search was answered. */
  found?: Observer[] | undefined;
  /** Epoch ms of that answer. */
  foundAt?: number | undefined;
  /** Why the search brought nothing. */
  failure?: Failure | undefined;
}

const nothing: CountyFilter = {
  range: { from: '', to: '' },
  errors: {},
  isSearching: false,
};

/**
 * The county filter of the compose screen (docs/specification.md 4): choosing a
 * county clears range and found, editing the range clears found, clearing the
 * county takes the filter away. The server is asked on Search only: who is checked
 * in now cannot be told from the cache.
 */
export function useCountyFilter() {
  const [filter, setFilter] = useState(nothing);
  // A slower answer to an older question must not be shown under the new one.
  const asked = useRef(0);

  function restart(next: CountyFilter) {
    asked.current += 1;
    setFilter(next);
  }

  return {
    filter,
    chooseCounty(county: County | undefined) {
      restart(county ? { ...nothing, county } : nothing);
    },
    editRange(field: RangeField, text: string) {
      const { county, range } = filter;
      restart({
        ...nothing,
        range: { ...range, [field]: text },
        county,
      });
    },
    reset() {
      restart(nothing);
    },
    /** Takes one of the found out of the selection. */
    leaveOut(id: number) {
      setFilter((now) => ({
        ...now,
        found: now.found?.filter((each) => each.id !== id),
      }));
    },
    async search() {
      const { county, range } = filter;
      if (!county) return;
      const checked = checkRange(range, county.limit);
      const blank = { ...nothing, county, range };
      if (!checked.ok) {
        restart({ ...blank, errors: checked.errors });
        return;
      }
      restart({ ...blank, isSearching: true });
      const mine = asked.current;
      const { from, to } = checked;
      const reply = await findActiveObservers({
        countyCode: county.code,
        from,
        to,
      });
      if (asked.current !== mine) return;
      setFilter(
        reply.ok
          ? { ...blank, found: reply.value ?? [], foundAt: Date.now() }
          : { ...blank, failure: reply.failure },
      );
    },
  };
}
