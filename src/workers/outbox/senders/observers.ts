import { deleteObserver, postObserver, putObserver } from '@/api/observers';
import { unseal } from '@/db/seal';
import type { Extension } from '@/domain/extensions';
import type { Changed } from '@/domain/outbox/events';
import type { Observer } from '@/domain/observers/observer';
import type { Op, OpOf } from '@/domain/outbox/op';
import { madeAbove, mayBeCreatedBy, observerLane } from '@/domain/outbox/op';
import type { Failure, Rejection, Reply } from '@/domain/outbox/outcome';
import type { Sealed } from '@/domain/sealed';
import { tellsOfReports } from '@/domain/outbox/server-words';
import type { ThreadList } from '@/domain/answers/thread';

import { acknowledge, currentAck } from '@/workers/outbox/acknowledge';
import { commit } from '@/workers/engine/commit';
import type { Engine } from '@/workers/engine/engine';
import { idsMadeHere, realIdOf } from '@/workers/outbox/ids';
import { highestIdOf } from '@/db/cache';
import { recordCreatedId } from '@/workers/outbox/op-notes';
import {
  findById,
  findIdsByPhone,
  findInList,
  findObserver,
  mayBeThere,
} from './observer-lookup';
import {
  areObserversFresh,
  cacheObservers,
  noteGone,
  refreshObservers,
  rowOf,
} from '@/workers/pull/observers';
import { changeBlocks } from '@/workers/pull/observer-blocks';
import { patchSender } from '@/workers/outbox/patch-sender';
import type { Sender } from '@/workers/outbox/sender';

const pinLost: Rejection = { ok: false, failure: { kind: 'pinLost' } };

/** @returns undefined when there is a PIN that this browser can no longer read. */
async function pinOf(
  { databases }: Engine,
  pin: Sealed | undefined,
): Promise<{ pin?: string } | undefined> {
  if (!pin) return {};
  const text = await unseal(databases.intent, pin);
  return text === undefined ? undefined : { pin: text };
}

/** A page in place of the answer, or none for long, leaves what known servers read. */
async function readOffers(
  engine: Engine,
): Promise<Reply<readonly Extension[]>> {
  const reply = await engine.offers(true);
  return reply.ok || reply.failure.kind !== 'unreadable'
    ? reply
    : { ok: true, status: 200, value: [] };
}

/** Takes over what the server now says of an observer; undefined: it is gone. */
async function takeOver(
  engine: Engine,
  id: number,
  observer: Observer | undefined,
): Promise<void> {
  const tables = ['observers', 'observerBlocks', 'acks', 'meta'] as const;
  await commit(engine, tables, async (cache) => {
    if (observer) await cache.observers.put(rowOf(observer));
    else await cache.observers.delete(id);
    await changeBlocks(cache, observer ? [observer] : [], observer ? [] : [id]);
    const lane = observerLane({ id });
    await acknowledge(engine, cache, lane, observer === undefined);
  });
}

/** The observer that a create may have made: this phone, and not there before. */
function findCreated(engine: Engine, op: OpOf<'observer.create'>) {
  const { phone } = op.args.input;
  return findObserver(engine, [phone], (row) => mayBeCreatedBy(op, row));
}

/**
 * Whether somebody of this name, who was not there before, has another phone: others may
 * have changed it since a lost request added them, and no server tells that from a namesake.
 */
async function findRenumbered(
  engine: Engine,
  op: OpOf<'observer.create'>,
): Promise<Changed | 'notApplied' | 'unsure'> {
  const above = madeAbove(op);
  if (above === undefined) return 'notApplied';
  const others = new Set([
    ...(await idsMadeHere(engine)),
    ...op.args.knownIds,
    ...(op.knownIds ?? []),
  ]);
  const ack = await currentAck(engine.databases.cache);
  const found = await findInList(
    engine,
    ({ id, name }) =>
      id > above && name === op.args.input.name && !others.has(id),
  );
  if (found === 'none') return 'notApplied';
  if (!('id' in found)) return 'unsure';
  // So that the person who decides finds the row on the list.
  await cacheObservers(engine, [found], ack, false);
  const { name, phone } = found;
  return { theirs: { kind: 'observer', row: { name, phone } } };
}

/** Adds an observer (docs/api-contract.md 3.2). */
const create: Sender<'observer.create'> = {
  /**
   * Others may have added an observer with this phone since the change was
   * stored, and this device has not read that list. Without the ids of those
   * observers a lost reply would take one of them for ours. A row that appears
   * after the first sending may be ours. How the server wants to be told is asked
   * each time, until it has said so.
   */
  async preflight(engine, { args, attempts }) {
    const offers = await readOffers(engine);
    if (!offers.ok) return { found: 'silence', failure: offers.failure };
    if (attempts > 0) return { found: 'clear' };
    const knownIds = await findIdsByPhone(engine, args.input.phone);
    if (!Array.isArray(knownIds))
      return { found: 'silence', failure: knownIds };
    const highestKnownId = await highestIdOf(engine.databases.cache.observers);
    return { found: 'clear', terms: { seen: { knownIds, highestKnownId } } };
  },

  async send(engine, { args }, key) {
    const secret = await pinOf(engine, args.pin);
    if (secret?.pin === undefined) return pinLost;
    const offers = await readOffers(engine);
    if (!offers.ok) return offers;
    return postObserver(engine.push, args.input, secret.pin, {
      readsBody: offers.value.includes('bodies'),
      idempotencyKey: key,
    });
  },

  async verify(engine, op) {
    const found = await findCreated(engine, op);
    if (found === 'none') return findRenumbered(engine, op);
    if (!('id' in found)) return 'unsure';
    // The row was renamed since, or is another person: another request would
    // add a second person.
    return found.name === op.args.input.name ? 'applied' : 'conflict';
  },

  async acknowledge(engine, op, answer) {
    const { createdId } = op;
    const { observers } = engine.databases.cache;
    // Taken over before, and perhaps changed since.
    if (createdId !== undefined && (await observers.get(createdId)))
      return createdId;
    const given = typeof answer === 'number' ? answer : undefined;
    const found = await findCreated(engine, op);
    const isTold = found !== 'none' && 'id' in found;
    const told =
      isTold && (given === undefined || found.id === given) ? found : undefined;
    const id = given ?? told?.id;
    if (id === undefined) return 'unsure';
    await recordCreatedId(engine, op, id);
    const fresh = {
      id,
      ...op.args.input,
      ngo: '',
      numberOfNotes: 0,
      numberOfPollingStations: 0,
    };
    await takeOver(engine, id, told ?? fresh);
    return id;
  },
};

function phonesOf({ args }: OpOf<'observer.update'>): string[] {
  return [args.patch.phone ?? args.base.phone, args.base.phone];
}

/**
 * The observer as the server has it now: from the list when that was read since the
 * change was stored. What was sent before, and what a person decided about, is
 * always asked for by itself.
 */
async function freshObserver(
  engine: Engine,
  { createdAt, attempts, generation }: Op,
  id: number,
  phones: readonly string[],
): Promise<Observer | 'none' | Failure> {
  const isFirst = attempts === 0 && generation === undefined;
  if (isFirst && (await areObserversFresh(engine, createdAt))) {
    const kept = await engine.databases.cache.observers.get(id);
    if (kept) return kept;
  }
  const ack = await currentAck(engine.databases.cache);
  const found = await findById(engine, id, phones);
  if (found !== 'none' && 'id' in found) {
    await cacheObservers(engine, [found], ack, false);
  }
  return found;
}

/** Changes name, phone and PIN of an observer (docs/api-contract.md 3.3). */
const update = patchSender<'observer.update', Observer>({
  fresh: (engine, op, id) => freshObserver(engine, op, id, phonesOf(op)),
  find: (engine, op, id) => findById(engine, id, phonesOf(op)),
  cached: ({ databases }, id) => databases.cache.observers.get(id),
  takeOver,
  noteGone,
  readMany: refreshObservers,

  async send(engine, op, id, key) {
    const secret = await pinOf(engine, op.args.pin);
    if (!secret) return pinLost;
    const patch = { ...op.args.patch, ...secret };
    const reply = await putObserver(engine.push, id, patch, key);
    if (!reply.ok || reply.value !== false) return reply;
    // The server answers false both when nothing changed and when the observer is gone.
    const found = await findById(engine, id, phonesOf(op));
    if (found === 'none') return { ok: false, failure: { kind: 'missing' } };
    return 'id' in found ? reply : { ok: false, failure: found };
  },
});

/** Whether a cached row tells that an observer has reports. */
async function hasReports(engine: Engine, id: number): Promise<boolean> {
  const { observers, threads } = engine.databases.cache;
  const row = await observers.get(id);
  if (row && row.numberOfNotes + row.numberOfPollingStations > 0) return true;
  const lists: ThreadList[] = ['urgent', 'all'];
  const pairs = lists.map((list) => [list, id]);
  const found = threads.where('[list+observerId]').anyOf(pairs);
  return (await found.count()) > 0;
}

/**
 * Deletes an observer (docs/api-contract.md 3.4); one that is gone already is
 * deleted, too.
 */
const remove: Sender<'observer.delete'> = {
  async preflight(engine, op) {
    const { args } = op;
    const id = await realIdOf(engine, args.id);
    const now = await freshObserver(engine, op, id, [args.base.phone]);
    if (now === 'none') return { found: 'clear' };
    if (!('id' in now)) return { found: 'silence', failure: now };
    const { name, phone } = now;
    return name === args.base.name && phone === args.base.phone
      ? { found: 'clear' }
      : {
          found: 'conflict',
          theirs: { kind: 'observer', row: { name, phone } },
        };
  },

  send: async (engine, { args }, key) =>
    deleteObserver(engine.push, await realIdOf(engine, args.id), key),

  async verify(engine, { args }) {
    const id = await realIdOf(engine, args.id);
    const found = await findById(engine, id, [args.base.phone]);
    if (found !== 'none') return 'id' in found ? 'notApplied' : 'unsure';
    const isUnproven = await mayBeThere(engine, id);
    if (typeof isUnproven === 'object') return 'unsure';
    return isUnproven ? 'notApplied' : 'applied';
  },

  async explain(engine, { args }, { kind, status, detail = '' }) {
    const id = await realIdOf(engine, args.id);
    const isKnown = kind === 'server' && (await hasReports(engine, id));
    if (!isKnown && !tellsOfReports(detail)) return undefined;
    return { kind: 'hasReports', ...(status === undefined ? {} : { status }) };
  },

  async acknowledge(engine, { args }) {
    await takeOver(engine, await realIdOf(engine, args.id), undefined);
    return undefined;
  },
};

export const observerSenders = {
  'observer.create': create,
  'observer.update': update,
  'observer.delete': remove,
};
