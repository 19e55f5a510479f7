import { useMemo, useState } from 'react';

import type { ObserverDraft } from '@/data/drafts/drafts';
import { useAutosave } from '@/data/drafts/use-autosave';
import type { ObserverInput } from '@/domain/observers/observer';
import { useUnsaved } from '@/state/unsaved';

interface Typed extends Pick<ObserverDraft, 'draftKey' | 'input'> {
  /** What the fields began with; absent for a new observer. */
  base?: ObserverInput | undefined;
  isChanged: boolean;
  /** It goes on with a draft that was stored before. */
  isResumed: boolean;
}

/**
 * Stores the fields of a profile as a draft, and asks before they are left. A PIN is
 * never stored: while one is typed, `flush` is absent and the input is not safe.
 */
export function useProfileDraft(typed: Typed) {
  const { base, isChanged, isResumed } = typed;
  const { name, phone, hadPin } = typed.input;
  // The number of an addition changes under an open form, its draft does not.
  const [draftKey] = useState(typed.draftKey);
  const input = useMemo(() => ({ name, phone, hadPin }), [name, phone, hadPin]);
  const draft = {
    draftKey,
    input,
    base: base && { name: base.name, phone: base.phone },
  };
  const autosave = useAutosave(draft, isChanged, isResumed);
  const flush = hadPin ? undefined : autosave.flush;
  const release = useUnsaved(isChanged, flush, autosave.end);
  return {
    draftKey,
    /**
     * Saved, given up or deleted: leaving asks nothing, and the draft is gone.
     */
    async end() {
      release();
      await autosave.end();
    },
  };
}
