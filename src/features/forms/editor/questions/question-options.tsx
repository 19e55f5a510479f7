import { useEffect, useMemo, useRef, useState } from 'react';

import type { Option, Question } from '@/domain/forms/form';
import {
  addOptions,
  moveOption,
  patchOption,
  removeOption,
  stepOption,
} from '@/domain/forms/editing';
import { questionKey } from '@/domain/forms/outline';
import { missingTexts, newOption, pastedLines } from '@/domain/forms/options';
import { ConfirmDialog } from '@/components/confirm-dialog';
import { Button } from '@/ui/button';
import { KeyHint } from '@/ui/keyboard/key-hint';

import { newId } from '@/features/forms/opening/editor-start';
import { useEditorTools } from '@/features/forms/editor/editor-tools';
import { useTranslation } from '@/ui/texts';
import { OptionLine } from './option-line';
import { PredefinedDialog } from './predefined-dialog';
import styles from './question-options.module.css';
import { useSortable } from '@/features/forms/sorting/use-sortable';

interface QuestionOptionsProps {
  question: Question;
}

/**
 * The options of a question: typed, pasted, taken from the predefined ones,
 * dragged into order; deleting one asks (docs/specification.md 2).
 */
export function QuestionOptions({ question }: QuestionOptionsProps) {
  const { id, options } = question;
  const place = questionKey(question);
  const { t } = useTranslation();
  const { edit, isLocked } = useEditorTools();
  const [list, setList] = useState<HTMLElement | null>(null);
  const [leaving, setLeaving] = useState<Option>();
  const [isChoosing, setChoosing] = useState(false);
  const focusNext = useRef<number>(undefined);
  const ids = useMemo(
    () => options.map((option) => String(option.id)),
    [options],
  );
  useSortable({
    container: list,
    ids,
    isLocked,
    onMove: (optionId, beforeId) =>
      edit(
        moveOption(
          id,
          Number(optionId),
          beforeId === undefined ? beforeId : Number(beforeId),
        ),
        { place },
      ),
  });

  useEffect(() => {
    const optionId = focusNext.current;
    if (optionId === undefined) return;
    focusNext.current = undefined;
    list?.querySelector<HTMLElement>(`[data-option="${optionId}"]`)?.focus();
  }, [options, list]);

  function add(texts: readonly string[], afterId?: number) {
    const added = texts.map((text) => newOption(newId(), text));
    focusNext.current = added.at(-1)?.id;
    edit(addOptions(id, added, afterId), { place });
  }

  /** Several lines make several options; the first fills an empty one. */
  function handlePaste(option: Option, text: string): boolean {
    const lines = pastedLines(text);
    if (!lines) return false;
    const [first = '', ...rest] = lines;
    if (option.text.trim() !== '') {
      add(lines, option.id);
      return true;
    }
    const added = rest.map((line) => newOption(newId(), line));
    focusNext.current = added.at(-1)?.id;
    edit(
      (form) =>
        addOptions(
          id,
          added,
          option.id,
        )(patchOption(id, option.id, { text: first })(form)),
      { place },
    );
    return true;
  }

  return (
    <div>
      <ul
        ref={setList}
        aria-label={t('forms.optionsOf', { code: question.code })}
        className={styles.list}
      >
        {options.map((option, at) => (
          <OptionLine
            key={option.id}
            questionId={id}
            option={option}
            number={at + 1}
            onStep={(by) => edit(stepOption(id, option.id, by), { place })}
            onEnter={() => {
              if (option.text.trim() !== '') add([''], option.id);
            }}
            onPaste={(text) => handlePaste(option, text)}
            onDelete={() => setLeaving(option)}
          />
        ))}
      </ul>
      {isLocked ? null : (
        <div className={styles.foot}>
          <Button small icon="plus" onClick={() => add([''])}>
            {t('forms.addOption')}
          </Button>
          <Button small onClick={() => setChoosing(true)}>
            {t('forms.predefined.open')}
          </Button>
          <span className={styles.hint}>
            <KeyHint>Enter</KeyHint> {t('forms.enterHint')}
          </span>
        </div>
      )}
      {leaving === undefined ? null : (
        <ConfirmDialog
          danger
          title={t('forms.deleteOption', { text: leaving.text })}
          text={leaving.id > 0 ? t('forms.deleteOptionStays') : undefined}
          confirmLabel={t('common.delete')}
          onClose={() => setLeaving(undefined)}
          // In memory: the editor says beside the title when the draft is stored.
          onConfirm={async () => edit(removeOption(id, leaving.id), { place })}
        />
      )}
      {isChoosing ? (
        <PredefinedDialog
          onClose={() => setChoosing(false)}
          onAdd={(texts) => add(missingTexts(options, texts))}
        />
      ) : null}
    </div>
  );
}
