import type { DraftRow } from '@/db/intent';
import { databases } from '@/db/open';
import { assertFreshBuild } from '@/db/writer';

import { withRoom } from '@/db/room';
import { useLive } from './use-live';

export type Draft = Omit<DraftRow, 'updatedAt'>;

/** The kept draft of an editor: null when there is none, undefined until read. */
export function useDraft(draftKey: string): DraftRow | null | undefined {
  return useLive(`draft:${draftKey}`, async () => {
    const row = await databases().intent.drafts.get(draftKey);
    return row ?? null;
  });
}

/** Keeps what is in an editor right now. @throws when the device cannot. */
export async function keepDraft(draft: Draft): Promise<void> {
  const { intent } = databases();
  const { drafts, meta } = intent;
  await withRoom(() =>
    intent.transaction('rw', drafts, meta, async () => {
      await assertFreshBuild(intent);
      await drafts.put({ ...draft, updatedAt: Date.now() });
    }),
  );
}

/** Forgets a draft: it was saved, or the user gave it up. */
export async function dropDraft(draftKey: string): Promise<void> {
  await databases().intent.drafts.delete(draftKey);
}
