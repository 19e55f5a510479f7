import { guardUnload } from '@/data/device/unload-guard';
import { useLive } from '@/data/live/use-live';
import { databases } from '@/db/open';
import { withRoom } from '@/db/reserve';
import { assertFreshBuild, assertNotPaused } from '@/db/writer';
import type { RefusedMark } from '@/domain/triage/refused';
import { markName } from '@/domain/triage/refused';
import { marksBeside } from '@/domain/triage/shared';
import { sync } from '@/workers/client';

import type { DecisionAbout } from './waiting-marks';
import { aboutThreads } from './waiting-marks';

export type RefusedDecision = DecisionAbout<RefusedMark>;

/** The decisions that the server refused, newest first; undefined until read. */
export function useRefusedMarks(): RefusedDecision[] | undefined {
  return useLive('refused-marks', async () => {
    const rows = await databases().intent.refusedMarks.toArray();
    const marks = rows.toSorted((one, other) => other.setAt - one.setAt);
    return aboutThreads(marks);
  });
}

/** Sends a refused decision again; it is in force on this device meanwhile. */
export async function retryMark(mark: RefusedMark): Promise<void> {
  const { refusedMarks } = databases().intent;
  await change(() => refusedMarks.delete(markName(mark)));
  void sync.push();
}

/**
 * Takes a refused decision out of the history of this device.
 * @throws when the device cannot store it: then nothing was decided.
 */
export async function dropMark(mark: RefusedMark): Promise<void> {
  const { triage, refusedMarks } = databases().intent;
  await change(async () => {
    const row = await triage.get(mark.key);
    const history = row ? marksBeside(row.history, [mark]) : [];
    if (history.length === 0) await triage.delete(mark.key);
    else await triage.put({ key: mark.key, history });
    await refusedMarks.delete(markName(mark));
  });
}

/** One strict transaction. @throws when the device cannot store it. */
async function change(write: () => PromiseLike<void>): Promise<void> {
  const { intent } = databases();
  const { triage, refusedMarks, meta } = intent;
  assertNotPaused();
  await guardUnload(() =>
    withRoom(() =>
      intent.transaction('rw', triage, refusedMarks, meta, async () => {
        await assertFreshBuild(intent);
        await write();
      }),
    ),
  );
}
