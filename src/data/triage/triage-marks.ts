import { guardUnload } from '@/data/device/unload-guard';
import { databases } from '@/db/open';
import { withRoom } from '@/db/reserve';
import { assertFreshBuild, assertNotPaused } from '@/db/writer';
import type { TriageMark, TriageState } from '@/domain/triage/triage';
import { addMark, TRIAGE_NOTE_MAX } from '@/domain/triage/triage';
import { accountOf } from '@/domain/user';
import { sync } from '@/workers/client';

import { readTriage } from './triage';

/**
 * Decides about threads, on this device, in the name of the signed-in account; the
 * worker shares it where the server offers that.
 * Resolves once the decision can no longer be lost (one strict transaction).
 * @param note spaces around it are left out. @param now epoch ms.
 * @throws when the device cannot store it, or the note is longer than
 * `TRIAGE_NOTE_MAX`: then nothing was decided.
 */
export async function markThreads(
  keys: readonly string[],
  { state, note }: { state: TriageState; note: string },
  now = Date.now(),
): Promise<void> {
  const { intent, actor } = databases();
  const { triage, meta } = intent;
  const mark: Omit<TriageMark, 'setAt'> = {
    state,
    note: note.trim(),
    setBy: accountOf(actor) ?? actor,
  };
  if ([...mark.note].length > TRIAGE_NOTE_MAX) {
    throw new RangeError(`Longer than ${TRIAGE_NOTE_MAX} characters`);
  }
  assertNotPaused();
  await guardUnload(async () => {
    const seen = await readTriage(keys);
    const write = async () => {
      await assertFreshBuild(intent);
      const known = await triage.bulkGet([...keys]);
      await triage.bulkPut(
        keys.map((key, at) => {
          const history = known[at]?.history ?? [];
          const newest = newestOf(history[0], seen.get(key)?.[0]);
          return { key, history: addMark(history, mark, now, newest) };
        }),
      );
    };
    await withRoom(() => intent.transaction('rw', triage, meta, write));
  });
  // Lost rings do no harm: the leader also looks by itself.
  void sync.push();
}

function newestOf(
  one: TriageMark | undefined,
  other: TriageMark | undefined,
): TriageMark | undefined {
  return (one?.setAt ?? 0) > (other?.setAt ?? 0) ? one : other;
}
