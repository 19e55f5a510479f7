import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';

import { useDraft } from '@/data/drafts';
import { useForms } from '@/data/forms';
import { emptyForm } from '@/domain/form-editing';

import { NEW_DRAFT } from './draft-keys';
import type { EditorStart } from './editor-start';
import { copyOf, lastOrder } from './editor-start';
import { EditorWait } from './editor-wait';
import { FormEditor } from './form-editor';
import { copiedIn } from './form-paths';
import { KeptDraft } from './start-choices';
import { UnknownForm } from './unknown-form';
import { NO_FORM, useFormSource } from './use-form-source';

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
  const source = useFormSource(copied);
  const forms = useForms()?.rows;
  const draft = useDraft(NEW_DRAFT);
  const [start, setStart] = useState<EditorStart>();

  if (start) {
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
  if (!forms || draft === undefined) return <EditorWait source={source} />;
  if (draft) {
    const { input } = draft;
    return (
      <KeptDraft
        draft={draft}
        isGone={false}
        onResume={() =>
          setStart({ draftKey: NEW_DRAFT, input, isChanged: true })
        }
      />
    );
  }
  const order = lastOrder(forms);
  if (copied === NO_FORM) {
    const input = emptyForm(order);
    setStart({ draftKey: NEW_DRAFT, input, isChanged: false });
    return null;
  }
  if (source.base) {
    const codes = forms.map(({ code }) => code);
    const name = (title: string) => t('forms.copyName', { title });
    const input = copyOf(source.base, codes, order, name);
    setStart({ draftKey: NEW_DRAFT, input, isChanged: true });
    return null;
  }
  const isGone = source.read?.isUnknown === true;
  return isGone ? <UnknownForm /> : <EditorWait source={source} />;
}
