import type { CursorRow } from '@/db/cache';
import { isOpen } from '@/domain/outbox/op';

import { allTorn, pagedLists, seenOf } from '../story/readings';
import type { Complain } from '../story/sentences';
import type { Account, SimTab, World } from '../device/stage';

/**
 * Lists of which a page says "none" when nothing of them is cached, and the change that
 * takes a row off them: who deletes the last one sees none until the next reading.
 */
const namedEmpty = [
  ['observers', 'observers', 'observer.delete'],
  ['threads:urgent', 'threads', undefined],
  ['threads:all', 'threads', undefined],
  ['forms:public', 'forms', 'form.delete'],
  ['counties', 'counties', undefined],
] as const;

/** What the last commit of a tab left in the cursors of the lists, by list. */
export type Cursors = Map<string, CursorRow>;

/**
 * I17, for one commit that wrote cursors: a reading whose pages shifted says how
 * many rows it met (`seen`), and is none of which a page may say that it is whole.
 * @param before as this account's cursors stood; brought up to date.
 */
export function tornIsNotWhole(
  { network }: World,
  tab: SimTab,
  { stored }: Account,
  before: Cursors,
  complain: Complain,
): void {
  const rows = new Map(
    stored.cache('cursors').map((row) => [row.resource, row]),
  );
  for (const list of pagedLists) {
    const now = rows.get(list);
    const old = before.get(list);
    if (!now || JSON.stringify(now) === JSON.stringify(old)) continue;
    before.set(list, now);
    if (now.failure || allTorn(network.readings, tab.n, list) !== true)
      continue;
    // The history has no sweeps: each reading is one of the whole.
    const isSwept =
      list === 'notifications'
        ? now.asOf !== undefined
        : now.sweptAt !== undefined;
    if (isSwept && now.sweptAt !== old?.sweptAt) {
      complain('I17', `${list} counts as read whole after a torn reading`);
    } else if (isSwept && seenOf(now) === undefined) {
      complain('I17', `${list} is shown as whole after a torn reading`);
    }
  }
}

/** I17: no page says "none" of what the server has and never told as empty. */
export function noneIsNone(
  { server, clock }: World,
  { stored }: Account,
  complain: Complain,
): void {
  if (server.hasLost) return;
  const rows = new Map(
    stored.cache('cursors').map((row) => [row.resource, row]),
  );
  const ops = stored.intent('outbox');
  // What an open creation made is shown by its op, not by a row.
  const open = new Set(
    ops.filter(({ state }) => isOpen(state)).map(({ opId }) => opId),
  );
  const countOf = (what: string, rows: readonly { id: number }[]) =>
    rows.filter(({ id }) => !open.has(server.makers.get(`${what}:${id}`) ?? ''))
      .length;
  const published = server.forms.filter(({ draft }) => !draft);
  const there: Record<(typeof namedEmpty)[number][0], number> = {
    observers: countOf('observer', server.observers),
    'threads:urgent': server.threads.urgent.length,
    'threads:all': server.threads.all.length,
    'forms:public': countOf('form', published),
    counties: countOf('county', server.counties),
  };
  for (const [list, table, deletion] of namedEmpty) {
    const cursor = rows.get(list);
    const isPaged = pagedLists.some((each) => each === list);
    const isSaid = isPaged
      ? cursor?.sweptAt !== undefined && seenOf(cursor) === undefined
      : cursor?.asOf !== undefined;
    if (!isSaid || server.toldEmpty.has(list)) continue;
    const readAt = cursor?.asOf ?? 0;
    // A clock that was set back since the reading does not tell which came first.
    const isSetBack = readAt > clock.now();
    const isOwnDeletion = ops.some(
      ({ kind, endedAt = Number.POSITIVE_INFINITY }) =>
        kind === deletion && (isSetBack || endedAt >= readAt),
    );
    if (isOwnDeletion) continue;
    if (stored.cache(table).length > 0 || there[list] === 0) continue;
    complain('I17', `${list} says that there is none of ${there[list]}`);
  }
}
