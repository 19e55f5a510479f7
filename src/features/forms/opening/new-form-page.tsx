import { useState } from 'react';
import { useSearchParams } from 'react-router-dom';

import type { EditorStart } from './editor-start';
import { FormEditor } from '@/features/forms/editor/form-editor';
import { useTranslation } from '@/ui/texts';
import { NewFormOpening } from './new-form-opening';
import { NO_FORM } from './use-form-source';

/**
 * The editor of a new form: route `/formulare/nou`; `?copie={formId}` begins with
 * a copy of another one.
 */
export function NewFormPage() {
  const [search] = useSearchParams();
  const copied = copiedIn(search) ?? NO_FORM;
  return <NewForm key={copied} copied={copied} />;
}

function NewForm({ copied }: { copied: number }) {
  const { t } = useTranslation();
  const [start, setStart] = useState<EditorStart>();
  if (!start) return <NewFormOpening copied={copied} onStart={setStart} />;
  return (
    <FormEditor
      start={start}
      title={t('forms.newTitle')}
      now={undefined}
      realId={undefined}
      isGone={false}
      parked={[]}
      lockedReason={undefined}
      onReload={undefined}
    />
  );
}

/** The form that the new one is to be a copy of. */
function copiedIn(search: URLSearchParams): number | undefined {
  const id = Number(search.get('copie') ?? '');
  return Number.isSafeInteger(id) && id !== 0 ? id : undefined;
}
