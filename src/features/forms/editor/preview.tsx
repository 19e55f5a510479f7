import { useDeferredValue } from 'react';

import type { FormInput } from '@/domain/forms/form';
import { isSingleChoice } from '@/domain/forms/form';
import type { PartKey } from '@/domain/forms/outline';
import { outlineOf } from '@/domain/forms/outline';
import { Button } from '@/ui/button';
import { Mark } from '@/ui/marks/mark';
import { useTranslation } from '@/ui/texts';

import { useEditorTools } from './editor-tools';
import { formName } from '@/features/forms/form-name';
import styles from './preview.module.css';

interface PreviewProps {
  form: FormInput;
  /** The section or question that is being worked on. */
  current: PartKey | undefined;
}

/** The current question as an observer's phone shows it. */
export function Preview({ form, current }: PreviewProps) {
  const { t } = useTranslation();
  const { jump } = useEditorTools();
  const shown = useDeferredValue(form);
  const nodes = outlineOf(shown.sections);
  const asked = nodes.filter((node) => 'question' in node);
  const from = nodes.findIndex(({ key }) => key === current);
  const node =
    nodes.slice(Math.max(0, from)).find((each) => 'question' in each) ??
    asked.at(-1);
  if (!node || !('question' in node)) {
    return <p className={styles.none}>{t('forms.preview.none')}</p>;
  }
  const { question, section, place } = node;
  const previous = asked[place - 2];
  const next = asked[place];
  const shape = isSingleChoice(question.questionType) ? 'round' : 'square';

  return (
    <>
      <p className={styles.title}>
        <span className="strong">{t('forms.preview.name')}</span>
        <span className="small muted">
          {t('forms.preview.place', { place, count: asked.length })}
        </span>
      </p>
      <div className={styles.device}>
        <div className={styles.head}>
          <div className="strong">{formName(shown)}</div>
          <div className="small muted">
            {section.code} {section.description}
          </div>
        </div>
        <div className={styles.body}>
          <p className={styles.question}>
            {question.text || t('forms.noText')}
          </p>
          <ul className={styles.options}>
            {question.options.map((option) => (
              <li key={option.id} className={styles.option}>
                <span className={styles.pip} data-shape={shape} />
                <span>{option.text}</span>
                {option.isFreeText ? (
                  <span className={styles.line}>
                    {t('forms.preview.freeText')}
                  </span>
                ) : null}
              </li>
            ))}
          </ul>
          <Mark icon="note">{t('forms.preview.note')}</Mark>
        </div>
        <div className={styles.foot}>
          <Button
            reason={previous ? undefined : t('forms.preview.isFirst')}
            onClick={() => previous && jump(previous.key)}
          >
            {t('forms.preview.back')}
          </Button>
          <Button
            variant="primary"
            reason={next ? undefined : t('forms.preview.isLast')}
            onClick={() => next && jump(next.key)}
          >
            {t('forms.preview.next')}
          </Button>
        </div>
      </div>
    </>
  );
}
