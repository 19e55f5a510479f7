import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';

import { createForm, exportForm, updateForm } from '@/data/forms';
import { cancelOp } from '@/data/outbox';
import type { FormInput } from '@/domain/form';
import { sendable, withRealIds } from '@/domain/form-ids';
import { queueFileName } from '@/phrases/queue-file-name';
import { saveFile } from '@/ui/save-file';
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
  const [unsaved, setUnsaved] = useState<Change>();
  const [isSaved, setSaved] = useState(false);
  const isLeaving = useRef(false);

  async function keepAndLeave(change: Change) {
    const { base, input } = change;
    if (isLeaving.current) return;
    isLeaving.current = true;
    try {
      // A refused change would hold up everything behind it: this one takes its place.
      for (const op of parked) await cancelOp(op);
      await (base ? updateForm(base, input) : createForm(input));
    } catch {
      // Full, closed or forbidden storage: whichever it is, nothing was kept.
      isLeaving.current = false;
      setUnsaved(change);
      return;
    }
    setSaved(true);
    await endDraft();
    showToast({ tone: 'done', text: t('common.savedOnDevice') });
    await navigate(listPath(input.draft ? 'draft' : 'public'));
  }

  function save(draft: boolean) {
    const base = baseNow();
    const input = finished(form, draft);
    if (!base) return keepAndLeave({ input });
    const mine = base === now ? numbered(input, base) : input.sections;
    const sections = sendable(base.sections, mine, newId);
    return keepAndLeave({ base, input: { ...input, sections } });
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
    saveAsNew: () => keepAndLeave({ input: asNewForm(finished(form, true)) }),
    /** Whether this device could not keep the last save. */
    failed: unsaved !== undefined,
    /** That save as a file, for a device with room. */
    saveToFile() {
      if (!unsaved) return;
      const file = exportForm(unsaved.base, unsaved.input);
      saveFile(file, queueFileName(t('outbox.file'), Date.now()));
    },
    isSaved,
  };
}

/** What a save asks to be kept. */
interface Change {
  /** Absent for a new form. */
  base?: FormBase;
  input: FormInput;
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
