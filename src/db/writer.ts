import type { IntentDatabase } from './intent';

/**
 * Raised with every release that writes something older code would misread.
 * Once a newer build has opened the databases, older pages may only read.
 */
export const WRITER_VERSION = 1;

/** A newer build has been here: this page must be reloaded before it writes again. */
export class StaleBuildError extends Error {
  override name = 'StaleBuildError';
}

/**
 * Refuses to write once a newer build has raised the bar. Call inside the
 * transaction that writes.
 * @throws StaleBuildError
 */
export async function assertFreshBuild(intent: IntentDatabase): Promise<void> {
  const row = await intent.meta.get('minWriterVersion');
  if (typeof row?.v === 'number' && row.v > WRITER_VERSION) {
    throw new StaleBuildError('A newer version is open on this device');
  }
}

/** Shuts older builds out from writing; called when the databases are opened. */
export function raiseWriterVersion(intent: IntentDatabase): Promise<void> {
  return intent.transaction('rw', intent.meta, async () => {
    const row = await intent.meta.get('minWriterVersion');
    if (typeof row?.v === 'number' && row.v >= WRITER_VERSION) return;
    await intent.meta.put({ k: 'minWriterVersion', v: WRITER_VERSION });
  });
}
