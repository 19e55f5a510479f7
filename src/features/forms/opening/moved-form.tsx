import { useEffect, useState } from 'react';
import { Navigate } from 'react-router-dom';

import type { FormDraft } from '@/data/drafts/drafts';
import { dropDraft, saveDraft } from '@/data/drafts/drafts';
import { withRealIds } from '@/domain/forms/ids';

import { draftKeyOf } from '@/features/forms/draft-keys';
import { paths } from '@/paths';
import type { FormBase } from './editor-start';

interface MovedFormProps {
  /** Unsaved input under the form's temporary id. */
  draft: FormDraft;
  /** The form as the server has it; undefined until read. */
  real: FormBase | undefined;
  realId: number;
}

/**
 * The server numbered a form whose draft is stored under its
 * temporary id: they move to the real one, then so does the reader.
 */
export function MovedForm({ draft, real, realId }: MovedFormProps) {
  const [isMoved, setMoved] = useState(false);

  useEffect(() => {
    if (!real) return;
    const { input } = draft;
    const sent = draft.base?.sections ?? [];
    const sections = withRealIds(input.sections, sent, real.sections);
    void saveDraft({
      draftKey: draftKeyOf(realId),
      input: { ...input, sections },
      base: real,
    })
      .then(() => dropDraft(draft.draftKey))
      // Where nothing can be stored the old draft stays, and nothing is lost.
      .catch(() => undefined)
      .finally(() => setMoved(true));
  }, [draft, real, realId]);

  return isMoved ? <Navigate to={paths.form(realId)} replace /> : null;
}
