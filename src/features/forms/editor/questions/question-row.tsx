import { memo } from 'react';

import type { Question } from '@/domain/forms/form';
import { QuestionType } from '@/domain/forms/form';
import { TEXT_MAX } from '@/domain/forms/checks';
import { addQuestion, patchQuestion } from '@/domain/forms/editing';
import type { PartKey } from '@/domain/forms/outline';
import { questionKey } from '@/domain/forms/outline';
import { renewed } from '@/domain/forms/ids';
import { Button, IconButton } from '@/ui/button';
import { classNames } from '@/ui/class-names';
import { Field, NativeSelect, TextInput } from '@/ui/field/field';
import { useTranslation } from '@/ui/texts';

import { DoubleCode } from './double-code';
import { newId } from '@/features/forms/opening/editor-start';
import { useEditorTools } from '@/features/forms/editor/editor-tools';
import { QuestionOptions } from './question-options';
import styles from './question-row.module.css';
import { useRemoveQuestion } from './use-remove-question';
import { useTooLong } from './use-too-long';

interface QuestionRowProps {
  question: Question;
  sectionId: number;
  /** The question after it in its section. */
  followerId: number | undefined;
  isOpen: boolean;
  isCurrent: boolean;
  /** Another question before it has the same code. */
  isDouble: boolean;
  onToggle: (question: PartKey) => void;
}

const TYPES = Object.values(QuestionType);

/**
 * One question: its line, and when open its fields and options. Drawn again
 * only when it changes, so that a long form costs no more than a short one.
 */
export const QuestionRow = memo(function QuestionRow(props: QuestionRowProps) {
  const { question, sectionId, isOpen, isCurrent, onToggle } = props;
  const { id, code, text, questionType, options } = question;
  const { t } = useTranslation();
  const { isLocked, edit, jump } = useEditorTools();
  const remove = useRemoveQuestion(sectionId, props.followerId);
  const name = <span className="visually-hidden">: {code}</span>;

  function handleDuplicate() {
    const copy = renewed(question, newId);
    const place = questionKey(copy);
    edit(addQuestion(sectionId, copy, id), { place });
    jump(place, true);
  }

  return (
    <div className={classNames(styles.block, isCurrent && styles.current)}>
      <div className={styles.head}>
        <IconButton
          icon={isOpen ? 'down' : 'right'}
          name={t(isOpen ? 'forms.hideOptions' : 'forms.showOptions', { code })}
          aria-expanded={isOpen}
          onClick={() => onToggle(questionKey(question))}
        />
        <h3 className={styles.title}>
          <span>{code}</span>{' '}
          <span className={styles.text}>{text || t('forms.noText')}</span>
        </h3>
        <span className={styles.about}>
          {`${t(`forms.type.${questionType}`)}, ${t('forms.options', { count: options.length })}`}
        </span>
        {isLocked ? null : (
          <span className={styles.actions}>
            <Button small variant="quiet" icon="copy" onClick={handleDuplicate}>
              {t('forms.duplicate')}
              {name}
            </Button>
            <Button
              small
              variant="quiet"
              icon="trash"
              onClick={() => remove(question)}
            >
              {t('common.delete')}
              {name}
            </Button>
          </span>
        )}
      </div>
      {isOpen ? <QuestionBody {...props} /> : null}
    </div>
  );
});

function QuestionBody({ question, isDouble }: QuestionRowProps) {
  const { id, code, text, questionType } = question;
  const place = questionKey(question);
  const { t } = useTranslation();
  const { isLocked, edit } = useEditorTools();
  const textError = useTooLong(text, TEXT_MAX);
  return (
    <div className={styles.body}>
      <div className={styles.fields}>
        <Field
          label={t('forms.field.question.code')}
          hint={isDouble ? <DoubleCode /> : undefined}
        >
          <TextInput
            value={code}
            readOnly={isLocked}
            autoComplete="off"
            onChange={({ target }) =>
              edit(patchQuestion(id, { code: target.value }), {
                mark: `${place}.code`,
                place,
              })
            }
          />
        </Field>
        <Field label={t('forms.field.question.text')} error={textError}>
          <TextInput
            data-first-field=""
            value={text}
            readOnly={isLocked}
            autoComplete="off"
            onChange={({ target }) =>
              edit(patchQuestion(id, { text: target.value }), {
                mark: `${place}.text`,
                place,
              })
            }
          />
        </Field>
        <Field label={t('forms.field.question.type')}>
          <NativeSelect
            value={questionType}
            disabled={isLocked}
            onChange={({ target }) => {
              const chosen = TYPES.find(
                (type) => String(type) === target.value,
              );
              if (chosen === undefined) return;
              edit(patchQuestion(id, { questionType: chosen }), { place });
            }}
          >
            {TYPES.map((type) => (
              <option key={type} value={type}>
                {t(`forms.type.${type}`)}
              </option>
            ))}
          </NativeSelect>
        </Field>
      </div>
      <QuestionOptions question={question} />
    </div>
  );
}
