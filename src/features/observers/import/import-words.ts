import type { TFunction } from 'i18next';

import { MIN_PIN_LENGTH, OBSERVER_LIMITS } from '@/domain/observers/observer';
import type { ClassedRow } from '@/domain/observers/import';
import { IMPORT_COLUMNS } from '@/domain/observers/import';

/** What is wrong with a row or whom it repeats; '' for a new one. */
export function rowReason(row: ClassedRow, t: TFunction): string {
  if (row.kind === 'invalid') {
    return IMPORT_COLUMNS.flatMap((column) => {
      const problem = row.problems[column];
      if (problem === undefined) return [];
      const field = t(`observerImport.column.${column}`);
      return t(`observerImport.problem.${problem}`, {
        field,
        count:
          problem === 'tooShort' ? MIN_PIN_LENGTH : OBSERVER_LIMITS[column],
        extra: row.extra,
      });
    }).join(' ');
  }
  if (row.kind === 'unchecked') return t('observerImport.unchecked');
  if (row.twin === undefined) return '';
  return t(`observerImport.twin.${row.kind}`, { twin: row.twin });
}
