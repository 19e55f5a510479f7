import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';

const CONTENT_TYPES = [
  ['.jpg', 'image/jpeg'],
  ['.png', 'image/png'],
  ['.wav', 'audio/wav'],
  ['.pdf', 'application/pdf'],
] as const;

/** A file of the demo, ready to be stored. */
export interface DemoFile {
  fileName: string;
  contentType: string;
  sha256: string;
  bytes: Uint8Array;
}

/**
 * Reads one file of the folder `pictures`; the SHA-256 is in lower-case hex.
 * Rejects when the file is missing or its extension is unknown.
 */
export async function readDemoFile(fileName: string): Promise<DemoFile> {
  const known = CONTENT_TYPES.find(([ending]) => fileName.endsWith(ending));
  if (!known) throw new RangeError(`No content type for ${fileName}`);
  const bytes = await readFile(
    new URL(`./pictures/${fileName}`, import.meta.url),
  );
  return {
    fileName,
    contentType: known[1],
    sha256: createHash('sha256').update(bytes).digest('hex'),
    bytes,
  };
}
