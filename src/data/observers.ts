import { databases } from '@/db/open';
import type { Observer, ObserverInput } from '@/domain/observer';
import { observerPatch } from '@/domain/observer';
import type { Failure } from '@/domain/outcome';
import type { Overlaid } from '@/domain/overlay';
import { overlayObserver } from '@/domain/overlay';
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

/**
 * Keeps an edit of an observer; resolves when it can no longer be lost.
 * @param observer as the user saw it when they began.
 * @returns false when nothing differs, so nothing was kept.
 */
export async function updateObserver(
  observer: Observer,
  input: ObserverInput,
): Promise<boolean> {
  const { id, name, phone } = observer;
  const patch = observerPatch(observer, input);
  if (Object.keys(patch).length === 0) return false;
  await keep('observer.update', { id, base: { name, phone }, patch });
  return true;
}
