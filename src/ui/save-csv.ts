import { saveFile } from './save-file';

/** Excel reads UTF-8 only when a file begins with this. */
const BOM = '\uFEFF';

/**
 * A table that somebody else made, with the mark by which Excel knows UTF-8. What has
 * one, or is no UTF-8, stays as it is.
 */
export async function markedCsv(file: Blob): Promise<Blob> {
  const head = new Uint8Array(await file.slice(0, 3).arrayBuffer());
  if (head[0] === 0xef && head[1] === 0xbb) return file;
  try {
    const bytes = await file.arrayBuffer();
    new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    // Another encoding, which the mark would belie.
    return file;
  }
  return new Blob([BOM, file], { type: file.type });
}

/** A table in parts as a file, in UTF-8 that every spreadsheet program reads. */
export function csvFile(parts: readonly string[]): Blob {
  return new Blob([BOM, ...parts], { type: 'text/csv;charset=utf-8' });
}

/** Offers a table to be saved. */
export function saveCsv(text: string, fileName: string): void {
  saveFile(csvFile([text]), fileName);
}
