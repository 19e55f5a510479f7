import { memo } from 'react';

import type { Option } from '@/domain/forms/form';
import { TEXT_MAX } from '@/domain/forms/checks';
import { patchOption } from '@/domain/forms/editing';
import { questionKey } from '@/domain/forms/outline';
import { IconButton } from '@/ui/button';
import { classNames } from '@/ui/class-names';
import { Field, TextInput } from '@/ui/field/field';
import { Icon } from '@/ui/icon';

import { useEditorTools } from '@/features/forms/editor/editor-tools';
import { Grip } from '@/features/forms/sorting/grip';
import { useTranslation } from '@/ui/texts';
import styles from './option-line.module.css';
import { useStepKeys } from '@/features/forms/sorting/step-keys';
import { useTooLong } from './use-too-long';

interface OptionLineProps {
  questionId: number;
  option: Option;
  /** From 1. */
  number: number;
  onStep: (by: -1 | 1) => void;
  onEnter: () => void;
  /** Answers whether the text was taken over as several options. */
  onPaste: (text: string) => boolean;
  onDelete: () => void;
}

/** One option: its text, the two toggles of docs/specification.md 2, delete. */
export const OptionLine = memo(function OptionLine(props: OptionLineProps) {
  const { questionId, option, number, onStep } = props;
  const { id, text, isFreeText, flagged } = option;
  const { t } = useTranslation();
  const { edit, isLocked } = useEditorTools();
  const place = questionKey({ id: questionId });
  const error = useTooLong(text, TEXT_MAX);
  const name = text || t('forms.optionNumber', { number });
  const handleKeyDown = useStepKeys(onStep, {
    more: { Enter: { words: t('forms.keys.option'), act: props.onEnter } },
    enabled: !isLocked,
  });

  return (
    <li className={styles.option} data-sortable="">
      {isLocked ? (
        <span />
      ) : (
        <Grip
          id={String(id)}
          name={t('forms.move', { name })}
          onStep={onStep}
        />
      )}
      <span className={styles.pip} aria-hidden="true" />
      <Field
        label={
          <span className="visually-hidden">
            {t('forms.optionNumber', { number })}
          </span>
        }
        error={error}
        className={styles.text}
      >
        <TextInput
          data-option={id}
          value={text}
          readOnly={isLocked}
          autoComplete="off"
          onChange={({ target }) =>
            edit(patchOption(questionId, id, { text: target.value }), {
              mark: `o${id}.text`,
              place,
            })
          }
          onKeyDown={handleKeyDown}
          onPaste={(event) => {
            if (isLocked) return;
            const pasted = event.clipboardData.getData('text/plain');
            if (props.onPaste(pasted)) event.preventDefault();
          }}
        />
      </Field>
      <Toggle
        isOn={isFreeText}
        onToggle={() =>
          edit(patchOption(questionId, id, { isFreeText: !isFreeText }), {
            place,
          })
        }
      >
        <Icon name="text" small />
        {t('forms.freeText')}
        <span className="visually-hidden">: {name}</span>
      </Toggle>
      <Toggle
        isFlag
        isOn={flagged}
        onToggle={() =>
          edit(patchOption(questionId, id, { flagged: !flagged }), {
            place,
          })
        }
      >
        <Icon name="flag" small />
        {t('forms.flag')}
        <span className="visually-hidden">: {name}</span>
      </Toggle>
      {isLocked ? null : (
        <IconButton
          icon="trash"
          name={t('forms.deleteOptionName', { name })}
          onClick={props.onDelete}
        />
      )}
    </li>
  );
});

interface ToggleProps {
  isOn: boolean;
  isFlag?: boolean | undefined;
  onToggle: () => void;
  children: React.ReactNode;
}

function Toggle({ isOn, isFlag = false, onToggle, children }: ToggleProps) {
  const { isLocked } = useEditorTools();
  return (
    <button
      type="button"
      aria-pressed={isOn}
      disabled={isLocked}
      className={classNames(styles.toggle, isFlag && styles.flag)}
      onClick={onToggle}
    >
      {children}
    </button>
  );
}
