import { readPhone } from '@/domain/phone';
import type { TableLayout } from '@/domain/tables/columns';
import type { SheetRows } from '@/domain/tables/sheet-text';
import type {
  FileLook,
  TableChoice,
  TableFileProblem,
} from '@/domain/tables/table-file';
import { PHONE_NAMES, readTableFile } from '@/domain/tables/table-file';

import type { ImportRow } from './import';
import { importRow } from './import';

/** The columns of a file of observers: a name may stand in two of them. */
export const IMPORT_FILE_COLUMNS = [
  'phone',
  'pin',
  'name',
  'givenName',
] as const;
export type ImportFileColumn = (typeof IMPORT_FILE_COLUMNS)[number];

export type ImportFileRead =
  | ({ ok: false } & TableFileProblem<ImportFileColumn>)
  | ({
      ok: true;
      rows: ImportRow[];
      isSure: boolean;
    } & FileLook<ImportFileColumn>);

const NAMES: Record<ImportFileColumn, readonly string[]> = {
  phone: PHONE_NAMES,
  pin: ['pin', 'codpin', 'password', 'parola'],
  name: [
    'name',
    'fullname',
    'nume',
    'numecomplet',
    'numesiprenume',
    'numeprenume',
    'numedefamilie',
    'familie',
    'lastname',
    'surname',
    'familyname',
    'observator',
    'observer',
  ],
  givenName: ['prenume', 'firstname', 'givenname'],
};

/**
 * Reads a file of observers, with their cells as they are sent (`importRow`).
 * @param source the whole file of text, or the rows of a workbook.
 * @param country as of `readPhone`.
 */
export function readImportFile(
  source: ArrayBuffer | SheetRows,
  country: string,
  choice?: TableChoice<ImportFileColumn>,
): ImportFileRead {
  const layout: TableLayout<ImportFileColumn> = {
    columns: IMPORT_FILE_COLUMNS,
    optional: ['givenName'],
    names: NAMES,
    looks: {
      phone: (cell) => {
        const read = readPhone(cell, country);
        return (
          read.ok || read.problem === 'shortened' || read.offer !== undefined
        );
      },
      pin: (cell) => /^\d{4,8}(?:[.,]0{1,2})?$/.test(cell),
      name: (cell) => /\p{L}{2}/u.test(cell) && !/\d/.test(cell),
    },
  };
  const file = readTableFile(source, layout, choice);
  if (!file.ok) return file;
  const rows = file.rows.map(({ line, cells, extra }) => {
    const [phone = '', pin = '', family = '', given = ''] = cells;
    const name = `${family} ${given}`;
    return importRow({ line, phone, pin, name, extra }, country);
  });
  return { ...file, rows };
}
