import type { ObserverInput } from '@/domain/observer';
import type { ClassedRow } from '@/domain/observer-import';
import { classify, knownPhones } from '@/domain/observer-import';
import type {
  ImportEncoding,
  ImportFileProblem,
} from '@/domain/observer-import-file';
import { readImportFile } from '@/domain/observer-import-file';

export interface FileRequest {
  file: Blob;
  /** Asked for by a person; none: UTF-8. */
  encoding?: ImportEncoding;
  /** What the rows are compared with. */
  kept: ObserverInput[];
}

/** unreadable: the file has gone, or changed since it was chosen. */
export type ClassedFile =
  | ({ ok: false } & (ImportFileProblem | { problem: 'unreadable' }))
  | { ok: true; rows: ClassedRow[] };

/** Reads a file of observers and classes its rows: the work of the import's own thread. */
export async function classifyFile(request: FileRequest): Promise<ClassedFile> {
  const { file, encoding, kept } = request;
  const bytes = await bytesOf(file);
  if (!bytes) return { ok: false, problem: 'unreadable' };
  const read = readImportFile(bytes, encoding);
  return read.ok
    ? { ok: true, rows: classify(read.rows, knownPhones(kept)) }
    : read;
}

async function bytesOf(file: Blob): Promise<ArrayBuffer | undefined> {
  try {
    return await file.arrayBuffer();
  } catch {
    // Moved, deleted or taken away with its medium.
    return undefined;
  }
}
