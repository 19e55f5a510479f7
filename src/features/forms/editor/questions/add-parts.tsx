import type { FormInput, Section } from '@/domain/forms/form';
import { suggestQuestionCode, suggestSectionCode } from '@/domain/forms/codes';
import {
  addQuestion,
  addSection,
  emptyQuestion,
  emptySection,
} from '@/domain/forms/editing';
import { questionKey, sectionKey } from '@/domain/forms/outline';
import { Button } from '@/ui/button';
import { useTranslation } from '@/ui/texts';

import styles from './add-parts.module.css';
import { newId } from '@/features/forms/opening/editor-start';
import { useEditorTools } from '@/features/forms/editor/editor-tools';

interface AddQuestionProps {
  section: Section;
  form: FormInput;
}

export function AddQuestion({ section, form }: AddQuestionProps) {
  const { t } = useTranslation();
  const { isLocked, edit, jump } = useEditorTools();
  if (isLocked) return null;

  function handleAdd() {
    const code = suggestQuestionCode(form.sections, section.id);
    const question = emptyQuestion(newId(), code);
    const place = questionKey(question);
    edit(addQuestion(section.id, question), { place });
    jump(place, true);
  }

  return (
    <div className={styles.add}>
      <Button small icon="plus" onClick={handleAdd}>
        {t('forms.addQuestion')}
        <span className="visually-hidden">: {section.code}</span>
      </Button>
    </div>
  );
}

export function AddSection({ form }: { form: FormInput }) {
  const { t } = useTranslation();
  const { isLocked, edit, jump } = useEditorTools();
  if (isLocked) return null;

  function handleAdd() {
    const section = emptySection(newId(), suggestSectionCode(form));
    const place = sectionKey(section);
    edit(addSection(section), { place });
    jump(place, true);
  }

  return (
    <Button icon="plus" onClick={handleAdd}>
      {t('forms.addSection')}
    </Button>
  );
}
