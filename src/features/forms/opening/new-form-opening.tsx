import { useDraft } from '@/data/drafts/drafts';
import { useForms } from '@/data/forms/forms';
import type { FormInput } from '@/domain/forms/form';
import { emptyForm } from '@/domain/forms/editing';
import { useTranslation } from '@/ui/texts';

import { Begin } from './begin';
import { NEW_DRAFT } from '@/features/forms/draft-keys';
import type { EditorStart } from './editor-start';
import { copyOf, lastOrder } from './editor-start';
import { EditorWait } from './editor-wait';
import { DraftOffer } from './start-choices';
import { UnknownForm } from './unknown-form';
import { NO_FORM, useFormSource } from './use-form-source';

interface NewFormOpeningProps {
  /** The form to copy, or `NO_FORM`. */
  copied: number;
  onStart: (start: EditorStart) => void;
}

/**
 * What comes before the editor of a new form: one that was begun before and
 * left as a draft, or the form that is to be copied.
 */
export function NewFormOpening({ copied, onStart }: NewFormOpeningProps) {
  const { t } = useTranslation();
  const source = useFormSource(copied);
  const forms = useForms()?.rows;
  const draft = useDraft(NEW_DRAFT);

  function start(input: FormInput, isChanged: boolean) {
    onStart({ draftKey: NEW_DRAFT, input, isChanged });
  }

  if (!forms || draft === undefined) return <EditorWait source={source} />;
  if (draft) {
    return (
      <DraftOffer
        draft={draft}
        isGone={false}
        onResume={() => start(draft.input, true)}
      />
    );
  }
  const order = lastOrder(forms);
  if (copied === NO_FORM) {
    return <Begin onBegin={() => start(emptyForm(order), false)} />;
  }
  const { base, read } = source;
  if (base) {
    const codes = forms.map(({ code }) => code);
    const name = (title: string) => t('forms.copyName', { title });
    return (
      <Begin onBegin={() => start(copyOf(base, codes, order, name), true)} />
    );
  }
  return read?.isUnknown ? <UnknownForm /> : <EditorWait source={source} />;
}
