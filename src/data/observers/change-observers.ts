import { guardUnload } from '@/data/device/unload-guard';
import { cancelOp, enqueue, enqueueAll } from '@/data/outbox/change-ops';
import { databases } from '@/db/open';
import { seal } from '@/db/seal';
import type { Observer, ObserverInput } from '@/domain/observers/observer';
import { observerPatch } from '@/domain/observers/observer';
import { isOpen, observerLane, temporaryId } from '@/domain/outbox/op';
import type { Reply } from '@/domain/outbox/outcome';
import { tidy } from '@/domain/words';
import { sync } from '@/workers/client';

import { findByPhone } from './observers';

/**
 * Enqueues a new observer; the PIN is encrypted before it rests.
 * @param draftKey of what was typed, forgotten with it.
 */
export function createObserver(
  input: ObserverInput,
  pin: string,
  draftKey?: string,
): Promise<void> {
  return guardUnload(async () => {
    const tidied = { name: tidy(input.name), phone: tidy(input.phone) };
    const same = await findByPhone(tidied.phone);
    const args = {
      id: temporaryId(Math.random),
      input: tidied,
      pin: await seal(databases().intent, pin),
      knownIds: same.map(({ id }) => id),
    };
    await enqueue('observer.create', args, { draftKey });
  });
}

/**
 * Enqueues an edit of an observer; resolves when it can no longer be lost.
 * @param observer as the user saw it when they began.
 * @param pin a new PIN; '' leaves the old one.
 * @param draftKey of what was typed, forgotten with it.
 * @returns false when nothing differs, so nothing was enqueued.
 */
export async function updateObserver(
  observer: Observer,
  input: ObserverInput,
  pin = '',
  draftKey?: string,
): Promise<boolean> {
  const { id, name, phone } = observer;
  const patch = observerPatch(observer, input);
  if (Object.keys(patch).length === 0 && pin === '') return false;
  const args = { id, base: { name, phone }, patch };
  await guardUnload(async () => {
    // The phone of an addition proves later that it was made, except by an
    // observer that has this phone already.
    const same =
      id < 0 && patch.phone !== undefined ? await findByPhone(patch.phone) : [];
    await enqueue(
      'observer.update',
      pin === '' ? args : { ...args, pin: await seal(databases().intent, pin) },
      { draftKey, samePhone: same.map((each) => each.id) },
    );
  });
  return true;
}

/**
 * Enqueues a deletion. An addition that was not sent yet is taken back instead.
 * @throws when the device cannot store it.
 */
export function deleteObserver(observer: Observer): Promise<void> {
  const { id, name, phone } = observer;
  return guardUnload(async () => {
    if (id < 0 && (await takeBackAddition(id))) return;
    await enqueue('observer.delete', { id, base: { name, phone } });
  });
}

/**
 * Enqueues the deletion of observers that the server has: of all of them or, when the
 * device cannot store it or the page is closed, of none.
 */
export function deleteObservers(observers: readonly Observer[]): Promise<void> {
  return enqueueAll(
    'observer.delete',
    observers.map(({ id, name, phone }) => ({ id, base: { name, phone } })),
  );
}

/** @returns false when the addition is on its way or sent: then it has to be deleted. */
async function takeBackAddition(id: number): Promise<boolean> {
  const lane = observerLane({ id });
  const ops = await databases()
    .intent.outbox.where('lane')
    .equals(lane)
    .sortBy('seq');
  const addition = ops.find(({ state }) => isOpen(state));
  if (addition?.kind !== 'observer.create') return false;
  // The edits that wait behind it are cancelled with it.
  return cancelOp(addition);
}

/** Sets a new PIN now; needs the server, is never enqueued and never sent again. */
export function resetPin(phone: string, pin: string): Promise<Reply<unknown>> {
  return sync.resetPin(phone, pin);
}

/**
 * Sends a file of observers; all its rows are added or none.
 * @param onProgress called with the share that went out, 0 to 1.
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
