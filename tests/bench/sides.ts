import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import type { Browser } from '@playwright/test';

import type { ServerSize } from '../support/server-process';
import { startServer } from '../support/server-process';
import { openLink } from './link';
import type { Side } from './stage';
import { closeAfter, onPage, ROW, signedIn } from './stage';

export interface Build {
  name: string;
  folder: string;
}

/**
 * Starts a server for each build: the same code and the same rows, each in its own
 * folder, so that what one build writes does not reach the other.
 */
export async function openSides(
  builds: readonly Build[],
  size: ServerSize,
): Promise<{ sides: Side[]; close: () => Promise<void> }> {
  const folder = mkdtempSync(join(tmpdir(), 'vmo-bench-'));
  const remove = () => rmSync(folder, { recursive: true, force: true });
  process.once('exit', remove);
  const seed = join(folder, 'seed');
  const seeded = await startServer({ dataDir: seed, size });
  await seeded.stop();
  const sides: Side[] = [];
  for (const [at, build] of builds.entries()) {
    const dataDir = join(folder, String(at));
    cpSync(seed, dataDir, { recursive: true });
    const server = await startServer({ dataDir, appDir: build.folder });
    const link = await openLink(server.origin);
    const token = await server.signIn();
    sides.push({ name: build.name, server, link, token });
  }
  return {
    sides,
    async close() {
      for (const { link, server } of sides) {
        await link.close();
        await server.stop();
      }
      remove();
    },
  };
}

/** One visit that is not measured: the server compresses each file on its first request. */
export async function warm(side: Side, browser: Browser): Promise<void> {
  const context = await signedIn({ ...side, browser });
  await closeAfter(context, () =>
    onPage(context, async (page) => {
      await page.goto('/answers');
      await page.locator(ROW).first().waitFor({ timeout: 60_000 });
    }),
  );
}
