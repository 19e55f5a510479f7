import { databases } from '@/db/open';
import { seal } from '@/db/seal';
import type { Observer, ObserverInput } from '@/domain/observer';
import { observerPatch, tidy } from '@/domain/observer';
import { openStates, temporaryId } from '@/domain/op';
import type { Failure, Reply } from '@/domain/outcome';
import type { Overlaid } from '@/domain/overlay';
import { overlayObserver, overlayObservers } from '@/domain/overlay';
import { sync } from '@/workers/client';

import { keep } from './outbox';
import { useLive } from './use-live';
import type { Pull } from './use-pull';
import { usePull } from './use-pull';

export interface ObserverRead {
  /** With the user's own waiting changes on top. Absent: not kept. */
  observer?: Overlaid<Observer>;
  /** The host was asked for this phone and has no such observer. */
  isUnknown: boolean;
  /** Epoch ms of the last good answer about it. */
  asOf?: number;
  failure?: Failure;
}

/**
 * An observer by phone: the one that has it, or the one that is to have it once
 * a waiting change is sent. Undefined until read.
 */
export function useObserver(phone: string): ObserverRead | undefined {
  return useLive(`observer:${phone}`, async () => {
    const { cache, intent } = databases();
    const ops = await intent.outbox.toArray();
    const renamed = ops.find(
      (op) =>
        op.kind === 'observer.update' &&
        op.endedAt === undefined &&
        op.args.patch.phone === phone,
    );
    const row = renamed
      ? await cache.observers.get(renamed.args.id)
      : await cache.observers.where('phone').equals(phone).first();
    const observer = row && overlayObserver(row, ops);
    const asked = await cache.cursors.get(`observer:${phone}`);
    const all = await cache.cursors.get('observers');
    const asOf = Math.max(asked?.asOf ?? 0, all?.asOf ?? 0);
    return {
      ...(observer ? { observer } : {}),
      isUnknown: !row && asked?.asOf !== undefined && !asked.failure,
      ...(asOf === 0 ? {} : { asOf }),
      ...(asked?.failure ? { failure: asked.failure } : {}),
    };
  });
}

/** An observer by id, from what is kept. Undefined until read, null when not kept. */
export function useObserverById(
  id: number,
): Overlaid<Observer> | null | undefined {
  return useLive(`observer-id:${id}`, async () => {
    const { cache, intent } = databases();
    const row = await cache.observers.get(id);
    const ops = await intent.outbox
      .where('lane')
      .equals(`observer:${id}`)
      .toArray();
    return (row && overlayObserver(row, ops)) ?? null;
  });
}

/** Asks for one observer by phone. */
export function useObserverPull(phone: string): Pull {
  return usePull(`observer:${phone}`, () => sync.pullObserver(phone));
}

export interface ObserverListRead {
  /** All kept ones with the user's waiting changes. */
  rows: Overlaid<Observer>[];
  /** How many the host says there are; more than the rows while the list fills. */
  total?: number;
  asOf?: number;
  failure?: Failure;
  /** Whether the host's whole list was read at least once. */
  isWhole: boolean;
}

/** All observers this user may see, live; filter with `selectObservers`. Undefined until read. */
export function useObservers(): ObserverListRead | undefined {
  return useLive('observers', async () => {
    const { cache, intent } = databases();
    const [rows, ops, cursor] = await Promise.all([
      cache.observers.toArray(),
      intent.outbox
        .where('state')
        .anyOf([...openStates])
        .toArray(),
      cache.cursors.get('observers'),
    ]);
    return {
      rows: overlayObservers(rows, ops),
      isWhole: cursor?.sweptAt !== undefined,
      ...(cursor?.total === undefined ? {} : { total: cursor.total }),
      ...(cursor?.asOf === undefined ? {} : { asOf: cursor.asOf }),
      ...(cursor?.failure ? { failure: cursor.failure } : {}),
    };
  });
}

/** Asks for the whole list. */
export function useObserversPull(): Pull {
  return usePull('observers', () => sync.pullObservers());
}

/** Kept observers that have this very phone: a second one is worth a warning. */
export function findByPhone(phone: string): Promise<Observer[]> {
  return databases().cache.observers.where('phone').equals(phone).toArray();
}

/** Keeps a new observer; the PIN is encrypted before it rests. */
export async function createObserver(
  input: ObserverInput,
  pin: string,
): Promise<void> {
  const tidied = { name: tidy(input.name), phone: tidy(input.phone) };
  const same = await findByPhone(tidied.phone);
  await keep('observer.create', {
    id: temporaryId(Math.random),
    input: tidied,
    pin: await seal(databases().intent, pin),
    knownIds: same.map(({ id }) => id),
  });
}

/**
 * Keeps an edit of an observer; resolves when it can no longer be lost.
 * @param observer as the user saw it when they began.
 * @param pin a new PIN; '' leaves the old one.
 * @returns false when nothing differs, so nothing was kept.
 */
export async function updateObserver(
  observer: Observer,
  input: ObserverInput,
  pin = '',
): Promise<boolean> {
  const { id, name, phone } = observer;
  const patch = observerPatch(observer, input);
  if (Object.keys(patch).length === 0 && pin === '') return false;
  const args = { id, base: { name, phone }, patch };
  await keep(
    'observer.update',
    pin === '' ? args : { ...args, pin: await seal(databases().intent, pin) },
  );
  return true;
}

/** Keeps a deletion. */
export function deleteObserver({ id, name, phone }: Observer): Promise<void> {
  return keep('observer.delete', { id, base: { name, phone } });
}

/** Sets a new PIN now; needs the host, is never kept and never sent again. */
export function resetPin(phone: string, pin: string): Promise<Reply<unknown>> {
  return sync.resetPin(phone, pin);
}

/** Observers checked in at a county's stations, each once; needs the host. */
export function findActiveObservers(query: {
  countyCode: string;
  from: number;
  to: number;
}): Promise<Reply<Observer[] | undefined>> {
  return sync.findActive(query);
}

/**
 * Sends a file of observers; all its rows are added or none.
 * @param onProgress hears the share that went out, 0 to 1.
 * @returns how many were added. A failure without a status leaves it open
 * whether they were: it is never sent again by itself.
 */
export function importObservers(
  file: File,
  ngoId: number,
  onProgress: (share: number) => void,
): Promise<Reply<number | undefined>> {
  return sync.importObservers(file, file.name, ngoId, onProgress);
}
