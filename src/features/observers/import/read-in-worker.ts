import type { FileRead, FileRequest } from './read-file';

/**
 * Reads a file in a thread of its own, so that the page stays free.
 * @throws when the thread cannot be started, or the file cannot be read any more.
 */
export function readInWorker(request: FileRequest): Promise<FileRead> {
  const worker = new Worker(new URL('./import.worker.ts', import.meta.url), {
    type: 'module',
    name: 'import',
  });
  const answer = new Promise<FileRead>((resolve, reject) => {
    worker.addEventListener('message', ({ data }: MessageEvent<FileRead>) =>
      resolve(data),
    );
    worker.addEventListener('error', () =>
      reject(new Error('The file cannot be read')),
    );
  });
  worker.postMessage(request);
  return answer.finally(() => worker.terminate());
}
