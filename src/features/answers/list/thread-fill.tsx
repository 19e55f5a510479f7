import '@/ui/css-variables';

import type { TFunction } from 'i18next';

import type { Completeness } from '@/domain/forms/form';

import styles from './thread-row.module.css';

/** More bars would not fit their column; the text twin names all forms. */
export const FILL_BARS = 6;

interface ThreadFillProps {
  forms: readonly Completeness[];
  t: TFunction;
}

/**
 * How far each form is filled: small bars, and the same in words for the
 * pointer and for screen readers.
 */
export function ThreadFill({ forms, t }: ThreadFillProps) {
  const words = forms
    .map((form) => t('answers.row.formFilled', { ...form }))
    .join(', ');
  return (
    <span className={styles.fill} title={words}>
      <span className="visually-hidden">
        {t('answers.row.filled', { forms: words })}
      </span>
      {forms.slice(0, FILL_BARS).map(({ formId, questions, answered }) => (
        <span key={formId} className={styles.bar} aria-hidden="true">
          <span
            style={{
              height: `${questions ? (answered / questions) * 100 : 0}%`,
            }}
          />
        </span>
      ))}
    </span>
  );
}
