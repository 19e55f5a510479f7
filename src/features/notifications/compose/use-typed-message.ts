import { useMemo } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { useWatch } from 'react-hook-form';

import { MESSAGE_DRAFT } from '@/data/drafts/drafts';
import { useAutosave } from '@/data/drafts/use-autosave';
import { useUnsaved } from '@/state/unsaved';

import type { Message } from './message-form';

interface Typed {
  form: UseFormReturn<Message>;
  /** What the fields began with: it is no loss. */
  from: Message;
  recipients: readonly number[] | undefined;
  /** The op that it is to replace. */
  again: string | undefined;
  /** It goes on with a draft that was stored before. */
  isResumed: boolean;
}

/**
 * Keeps the message while it is typed, with whom it is for, and asks before it is
 * left.
 */
export function useTypedMessage(typed: Typed): { isChanged: boolean } {
  const { form, from, recipients = [], again, isResumed } = typed;
  const { title = '', message = '' } = useWatch({ control: form.control });
  const ids = recipients.join();
  const input = useMemo(
    () => ({
      title,
      message,
      recipients: ids === '' ? undefined : ids.split(',').map(Number),
      again,
    }),
    [title, message, ids, again],
  );
  const isChanged = title !== from.title || message !== from.message;
  const draft = { draftKey: MESSAGE_DRAFT, input } as const;
  const autosave = useAutosave(draft, isChanged, isResumed);
  useUnsaved(isChanged, autosave.flush, autosave.end);
  return { isChanged };
}
