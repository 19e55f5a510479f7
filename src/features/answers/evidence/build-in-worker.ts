import { proxy, wrap } from 'comlink';

import type {
  BuiltEvidence,
  EvidenceOrder,
  EvidenceProgress,
  EvidenceSource,
} from './build-evidence';
import type { evidenceThread } from './evidence-thread';

/** full: the device has no room for the file. failed: its thread, or what it reads, did. */
type Made =
  | { ok: true; built: BuiltEvidence }
  | { ok: false; problem: 'stopped' | 'full' | 'failed' };

const FULL = new Set(['QuotaExceededError', 'NotReadableError']);

/**
 * Makes an evidence file in a thread of its own, so that the page stays free. What
 * `source` reads goes there one by one.
 * @param target file that it is written into; it goes when none is made. Without it the
 * browser holds what was made.
 * @param signal ends the thread at once.
 */
export async function buildInWorker(
  order: EvidenceOrder,
  target: FileSystemFileHandle | undefined,
  source: EvidenceSource,
  onProgress: (progress: EvidenceProgress) => void,
  signal: AbortSignal,
): Promise<Made> {
  const made = await inThread(order, target, source, onProgress, signal);
  // Its thread has ended: nothing holds the file any more.
  if (!made.ok && target) await discard(target);
  return made;
}

async function inThread(
  order: EvidenceOrder,
  target: FileSystemFileHandle | undefined,
  source: EvidenceSource,
  onProgress: (progress: EvidenceProgress) => void,
  signal: AbortSignal,
): Promise<Made> {
  if (signal.aborted) return { ok: false, problem: 'stopped' };
  const thread = new Worker(new URL('./evidence.worker.ts', import.meta.url), {
    type: 'module',
    name: 'evidence',
  });
  const ended = new Promise<never>((_resolve, reject) => {
    thread.addEventListener('error', () =>
      reject(new Error('The thread of the evidence file failed')),
    );
    signal.addEventListener('abort', () => reject(new Error('Stopped')));
  });
  const { build } = wrap<typeof evidenceThread>(thread);
  try {
    const built = await Promise.race([
      build(
        order,
        target,
        proxy(source.readThread),
        proxy(source.loadFile),
        proxy(onProgress),
      ),
      ended,
    ]);
    return { ok: true, built };
  } catch (error) {
    if (signal.aborted) return { ok: false, problem: 'stopped' };
    const isFull = error instanceof Error && FULL.has(error.name);
    return { ok: false, problem: isFull ? 'full' : 'failed' };
  } finally {
    thread.terminate();
  }
}

/** Removes what is left of a file, where the browser can. */
async function discard(
  file: FileSystemFileHandle & { remove?: () => Promise<void> },
): Promise<void> {
  await file.remove?.().catch(() => {
    // The person has moved it meanwhile.
  });
}
