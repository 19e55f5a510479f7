import { useRef, useState } from 'react';
import { useNavigate } from 'react-router-dom';

import { exportForm } from '@/data/forms/form-file';
import { createForm, updateForm } from '@/data/forms/change-forms';
import { TooLateError } from '@/data/outbox/replace-op';
import type { FormInput } from '@/domain/forms/form';
import { sendable, withRealIds } from '@/domain/forms/ids';
import { queueFileName } from '@/components/queue-file-name';
import { paths } from '@/paths';
import { saveFile } from '@/ui/save-file';
import { showToast } from '@/ui/overlay/toaster';

import type {
  EditorStart,
  FormBase,
} from '@/features/forms/opening/editor-start';
import { asNewForm, newId } from '@/features/forms/opening/editor-start';
import type { FormOp } from '@/features/forms/use-parked';
import { useTranslation } from '@/ui/texts';

/** The form that an editor saves, beside what was typed. */
export interface OpenForm {
  start: EditorStart;
  /** The form as it is now, here and on the server; undefined: it has none. */
  now: FormBase | undefined;
  /** The server's id, once a form that began without one has it. */
  realId: number | undefined;
  /** Refused changes of this form: the next save takes their place. */
  parked: readonly FormOp[];
}

/**
 * Saving from the editor: stored on this device, then back to the list
 * (docs/specification.md 2). Nothing here waits for the server. `endDraft`
 * forgets the stored draft.
 */
export function useSaveForm(
  { start, now, realId, parked }: OpenForm,
  form: FormInput,
  endDraft: () => Promise<void>,
) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const [unsaved, setUnsaved] = useState<Goal>();
  const [isSaved, setSaved] = useState(false);
  const isLeaving = useRef(false);

  /** Resolves with the reason when the device cannot store the form. */
  async function keepAndLeave(goal: Goal): Promise<string | void> {
    const { base, input } = changeTo(goal);
    if (isLeaving.current) return undefined;
    isLeaving.current = true;
    try {
      // A refused change would hold up everything behind it: this one takes its place.
      const replaced = { draftKey: start.draftKey, inPlaceOf: parked };
      await (base
        ? updateForm(base, input, replaced)
        : createForm(input, replaced));
    } catch (error) {
      isLeaving.current = false;
      if (error instanceof TooLateError) {
        const text = t('forms.parked.tooLate');
        showToast({ tone: 'refused', text });
        return text;
      }
      // Full, closed or forbidden storage: in each case nothing was stored.
      setUnsaved(goal);
      return t('forms.notSaved');
    }
    setSaved(true);
    await endDraft();
    showToast({ tone: 'done', text: t('common.savedOnDevice') });
    await navigate(paths.formsTab(input.draft ? 'draft' : 'public'));
    return undefined;
  }

  /** The mutation that a save of the form, as it is in the editor now, enqueues. */
  function changeTo(goal: Goal): Change {
    const base = baseNow();
    const input = finished(form, goal !== 'public');
    if (goal === 'copy') return { input: asNewForm(input) };
    if (!base) return { input };
    const mine = base === now ? numbered(input, base) : input.sections;
    const sections = sendable(base.sections, mine, newId);
    return { base, input: { ...input, sections } };
  }

  /**
   * The form that the save changes; after the server has given it an id, the
   * form with that id. It includes a refused addition that was queued again
   * meanwhile: without it, the save would add a second form. It excludes the
   * addition that this save replaces, as that one is never sent.
   */
  function baseNow(): FormBase | undefined {
    if (realId !== undefined && now) return now;
    const isReplaced = parked.some(
      ({ kind, args }) => kind === 'form.create' && args.id === now?.meta.id,
    );
    return start.base ?? (isReplaced ? undefined : now);
  }

  function numbered(input: FormInput, real: FormBase) {
    const sent = start.base?.sections ?? start.input.sections;
    return realId === undefined
      ? input.sections
      : withRealIds(input.sections, sent, real.sections);
  }

  return {
    save: (draft: boolean) => keepAndLeave(draft ? 'draft' : 'public'),
    /** The server deleted it: the same form once more, as a new draft. */
    saveAsNew: () => keepAndLeave('copy'),
    /** Whether this device could not keep the last save. */
    failed: unsaved !== undefined,
    /** The form as a file, for a device with room; with what was typed since. */
    saveToFile() {
      if (!unsaved) return;
      const { base, input } = changeTo(unsaved);
      const file = exportForm(base, input);
      saveFile(file, queueFileName(t('outbox.file'), Date.now()));
    },
    isSaved,
  };
}

/** As a draft, published, or once more as a new draft. */
type Goal = 'draft' | 'public' | 'copy';

interface Change {
  /** Absent for a new form. */
  base?: FormBase | undefined;
  input: FormInput;
}

/** A missing version becomes 1 on creation (docs/specification.md 4). */
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
