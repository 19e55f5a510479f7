import { useLive } from '@/data/live/use-live';
import type {
  DraftRow,
  FormDraftRow,
  MessageDraftRow,
  ObserverDraftRow,
} from '@/db/intent';
import { databases } from '@/db/open';
import { withRoom } from '@/db/reserve';
import { assertFreshBuild } from '@/db/writer';
import type { NotificationInput } from '@/domain/notification';

type Unsaved<Row> = Row extends DraftRow ? Omit<Row, 'updatedAt'> : never;

export type Draft = Unsaved<DraftRow>;
export type FormDraft = Unsaved<FormDraftRow>;
export type ObserverDraft = ObserverDraftRow;
export type MessageDraft = MessageDraftRow;

/** The draft of an observer that was never saved. */
export const NEW_OBSERVER_DRAFT = 'observer:new';
/** The draft of a message. */
export const MESSAGE_DRAFT = 'message:new';

/** The draft of unsaved changes to an observer. */
export function observerDraftKey(id: number): ObserverDraft['draftKey'] {
  return `observer:${id}`;
}

/** The stored draft of a form: null when there is none, undefined until read. */
export function useDraft(
  draftKey: FormDraft['draftKey'],
): FormDraftRow | null | undefined {
  return useLive(`draft:${draftKey}`, async () => {
    const row = await databases().intent.drafts.get(draftKey);
    return isFormDraft(row) ? row : null;
  });
}

/**
 * The stored draft of an observer, or of a new one; null when there is none,
 * undefined until read. An addition that was edited before the server numbered it
 * has its draft under the temporary id.
 */
export function useObserverDraft(
  id: number | 'new',
): ObserverDraft | null | undefined {
  return useLive(`draft:observer:${id}`, async () => {
    const { drafts, idMap } = databases().intent;
    const former = await idMap.filter(({ realId }) => realId === id).toArray();
    for (const each of [id, ...former.map((row) => row.id)]) {
      const row = await drafts.get(`observer:${each}`);
      if (isObserverDraft(row)) return row;
    }
    return null;
  });
}

/** All stored drafts of observers, live; undefined until read. */
export function useObserverDrafts(): ObserverDraft[] | undefined {
  return useLive('drafts:observer', async () => {
    const { drafts } = databases().intent;
    const rows = await drafts
      .where('draftKey')
      .startsWith('observer:')
      .toArray();
    return rows.filter(isObserverDraft);
  });
}

/** The stored draft of a message: null when there is none, undefined until read. */
export function useMessageDraft(): MessageDraft | null | undefined {
  return useLive(`draft:${MESSAGE_DRAFT}`, async () => {
    const row = await databases().intent.drafts.get(MESSAGE_DRAFT);
    return isMessageDraft(row) ? row : null;
  });
}

/** Stores what is in an editor right now. @throws when the device cannot. */
export async function saveDraft(draft: Draft): Promise<void> {
  const { intent } = databases();
  const { drafts, meta } = intent;
  await withRoom(() =>
    intent.transaction('rw', drafts, meta, async () => {
      await assertFreshBuild(intent);
      await drafts.put({ ...draft, updatedAt: Date.now() });
    }),
  );
}

/**
 * Stores a message that was not sent as the draft; another one that is typed now stays.
 * @returns false when there is another one. @throws when the device cannot store it.
 */
export async function keepMessage({
  title,
  message,
  recipients,
}: NotificationInput): Promise<boolean> {
  const { drafts } = databases().intent;
  if (await drafts.get(MESSAGE_DRAFT)) return false;
  const input = { title, message, recipients: recipients && [...recipients] };
  await saveDraft({ draftKey: MESSAGE_DRAFT, input });
  return true;
}

/** Forgets a draft: it was saved, or the user gave it up. */
export async function dropDraft(draftKey: Draft['draftKey']): Promise<void> {
  await databases().intent.drafts.delete(draftKey);
}

function isFormDraft(row: DraftRow | undefined): row is FormDraftRow {
  return row?.draftKey.startsWith('form:') === true;
}

function isObserverDraft(row: DraftRow | undefined): row is ObserverDraftRow {
  return row?.draftKey.startsWith('observer:') === true;
}

function isMessageDraft(row: DraftRow | undefined): row is MessageDraftRow {
  return row?.draftKey === MESSAGE_DRAFT;
}
