import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';

import { createForm, updateForm } from '@/data/forms';
import { cancelOp } from '@/data/outbox';
import type { FormInput } from '@/domain/form';
import { sendable, withRealIds } from '@/domain/form-ids';
import { showToast } from '@/ui/toaster';

import type { FormBase } from './editor-start';
import { asNewForm, newId } from './editor-start';
import type { FormEditorProps } from './form-editor';
import { listPath } from './form-paths';

/**
 * Saving from the editor: kept on this device, then back to the list
 * (specification section 2). Nothing here waits for the host.
 * @param form as it is in the editor; @param endDraft it is saved: forgets the kept draft.
 */
export function useSaveForm(
  { start, now, realId, parked }: FormEditorProps,
  form: FormInput,
  endDraft: () => Promise<void>,
) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const [failed, setFailed] = useState(false);
  const [isSaved, setSaved] = useState(false);
  const isLeaving = useRef(false);

  async function leaveAfter(keep: () => Promise<unknown>, draft: boolean) {
    if (isLeaving.current) return;
    isLeaving.current = true;
    try {
      // A refused change would hold up everything behind it: this one takes its place.
      for (const op of parked) await cancelOp(op);
      await keep();
    } catch {
      // Full, closed or forbidden storage: whichever it is, nothing was kept.
      isLeaving.current = false;
      setFailed(true);
      return;
    }
    setSaved(true);
    await endDraft();
    showToast({ tone: 'done', text: t('common.savedOnDevice') });
    await navigate(listPath(draft ? 'draft' : 'public'));
  }

  function save(draft: boolean) {
    const base = baseNow();
    const input = finished(form, draft);
    if (!base) return leaveAfter(() => createForm(input), draft);
    const mine = base === now ? numbered(input, base) : input.sections;
    const sections = sendable(base.sections, mine, newId);
    return leaveAfter(() => updateForm(base, { ...input, sections }), draft);
  }

  /** The host numbered the form while it was open: from now on that one is meant. */
  function baseNow(): FormBase | undefined {
    return realId !== undefined && now ? now : start.base;
  }

  function numbered(input: FormInput, real: FormBase) {
    const sent = start.base?.sections ?? start.input.sections;
    return realId === undefined
      ? input.sections
      : withRealIds(input.sections, sent, real.sections);
  }

  return {
    save,
    /** The host deleted it: the same form once more, as a new draft. */
    saveAsNew: () =>
      leaveAfter(() => createForm(asNewForm(finished(form, true))), true),
    failed,
    isSaved,
  };
}

/** A missing version becomes 1 on creation (specification section 4). */
function finished(form: FormInput, draft: boolean): FormInput {
  return {
    ...form,
    title: form.title.trim(),
    code: form.code.trim(),
    description: form.description.trim(),
    draft,
    currentVersion: form.currentVersion || 1,
  };
}
