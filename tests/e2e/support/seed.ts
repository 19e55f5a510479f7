import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  renameSync,
  rmSync,
} from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

import type { ServerSize } from '../../support/server-process';
import { startServer } from '../../support/server-process';
import { SEED_VARIABLE } from './global-setup';

/** How often a worker looks whether another has filled the demo data. */
const LOOK_EVERY_MS = 200;

/**
 * A data folder of its own with demo data. The first worker of a run that asks
 * for a size fills one database; every server starts from a copy.
 */
export async function copySeed(size: ServerSize): Promise<string> {
  const folder = process.env[SEED_VARIABLE] ?? '';
  const seed = join(folder, size);
  const claim = join(folder, `${size}-claimed`);
  while (!existsSync(seed)) {
    if (isMade(claim)) await fill(size, seed, claim);
    else await pause(LOOK_EVERY_MS);
  }
  const copy = mkdtempSync(join(folder, 'server-'));
  cpSync(seed, copy, { recursive: true });
  return copy;
}

/** Whether this call made the folder: of several workers one alone is told so. */
function isMade(folder: string): boolean {
  return mkdirSync(folder, { recursive: true }) !== undefined;
}

async function fill(
  size: ServerSize,
  seed: string,
  claim: string,
): Promise<void> {
  const half = `${seed}-half`;
  try {
    const server = await startServer({ dataDir: half, size });
    await server.stop();
    renameSync(half, seed);
  } catch (error) {
    // The next worker tries again.
    rmSync(half, { recursive: true, force: true });
    rmSync(claim, { recursive: true, force: true });
    throw error;
  }
}
