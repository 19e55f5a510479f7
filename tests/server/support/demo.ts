import type { OpenDatabase } from '../../../server/db/database';
import { openDatabase } from '../../../server/db/open';
import { seedDemo, type SeedSummary } from '../../../server/seed/seed';
import { loadPgliteImage } from './pglite-image';

/** When the demo's election day ended. */
export const DAY_ENDED = new Date('2024-11-24T21:00:00.000Z');

/** Some ten seconds on a quiet machine; tests share theirs with others. */
export const SEED_TIMEOUT_MS = 240_000;

interface Demo {
  database: OpenDatabase;
  summary: SeedSummary;
}

let demo: Promise<Demo> | undefined;

/**
 * The demo of size S on PGlite, made once for all files that this process runs.
 * Leave no trace in it.
 */
export function loadDemo(): Promise<Demo> {
  demo ??= makeDemo();
  return demo;
}

async function makeDemo(): Promise<Demo> {
  const database = await openDatabase({ image: await loadPgliteImage() });
  const summary = await seedDemo(database.db, 'S', DAY_ENDED, () => {});
  return { database, summary };
}
