import { guardUnload } from '@/data/device/unload-guard';
import { createSharedReads, useSharedLive } from '@/data/live/shared-reads';
import { databases } from '@/db/open';
import { withRoom } from '@/db/reserve';
import { assertFreshBuild, assertNotPaused } from '@/db/writer';
import type { Call, CallLog } from '@/domain/calls/call';
import { addCall, CALL_NOTE_MAX, mergeCalls } from '@/domain/calls/call';
import { accountOf } from '@/domain/user';

/**
 * The calls to each observer by id, newest first; an observer who was never called
 * is absent. Who was created on this device is found under the temporary id and,
 * once it is known, under the server's.
 */
export type CallLogs = ReadonlyMap<number, CallLog>;

const shared = createSharedReads<CallLogs>();

/** All calls, live. Undefined until read. */
export function useCallLogs(): CallLogs | undefined {
  return useSharedLive(shared, 'calls', readCallLogs);
}

/** All calls, as `useCallLogs` tells them. */
export async function readCallLogs(): Promise<CallLogs> {
  const { intent } = databases();
  const { calls, idMap } = intent;
  const [rows, ids] = await intent.transaction('r', calls, idMap, () =>
    Promise.all([calls.toArray(), idMap.toArray()]),
  );
  const logs = new Map(rows.map(({ observerId, log }) => [observerId, log]));
  for (const { id, realId } of ids) {
    const log = mergeCalls(logs.get(id) ?? [], logs.get(realId) ?? []);
    if (log.length > 0) logs.set(id, log).set(realId, log);
  }
  return logs;
}

/**
 * Adds a call to the log of each of these observers, on this device, in the name of
 * the signed-in account. Resolves once it can no longer be lost (one strict
 * transaction).
 * @param note spaces around it are left out. @param now epoch ms.
 * @throws when the device cannot store it, or the note is longer than
 * `CALL_NOTE_MAX`: then no call was added.
 */
export async function markCalled(
  observerIds: readonly number[],
  { outcome, note }: Pick<Call, 'outcome' | 'note'>,
  now = Date.now(),
): Promise<void> {
  const { intent, actor } = databases();
  const { calls, idMap, meta } = intent;
  const call: Omit<Call, 'calledAt'> = {
    outcome,
    note: note.trim(),
    calledBy: accountOf(actor) ?? actor,
  };
  if ([...call.note].length > CALL_NOTE_MAX) {
    throw new RangeError(`Longer than ${CALL_NOTE_MAX} characters`);
  }
  assertNotPaused();
  const write = async () => {
    await assertFreshBuild(intent);
    const known = await readCallLogs();
    // The page may still know an observer by the temporary id.
    const ids = await idMap.bulkGet([...observerIds]);
    const today = observerIds.map((id, at) => ids[at]?.realId ?? id);
    await calls.bulkPut(
      [...new Set(today)].map((observerId) => ({
        observerId,
        log: addCall(known.get(observerId) ?? [], call, now),
      })),
    );
  };
  await guardUnload(() =>
    withRoom(() => intent.transaction('rw', calls, idMap, meta, write)),
  );
}
