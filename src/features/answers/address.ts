import type { ThreadList, ThreadPair } from '@/domain/answers/thread';

import type { FilterFields } from '@/features/answers/list/filter-fields';
import {
  checkFields,
  FILTER_FIELDS,
  noFilter,
} from '@/features/answers/list/filter-fields';
import { listAt, paths } from '@/paths';

/** Everything that the answers screen keeps in the URL. */
export interface Address {
  list: ThreadList;
  fields: FilterFields;
  /** From 1. */
  page: number;
  /** The open thread. */
  pair?: ThreadPair | undefined;
  /** The path names a thread, but with something that is no id. */
  isBroken: boolean;
}

/**
 * Reads the screen's state from the URL (docs/specification.md 2, route
 * table). `ids` are those of the details path, as the router gives them.
 */
export function readAddress(
  pathname: string,
  params: URLSearchParams,
  ids: {
    observerId?: string | undefined;
    pollingStationId?: string | undefined;
  },
): Address {
  const fields = { ...noFilter };
  for (const name of FILTER_FIELDS) fields[name] = params.get(name) ?? '';
  const observerId = readId(ids.observerId);
  const pollingStationId = readId(ids.pollingStationId);
  const isDetails = ids.observerId !== undefined;
  const pair =
    observerId !== undefined && pollingStationId !== undefined
      ? { observerId, pollingStationId }
      : undefined;
  return {
    list: listAt(pathname, params),
    fields,
    page: readId(params.get('page') ?? '') ?? 1,
    isBroken: isDetails && !pair,
    pair,
  };
}

const KNOWN: ReadonlySet<string> = new Set([
  ...FILTER_FIELDS,
  'urgente',
  'page',
]);

/** Names in an address that are not applied: no filters, or filters with a value that is none. */
export function unknownIn(params: URLSearchParams): string[] {
  const { errors } = checkFields(readAddress('', params, {}).fields);
  return [...new Set(params.keys())].filter(
    (name) => !KNOWN.has(name) || name in errors,
  );
}

/** The URL that `readAddress` reads back to the same state. */
export function hrefOf(address: Omit<Address, 'isBroken'>): string {
  const { list, fields, page, pair } = address;
  const params = new URLSearchParams();
  // The /urgents path says it already.
  if (list === 'urgent' && !pair) params.set('urgente', 'true');
  for (const name of FILTER_FIELDS) {
    const value = fields[name].trim();
    if (value !== '') params.set(name, value);
  }
  if (page > 1) params.set('page', String(page));
  const query = String(params);
  return pair
    ? paths.thread(pair, list === 'urgent', query)
    : paths.answers(query);
}

/** A whole number from 1 on; ids and pages are nothing else. */
function readId(text: string | undefined): number | undefined {
  if (text === undefined || !/^\d{1,15}$/.test(text)) return undefined;
  const number = Number(text);
  return number > 0 ? number : undefined;
}
