import type { IntentDatabase } from './intent';

/**
 * Raised with every release that writes something older code would misread.
 * Once a newer build has opened the databases, older pages may only read.
 */
export const WRITER_VERSION = 2;

/** A newer build has been here: this page must be reloaded before it writes again. */
export class StaleBuildError extends Error {
  override name = 'StaleBuildError';
}

/** An update is about to reload this page: nothing new may begin. */
export class WritesPausedError extends Error {
  override name = 'WritesPausedError';
}

let isPaused = false;

/** From here on no new change is taken in this thread; drafts still are. */
export function pauseWrites(): void {
  isPaused = true;
}

/** The update did not happen: changes are taken again. */
export function resumeWrites(): void {
  isPaused = false;
}

/**
 * Refuses a new change while an update is about to reload the page.
 * @throws WritesPausedError
 */
export function assertNotPaused(): void {
  if (isPaused) throw new WritesPausedError('The page is about to be reloaded');
}

/**
 * Refuses to write once a newer build has raised the bar. Call inside the
 * transaction that writes.
 * @throws StaleBuildError
 */
export async function assertFreshBuild(intent: IntentDatabase): Promise<void> {
  if (await isStaleBuild(intent)) {
    throw new StaleBuildError('A newer version is open on this device');
  }
}

/** Whether a newer build has been here, so that this one may only read. */
export async function isStaleBuild(intent: IntentDatabase): Promise<boolean> {
  const row = await intent.meta.get('minWriterVersion');
  return typeof row?.v === 'number' && row.v > WRITER_VERSION;
}

/** Whether builds that are older than this one may still write. */
export async function mayOlderBuildsWrite(
  intent: IntentDatabase,
): Promise<boolean> {
  const row = await intent.meta.get('minWriterVersion');
  return typeof row?.v !== 'number' || row.v < WRITER_VERSION;
}

/** Shuts older builds out from writing; called when a page opens the databases. */
export function raiseWriterVersion(intent: IntentDatabase): Promise<void> {
  return intent.transaction('rw', intent.meta, async () => {
    if (!(await mayOlderBuildsWrite(intent))) return;
    await intent.meta.put({ k: 'minWriterVersion', v: WRITER_VERSION });
  });
}
