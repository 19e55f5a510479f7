import type { TFunction } from 'i18next';

import { IMPORT_MAX_BYTES } from '@/config';
import { OBSERVER_LIMITS } from '@/domain/observers/observer';
import type { ClassedRow } from '@/domain/observers/import';
import { IMPORT_COLUMNS } from '@/domain/observers/import';

import type { FileProblem } from './use-import-file';

/** What is wrong with a row or whom it repeats; '' for a new one. */
export function rowReason(row: ClassedRow, t: TFunction): string {
  if (row.kind === 'invalid') {
    return IMPORT_COLUMNS.flatMap((column) => {
      const problem = row.problems[column];
      if (problem === undefined) return [];
      const field = t(`observerImport.column.${column}`);
      return t(`observerImport.problem.${problem}`, {
        field,
        count: OBSERVER_LIMITS[column],
        extra: row.extra,
      });
    }).join(' ');
  }
  if (row.kind === 'unchecked') return t('observerImport.unchecked');
  if (row.twin === undefined) return '';
  return t(`observerImport.twin.${row.kind}`, { twin: row.twin });
}

/** Why a file cannot be previewed, and what to do. */
export function fileReason(found: FileProblem, t: TFunction): string {
  switch (found.problem) {
    case 'tooLarge':
      return t('observerImport.file.tooLarge', {
        count: IMPORT_MAX_BYTES / 1024 / 1024,
      });
    case 'columns':
      return t('observerImport.file.columns', {
        missing: found.missing
          .map((column) => t(`observerImport.column.${column}`))
          .join(', '),
      });
    case 'quotes':
      return t('observerImport.file.quotes', { line: found.line });
    case 'empty':
    case 'binary':
    case 'workbook':
    case 'encoding':
    case 'unreadable':
      return t(`observerImport.file.${found.problem}`);
  }
}
