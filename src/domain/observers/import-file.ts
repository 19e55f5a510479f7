import type { TableEncoding, TableFileProblem } from '@/domain/table-file';
import { PHONE_NAMES, readTableFile } from '@/domain/table-file';

import type { ImportColumn, ImportRow } from './import';
import { IMPORT_COLUMNS, importRow } from './import';

/** Why a file cannot be previewed at all. */
type ImportFileProblem = TableFileProblem<ImportColumn>;

export type ImportFileRead =
  | ({ ok: false } & ImportFileProblem)
  | { ok: true; rows: ImportRow[] };

const NAMES: Record<ImportColumn, readonly string[]> = {
  phone: PHONE_NAMES,
  pin: ['pin', 'password', 'parola'],
  name: [
    'name',
    'fullname',
    'nume',
    'numecomplet',
    'numesiprenume',
    'observator',
    'observer',
  ],
};

/**
 * Reads a file of observers. Without a header the order is the server's
 * (docs/api-contract.md 3.8).
 * @param bytes the whole file. @param country as of `readPhone`.
 * @param encoding asked for by a person; none: UTF-8.
 */
export function readImportFile(
  bytes: ArrayBuffer,
  country: string,
  encoding?: TableEncoding,
): ImportFileRead {
  const layout = { columns: IMPORT_COLUMNS, names: NAMES };
  const file = readTableFile(bytes, layout, encoding);
  if (!file.ok) return file;
  const rows = file.rows.map(({ line, cells, extra }) => {
    const [phone = '', pin = '', name = ''] = cells;
    return importRow({ line, phone, pin, name, extra }, country);
  });
  return { ok: true, rows };
}
