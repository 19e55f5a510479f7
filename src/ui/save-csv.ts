import { saveFile } from './save-file';

/** Excel reads UTF-8 only when a file begins with this. */
const BOM = '\uFEFF';

/** Offers a table to be saved, in UTF-8 that every spreadsheet program reads. */
export function saveCsv(text: string, fileName: string): void {
  const type = 'text/csv;charset=utf-8';
  saveFile(new Blob([BOM, text], { type }), fileName);
}
