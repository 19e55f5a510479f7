import type { TFunction } from 'i18next';

import type { ClassedRow } from '@/domain/observers/import';
import { IMPORT_COLUMNS, templateFile } from '@/domain/observers/import';
import { toCsv } from '@/domain/csv';
import { harmlessInCsv } from '@/domain/spreadsheet';
import { saveCsv } from '@/ui/save-csv';

/** Saves an empty file with the header that servers want. */
export function saveTemplate(): void {
  saveCsv(templateFile(), 'observers-template.csv');
}

/**
 * Saves rows with the reason why they were not added; corrected there, the file
 * can be imported again.
 */
export function saveLeftRows(
  rows: readonly ClassedRow[],
  reasonOf: (row: ClassedRow) => string,
  t: TFunction,
): void {
  const cells = rows.map((row) =>
    [...IMPORT_COLUMNS.map((column) => row[column]), reasonOf(row)].map(
      harmlessInCsv,
    ),
  );
  const header = ['Phone', 'Pin', 'Name', t('observerImport.reason')];
  saveCsv(toCsv([header, ...cells]), `${t('observerImport.leftFile')}.csv`);
}
