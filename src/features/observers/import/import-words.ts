import type { TFunction } from 'i18next';

import { OBSERVER_LIMITS } from '@/domain/observers/observer';
import { MIN_PIN_LENGTH } from '@/domain/observers/pin';
import type { ClassedRow } from '@/domain/observers/import';
import { IMPORT_COLUMNS } from '@/domain/observers/import';
import { PHONE_PROBLEMS } from '@/domain/phone';

/** What is wrong with a row or whom it repeats; '' for a new one. */
export function rowReason(row: ClassedRow, t: TFunction): string {
  if (row.kind === 'invalid') {
    return IMPORT_COLUMNS.flatMap((column) => {
      const problem = row.problems[column];
      if (problem === undefined) return [];
      const field = t(`observerImport.column.${column}`);
      const ofPhone = PHONE_PROBLEMS.find((each) => each === problem);
      if (ofPhone) return `${field}: ${t(`phone.problem.${ofPhone}`)}`;
      return t(`observerImport.problem.${problem}`, {
        field,
        count:
          problem === 'tooShort' ? MIN_PIN_LENGTH : OBSERVER_LIMITS[column],
        extra: row.extra,
      });
    }).join(' ');
  }
  const words = kindWords(row, t);
  return row.note === 'completed'
    ? `${words} ${t('observerImport.completed')}`.trim()
    : words;
}

function kindWords({ kind, twin }: ClassedRow, t: TFunction): string {
  if (kind === 'unchecked' || kind === 'doubtful') {
    return t(`observerImport.${kind}`);
  }
  if (twin === undefined || kind === 'invalid') return '';
  return t(`observerImport.twin.${kind}`, { twin });
}
