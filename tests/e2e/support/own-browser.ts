import { spawn } from 'node:child_process';
import { once } from 'node:events';

import type { Page } from '@playwright/test';
import { chromium } from '@playwright/test';

import { noteFault } from './fault-count';

/** A Chromium of its own, whose profile outlives it. */
export interface OwnBrowser {
  page: Page;
  /** Ends it with all its processes at once, as a power cut does. */
  kill(): Promise<void>;
}

const ENDPOINT = /DevTools listening on (ws:\S+)/;

/**
 * Starts Chromium on a profile folder, which is made when it is not there.
 * @param origin what the paths that its page goes to begin with.
 */
export async function startBrowser(
  folder: string,
  origin: string,
): Promise<OwnBrowser> {
  const path = process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium';
  const child = spawn(
    path,
    [
      '--headless=new',
      '--no-sandbox',
      '--no-first-run',
      '--remote-debugging-port=0',
      `--user-data-dir=${folder}`,
      'about:blank',
    ],
    // A separate process group: killing it ends the browser's helpers and no
    // other process.
    { detached: true, stdio: ['ignore', 'ignore', 'pipe'] },
  );
  const end = async () => {
    if (child.pid === undefined || child.exitCode !== null) return;
    const exited = once(child, 'exit');
    process.kill(-child.pid, 'SIGKILL');
    await exited;
  };
  const endpoint = await new Promise<string>((resolve, reject) => {
    let said = '';
    child.stderr.on('data', (chunk) => {
      said += String(chunk);
      const found = ENDPOINT.exec(said)?.[1];
      if (found) resolve(found);
    });
    child.once('exit', () => reject(new Error(`Chromium ended\n${said}`)));
  });
  const browser = await chromium.connectOverCDP(endpoint);
  const context = browser.contexts()[0];
  if (!context) throw new Error('Chromium has no profile');
  const page = context.pages()[0] ?? (await context.newPage());
  const goTo = page.goto.bind(page);
  page.goto = (path, options) => goTo(new URL(path, origin).href, options);
  return {
    page,
    async kill() {
      noteFault('killed browser');
      await end();
    },
  };
}
