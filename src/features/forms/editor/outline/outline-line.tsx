import { memo } from 'react';

import type { Question, Section } from '@/domain/forms/form';
import type { Warning } from '@/domain/forms/checks';
import type { PartKey } from '@/domain/forms/outline';
import { classNames } from '@/ui/class-names';
import { Mark } from '@/ui/marks/mark';

import { useEditorTools } from '@/features/forms/editor/editor-tools';
import { Grip } from '@/features/forms/sorting/grip';
import { useTranslation } from '@/ui/texts';
import styles from './outline-line.module.css';
import { STEP_KEYS, useStepKeys } from '@/features/forms/sorting/step-keys';

interface OutlineLineProps {
  id: PartKey;
  part: Section | Question;
  isCurrent: boolean;
  mark: Warning['kind'] | undefined;
  onStep: (id: PartKey, code: string, by: -1 | 1) => void;
}

export const OutlineLine = memo(function OutlineLine(props: OutlineLineProps) {
  const { id, part, isCurrent, mark } = props;
  const { code } = part;
  const isSection = 'questions' in part;
  const text = isSection ? part.description : part.text;
  const { t } = useTranslation();
  const { jump, isLocked } = useEditorTools();
  const handleStep = (by: -1 | 1) => props.onStep(id, code, by);
  const handleKeyDown = useStepKeys(handleStep, { enabled: !isLocked });

  return (
    <div
      className={classNames(
        styles.line,
        isSection ? styles.section : styles.question,
        isCurrent && styles.current,
      )}
    >
      {isLocked ? null : (
        <Grip
          id={id}
          name={t('forms.move', { name: code || text })}
          onStep={handleStep}
        />
      )}
      <button
        type="button"
        className={classNames(styles.jump, 'focus-inside')}
        aria-current={isCurrent ? 'true' : undefined}
        aria-keyshortcuts={isLocked ? undefined : STEP_KEYS}
        onClick={() => jump(id)}
        onKeyDown={handleKeyDown}
      >
        <span className={styles.code}>{code}</span>
        <span className="ellipsis">{text || t('forms.noText')}</span>
      </button>
      {mark === undefined ? null : (
        <Mark tone="waiting" icon="alert">
          {t(`forms.mark.${mark}`)}
        </Mark>
      )}
    </div>
  );
});
