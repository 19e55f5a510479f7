import { wrap } from 'comlink';

import type { ImportEncoding } from '@/domain/observers/import-file';

import type { FileRead, readFile } from './read-file';

/**
 * `readFile` in a thread of its own, so that the page stays free. Rejects when
 * the thread cannot be started.
 */
export async function readInWorker(
  file: Blob,
  encoding: ImportEncoding | undefined,
): Promise<FileRead> {
  const thread = new Worker(new URL('./import.worker.ts', import.meta.url), {
    type: 'module',
    name: 'import',
  });
  const failed = new Promise<never>((_resolve, reject) => {
    thread.addEventListener('error', () =>
      reject(new Error('The thread of the import failed')),
    );
  });
  try {
    const read = wrap<typeof readFile>(thread);
    return await Promise.race([read(file, encoding), failed]);
  } finally {
    thread.terminate();
  }
}
