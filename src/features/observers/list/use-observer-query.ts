import { useEffect, useMemo, useRef, useState } from 'react';
import { useSearchParams } from 'react-router-dom';

import { atOnce } from '@/components/at-once';
import type { Sort } from '@/ui/table/sort';
import { readSort, sortText } from '@/ui/table/sort';

/** What is typed goes into the address once the typing rests. */
const SETTLE_MS = 300;

export interface ObserverFilter {
  name: string;
  phone: string;
}

/**
 * Filter, order and page of the list, as the address has them; what is being
 * typed counts at once and reaches the address a moment later, or with `apply`
 * and `leave`.
 */
export function useObserverQuery() {
  const [params, setParams] = useSearchParams();
  const inUrl = filterIn(params);
  const key = JSON.stringify(inUrl);
  const [typed, setTyped] = useState(inUrl);
  /** The last filter that came from here: another one in the address is news. */
  const written = useRef(key);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const pending = useRef<ObserverFilter>(undefined);

  useEffect(() => {
    if (key === written.current) return;
    clearTimeout(timer.current);
    pending.current = undefined;
    written.current = key;
    setTyped(filterIn(params));
  }, [key, params]);
  useEffect(() => () => clearTimeout(timer.current), []);

  function write(filter: ObserverFilter) {
    clearTimeout(timer.current);
    pending.current = undefined;
    written.current = JSON.stringify(filter);
    // What was found is counted from its own first page.
    setParams((now) => changed(now, { ...filter, page: '' }), {
      replace: true,
    });
  }

  const inOrder = params.get('sort');
  const sort = useMemo(() => readSort(inOrder), [inOrder]);
  return {
    filter: typed,
    page: Math.max(1, Math.trunc(Number(params.get('page'))) || 1),
    sort,
    /** What is typed now. */
    type(filter: ObserverFilter) {
      setTyped(filter);
      clearTimeout(timer.current);
      pending.current = filter;
      timer.current = setTimeout(() => write(filter), SETTLE_MS);
    },
    /** The fields are left, maybe for another page: what was typed is found on return. */
    leave() {
      if (pending.current) write(pending.current);
    },
    /** Puts the filter into force at once. */
    apply(filter: ObserverFilter) {
      setTyped(filter);
      write(filter);
    },
    turnTo: (page: number) =>
      setParams(
        (now) => changed(now, { page: page > 1 ? String(page) : '' }),
        atOnce,
      ),
    orderBy: (next: Sort) =>
      setParams((now) => changed(now, { sort: sortText(next), page: '' }), {
        ...atOnce,
        replace: true,
      }),
  };
}

function filterIn(params: URLSearchParams): ObserverFilter {
  return { name: params.get('name') ?? '', phone: params.get('phone') ?? '' };
}

/** The parameters with some changed; an empty one is left out. */
function changed(
  params: URLSearchParams,
  changes: Record<string, string>,
): URLSearchParams {
  const next = new URLSearchParams(params);
  for (const [name, value] of Object.entries(changes)) {
    if (value.trim() === '') next.delete(name);
    else next.set(name, value);
  }
  return next;
}
