import { databases } from '@/db/open';
import { withRoom } from '@/db/reserve';
import { assertFreshBuild, assertNotPaused } from '@/db/writer';
import type { TriageMark, TriageState } from '@/domain/triage/triage';
import { addMark, TRIAGE_NOTE_MAX } from '@/domain/triage/triage';
import { accountOf } from '@/domain/user';

import { guardUnload } from '@/data/unload-guard';

/**
 * Decides about threads, on this device, in the name of the signed-in account.
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
  const write = async () => {
    await assertFreshBuild(intent);
    const known = await triage.bulkGet([...keys]);
    await triage.bulkPut(
      keys.map((key, at) => ({
        key,
        history: addMark(known[at]?.history ?? [], mark, now),
      })),
    );
  };
  await guardUnload(() =>
    withRoom(() => intent.transaction('rw', triage, meta, write)),
  );
}
