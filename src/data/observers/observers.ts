import { config } from '@/config';
import { loadPhones } from '@/data/phones';
import { cacheShare } from '@/data/device/cache-share';
import { useLive } from '@/data/live/use-live';
import type { Pull } from '@/data/live/use-pull';
import { usePull } from '@/data/live/use-pull';
import { isWhole } from '@/db/cache';
import { databases } from '@/db/open';
import { readOpenOps } from '@/db/open-ops';
import type { CacheShare } from '@/domain/cache-share';
import type { PhoneList } from '@/domain/observers/import';
import type { Observer } from '@/domain/observers/observer';
import { observerLane } from '@/domain/outbox/op';
import type { Failure, Reply } from '@/domain/outbox/outcome';
import type { Overlaid } from '@/domain/outbox/overlay';
import { overlayObserver, overlayObservers } from '@/domain/outbox/overlay';
import { tidy } from '@/domain/words';
import { sync } from '@/workers/client';

export interface ObserverRead {
  /** With the user's own waiting changes on top. Absent: not cached. */
  observer?: Overlaid<Observer> | undefined;
  /**
   * The server was asked for this phone and has no such observer, or it is to be
   * deleted. Never after a torn answer.
   */
  isUnknown: boolean;
  /** Epoch ms of the last good answer about it. */
  asOf?: number | undefined;
  failure?: Failure | undefined;
}

/**
 * An observer by phone: the one that has it, or the one that is to have it once
 * a waiting change is sent. Undefined until read.
 */
export function useObserver(phone: string): ObserverRead | undefined {
  return useLive(`observer:${phone}`, async () => {
    const { cache, intent } = databases();
    const ops = await intent.outbox.toArray();
    const edits = ops.flatMap((op) =>
      op.kind === 'observer.update' && op.endedAt === undefined ? [op] : [],
    );
    const edited = await cache.observers.bulkGet(
      edits.map(({ args }) => args.id),
    );
    const added = overlayObservers(
      edited.filter((row) => row !== undefined),
      ops,
    ).find((row) => row.phone === phone);
    const renamed = edits.find(({ args }) => args.patch.phone === phone);
    const row = renamed
      ? await cache.observers.get(renamed.args.id)
      : await cache.observers.where('phone').equals(phone).first();
    const known = row
      ? overlayObservers([row], ops).find(({ id }) => id === row.id)
      : undefined;
    const observer = known ?? added;
    const asked = await cache.cursors.get(`observer:${phone}`);
    const all = await cache.cursors.get('observers');
    const asOf = Math.max(asked?.asOf ?? 0, all?.asOf ?? 0);
    return {
      observer,
      isUnknown:
        !observer &&
        (row !== undefined ||
          (asked?.asOf !== undefined &&
            asked.seen === undefined &&
            !asked.failure)),
      asOf: asOf === 0 ? undefined : asOf,
      failure: asked?.failure,
    };
  });
}

/**
 * An observer by id, from what is cached; under the temporary id of an addition
 * also the one that it has become. Undefined until read, null when not cached.
 */
export function useObserverById(
  id: number,
): Overlaid<Observer> | null | undefined {
  return useLive(`observer-id:${id}`, async () => {
    const { cache, intent } = databases();
    const mapped = id < 0 ? await intent.idMap.get(id) : undefined;
    const row = await cache.observers.get(mapped?.realId ?? id);
    const ops = await intent.outbox
      .where('lane')
      .anyOf(observerLane({ id }), observerLane({ id: row?.id ?? id }))
      .toArray();
    const [added] = overlayObservers([], ops);
    return (row ? overlayObserver(row, ops) : added) ?? null;
  });
}

/** Asks for one observer by phone. */
export function useObserverPull(phone: string): Pull {
  return usePull(`observer:${phone}`, () => sync.pullObserver(phone));
}

export interface ObserverListRead {
  /** All cached ones with the user's waiting changes. */
  rows: Overlaid<Observer>[];
  /** How many the server says there are; more than the rows while the list fills. */
  total?: number | undefined;
  asOf?: number | undefined;
  failure?: Failure | undefined;
  /** Whether the rows are all that the server has: only then an absent observer is gone. */
  isWhole: boolean;
  /** How many are cached, of how many; absent when the list is whole. */
  cacheShare?: CacheShare | undefined;
}

/** All observers this user may see, live; in no order. Undefined until read. */
export function useObservers(): ObserverListRead | undefined {
  return useLive('observers', async () => {
    const { cache, intent } = databases();
    const [rows, ops, cursor] = await Promise.all([
      cache.observers.toArray(),
      readOpenOps(intent.outbox),
      cache.cursors.get('observers'),
    ]);
    return {
      rows: overlayObservers(rows, ops),
      isWhole: isWhole(cursor),
      cacheShare: cacheShare(rows.length, cursor),
      total: cursor?.total,
      asOf: cursor?.asOf,
      failure: cursor?.failure,
    };
  });
}

/** Asks for the whole list. */
export function useObserversPull(): Pull {
  return usePull('observers', () => sync.pullObservers());
}

/** Cached observers with this very phone, live; undefined until read. */
export function useByPhone(phone: string): Observer[] | undefined {
  return useLive(`phone:${phone}`, () => findByPhone(phone));
}

/**
 * Live query: the other observer with this phone number, or undefined.
 * @param phone as typed. @param ownId whose it may be.
 */
export function usePhoneOwner(
  phone: string,
  ownId?: number,
): Observer | undefined {
  const wanted = tidy(phone);
  const owners = useLive(`phone-owners:${wanted}`, () => findOwners(wanted));
  return wanted === '' ? undefined : owners?.find(({ id }) => id !== ownId);
}

/** Cached observers that have this phone, in any spelling. */
async function findOwners(phone: string): Promise<Observer[]> {
  const { observers } = databases().cache;
  const { phoneKey } = await loadPhones();
  const key = phoneKey(phone, config.phoneCountry);
  const phones = await observers.orderBy('phone').uniqueKeys();
  const spellings = phones.filter(
    (each) => phoneKey(String(each), config.phoneCountry) === key,
  );
  return observers.where('phone').anyOf(spellings).toArray();
}

/** Cached observers that have this very phone: a second one is worth a warning. */
export function findByPhone(phone: string): Promise<Observer[]> {
  return databases().cache.observers.where('phone').equals(phone).toArray();
}

/** Observers checked in at a county's stations, each once; needs the server. */
export function findActiveObservers(query: {
  countyCode: string;
  from: number;
  to: number;
}): Promise<Reply<Observer[] | undefined>> {
  return sync.findActive(query);
}

/**
 * The phones of all observers this user may see, as the server has them now.
 * @returns why the server could not be asked.
 */
export async function recountPhones(): Promise<
  ({ ok: true } & PhoneList) | { ok: false; failure: Failure }
> {
  const pulled = await sync.pullObservers();
  return pulled.ok ? { ok: true, ...(await cachedPhones()) } : pulled;
}

/** The phones of the observers cached on this device. */
export function cachedPhones(): Promise<PhoneList> {
  const { cache } = databases();
  return cache.transaction('r', ['observers', 'cursors'], async () => {
    const rows = await cache.observers.toArray();
    const cursor = await cache.cursors.get('observers');
    const phones = rows.map(({ phone }) => ({ phone }));
    return { phones, isWhole: isWhole(cursor) };
  });
}
