import type {
  ImportEncoding,
  ImportFileRead,
} from '@/domain/observers/import-file';
import { readImportFile } from '@/domain/observers/import-file';

/** unreadable: the file has gone, or changed since it was chosen. */
export type FileRead = ImportFileRead | { ok: false; problem: 'unreadable' };

/**
 * Reads a file of observers, in the import's own thread: UTF-8 unless a person
 * chose another encoding.
 */
export async function readFile(
  file: Blob,
  encoding: ImportEncoding | undefined,
): Promise<FileRead> {
  const bytes = await bytesOf(file);
  return bytes
    ? readImportFile(bytes, encoding)
    : { ok: false, problem: 'unreadable' };
}

async function bytesOf(file: Blob): Promise<ArrayBuffer | undefined> {
  try {
    return await file.arrayBuffer();
  } catch {
    // Moved, deleted or taken away with its medium.
    return undefined;
  }
}
