import type { FormInput } from '@/domain/forms/form';
import { suggestQuestionCode, suggestSectionCode } from '@/domain/forms/codes';
import {
  addQuestion,
  addSection,
  emptyQuestion,
  emptySection,
} from '@/domain/forms/editing';
import type { PartKey } from '@/domain/forms/outline';
import { outlineOf, questionKey, sectionKey } from '@/domain/forms/outline';
import { Button } from '@/ui/button';
import { KeyHint } from '@/ui/keyboard/key-hint';

import { newId } from '@/features/forms/opening/editor-start';
import { useEditorTools } from '@/features/forms/editor/editor-tools';
import { useTranslation } from '@/ui/texts';
import styles from './outline.module.css';

interface OutlineFootProps {
  form: FormInput;
  current: PartKey | undefined;
}

/**
 * Adds where the work is: a section after the current one, a question after
 * the current one; and names the keys that move a line.
 */
export function OutlineFoot({ form, current }: OutlineFootProps) {
  const { t } = useTranslation();
  const { edit, jump } = useEditorTools();
  const { sections } = form;
  const node = outlineOf(sections).find(({ key }) => key === current);
  const section = node?.section ?? sections.at(-1);

  function handleSection() {
    const added = emptySection(newId(), suggestSectionCode(form));
    const place = sectionKey(added);
    edit(addSection(added, section?.id), { place });
    jump(place, true);
  }

  function handleQuestion() {
    if (!section) return;
    const after = node && 'question' in node ? node.question.id : undefined;
    const code = suggestQuestionCode(sections, section.id, after);
    const added = emptyQuestion(newId(), code);
    const place = questionKey(added);
    edit(addQuestion(section.id, added, after), { place });
    jump(place, true);
  }

  return (
    <div className={styles.foot}>
      <Button small icon="plus" onClick={handleSection}>
        {t('forms.addSectionHere')}
      </Button>
      <Button
        small
        icon="plus"
        reason={section ? undefined : t('forms.addSectionFirst')}
        onClick={handleQuestion}
      >
        {t('forms.addQuestionHere')}
      </Button>
      <span className="push nowrap" title={t('forms.stepHint')}>
        <KeyHint>Alt</KeyHint> <KeyHint>↑</KeyHint> <KeyHint>↓</KeyHint>
        <span className="visually-hidden"> {t('forms.stepHint')}</span>
      </span>
    </div>
  );
}
