import type {
  ImportEncoding,
  ImportFileRead,
} from '@/domain/observers/import-file';
import { readImportFile } from '@/domain/observers/import-file';

export interface FileRequest {
  file: Blob;
  /** Asked for by a person; none: UTF-8. */
  encoding?: ImportEncoding | undefined;
}

/** unreadable: the file has gone, or changed since it was chosen. */
export type FileRead = ImportFileRead | { ok: false; problem: 'unreadable' };

/** Reads a file of observers: the work of the import's own thread. */
export async function readFile(request: FileRequest): Promise<FileRead> {
  const bytes = await bytesOf(request.file);
  return bytes
    ? readImportFile(bytes, request.encoding)
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
