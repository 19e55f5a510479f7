import type { Section } from '@/domain/forms/form';
import { areSectionsChanged } from '@/domain/outbox/conflict';
import type { Op } from '@/domain/outbox/op';
import { isKind, isOpen } from '@/domain/outbox/op';
import {
  overlayCounties,
  overlayForms,
  overlayObserver,
  overlayObservers,
  overlaySections,
} from '@/domain/outbox/overlay';

import type { Ledger, Wanted } from '../story/ledger';
import type { Complain } from '../story/sentences';
import type { Account, World } from '../device/stage';

/** I6: every saved value is what a page shows now. */
export function savedIsSeen(
  world: World,
  account: Account,
  ledger: Ledger,
  complain: Complain,
): void {
  const ops = account.stored.intent('outbox');
  const byId = new Map(ops.map((op) => [op.opId, op]));
  ledger.wanted = ledger.wanted.filter((wanted) => {
    const op = byId.get(wanted.opId);
    // Behind what a person chose to add again it belongs to the new one.
    if (op && 'id' in op.args) wanted.id = op.args.id;
    if (!op || op.state === 'cancelled' || op.state === 'superseded')
      return false;
    if (op.state === 'rejected') return false;
    const isDone = op.state === 'done';
    const realId =
      account.stored.intent('idMap').find(({ id }) => id === wanted.id)
        ?.realId ?? wanted.id;
    if (isDone && !isOnServer(world, wanted, realId)) return false;
    if (isDone && isRemovedByOthers(world, account, wanted)) return false;
    const lanes = new Set([
      `${wanted.entity}:${wanted.id}`,
      `${wanted.entity}:${realId}`,
    ]);
    const isDeleted = ops.some(
      ({ lane, kind, state }) =>
        lanes.has(lane) && kind.endsWith('.delete') && state !== 'cancelled',
    );
    if (isDeleted) return false;
    // A later save of other sections shows its own, until a person has decided.
    const later = ops.filter(
      (each) =>
        lanes.has(each.lane) && each.seq > op.seq && isWithout(each, wanted),
    );
    if (later.some(({ state }) => state === 'done')) return false;
    if (later.some(({ state }) => isOpen(state) && state !== 'rejected')) {
      return true;
    }
    // What stands behind a refused creation is seen with it, among what was refused.
    const isRefused = ops.some(
      ({ lane, kind, state }) =>
        lanes.has(lane) && kind.endsWith('.create') && state === 'rejected',
    );
    if (isRefused) return true;
    // A copy made anew may lack a row: deleted since, or moved while it was read
    // (I7 gives it two sweeps). There is nothing then to lay the change over.
    const isLacking = realId > 0 && !isStored(account, wanted, realId);
    if (ledger.hasStartedOver && isLacking) return true;
    // While the copy of the server is filled anew there is nothing to lay it over.
    if (realId > 0 && !isFilled(account, { ...wanted, id: realId }))
      return true;
    const shown = shownValues(account, ops, wanted, realId);
    const fresh = freshValues(world, ledger, wanted, realId, isDone);
    if (isDone && fresh.length === 0) {
      complain('I6', `${wanted.value} is done and the server never had it`);
    }
    const maybe = new Set(ledger.maybe.map(({ value }) => value));
    if (!shown.some((value) => fresh.includes(value) || maybe.has(value))) {
      complain(
        'I6',
        `${wanted.entity} ${realId} shows ${shown.join() || 'nothing'} where ` +
          `${wanted.value} was saved (op ${op.seq} is ${op.state})`,
      );
    }
    return true;
  });
}

/** Whether another user, or the same one on another device, removed a question. */
function isRemovedByOthers(
  { server, elsewhere }: World,
  { actor }: Account,
  { value }: Wanted,
): boolean {
  const by = server.removed.get(value);
  if (by === undefined) return false;
  return by !== actor.sub || by === elsewhere?.actor.sub;
}

/** Whether a save changes the sections of a form and leaves out a question. */
function isWithout(op: Op, { field, value }: Wanted): boolean {
  if (field !== 'question' || !isKind(op, 'form.update')) return false;
  const { input } = op.args;
  return (
    areSectionsChanged(op.args) && !codesOf(input.sections).includes(value)
  );
}

/** The questions of a form, by what stories call them. */
export function codesOf(sections: readonly Section[]): string[] {
  return sections.flatMap(({ questions }) => questions.map(({ code }) => code));
}

/** Where each entity is stored, here and on the server. */
const tables = {
  observer: 'observers',
  form: 'forms',
  county: 'counties',
} as const;

function isFilled({ stored }: Account, { entity, id, field }: Wanted): boolean {
  if (field === 'question') {
    return stored.cache('formBodies').some((body) => body.id === id);
  }
  const cursors = stored.cache('cursors');
  const isRead = (resource: string) =>
    cursors.some((row) => row.resource === resource && row.asOf !== undefined);
  switch (entity) {
    case 'observer':
      return isRead('observers');
    case 'county':
      return isRead('counties');
    case 'form':
      return isRead('forms:public') && isRead('forms:draft');
  }
}

function isStored(
  { stored }: Account,
  { entity }: Wanted,
  id: number,
): boolean {
  const rows: readonly { id: number }[] = stored.cache(tables[entity]);
  return rows.some((row) => row.id === id);
}

function isOnServer(world: World, { entity }: Wanted, id: number): boolean {
  const rows: readonly { id: number }[] = world.server[tables[entity]];
  return rows.some((row) => row.id === id);
}

/** Everything that the field shows: what a page reads, read the way it does. */
function shownValues(
  account: Account,
  ops: readonly Op[],
  { entity, id, field }: Wanted,
  realId: number,
): string[] {
  const { stored } = account;
  if (entity === 'observer') {
    const row = stored.cache('observers').find((each) => each.id === realId);
    const shown = [
      row && overlayObserver(row, ops),
      ...overlayObservers([], ops).filter((each) => each.id === id),
    ];
    return shown.flatMap((each) =>
      each ? [field === 'name' ? each.name : each.phone] : [],
    );
  }
  if (entity === 'county') {
    return overlayCounties(stored.cache('counties'), ops)
      .filter((county) => county.id === id || county.id === realId)
      .map(({ name }) => name);
  }
  const forms = overlayForms(stored.cache('forms'), ops);
  if (field === 'description') {
    return forms
      .filter((form) => form.id === id || form.id === realId)
      .map(({ description }) => description);
  }
  const lanes = new Set([`form:${id}`, `form:${realId}`]);
  const body = stored.cache('formBodies').find((each) => each.id === realId);
  const mine = ops.filter(({ lane }) => lanes.has(lane));
  return codesOf(overlaySections(body?.sections, mine) ?? []);
}

/** Before it is done its own value; afterwards also what others made of it. */
function freshValues(
  world: World,
  { maybe }: Ledger,
  wanted: Wanted,
  realId: number,
  isDone: boolean,
): string[] {
  if (!isDone || wanted.field === 'question') return [wanted.value];
  const prefix = wanted.entity === 'observer' ? '' : `${wanted.entity}:`;
  const key = `${prefix}${realId}.${wanted.field}`;
  const past = world.server.past.get(key) ?? [];
  // A save that nobody was told of may have joined this one before it went out.
  const mine = [wanted, ...maybe].map(({ value }) => past.lastIndexOf(value));
  wanted.since ??= mine.find((at) => at >= 0) ?? -1;
  return wanted.since < 0 ? [] : past.slice(wanted.since);
}

/** I7, when rows have just left the cache: none of them is alive. */
export function noLiveRowIsDropped(
  alive: readonly string[],
  before: ReadonlySet<string>,
  after: ReadonlySet<string>,
  complain: Complain,
): void {
  for (const row of alive) {
    if (before.has(row) && !after.has(row)) {
      complain('I7', `${row} is alive and was taken off the list`);
    }
  }
}

export const listed = ['observers', 'forms', 'threads'] as const;

/** The rows of a list as the server has them. */
export function rowsOnServer(
  { server }: World,
  what: (typeof listed)[number],
): string[] {
  if (what !== 'threads') return server[what].map(({ id }) => `${what} ${id}`);
  return (['urgent', 'all'] as const).flatMap((list) =>
    server.threads[list].map(({ key }) => `${list} ${key}`),
  );
}

/** The rows of a list as they are stored. */
export function rowsStored(
  { stored }: Account,
  what: (typeof listed)[number],
): string[] {
  return what === 'threads'
    ? stored.cache('threads').map(({ list, key }) => `${list} ${key}`)
    : stored.cache(what).map(({ id }) => `${what} ${id}`);
}
