import { spawn } from 'node:child_process';

import type { CDPSession, Page } from '@playwright/test';

import { root } from '../../support/source';
import { nameFunctionsIn } from '../../support/named-functions';
import { quicken, syncWorker } from '../../e2e/support/sync-worker';
import type { Figure } from '../figures';
import { percentile } from '../figures';
import { settled } from '../settled';
import type { Stage } from '../stage';
import { closeAfter, ROW, signedIn } from '../stage';

const HOUR_MINUTES = 60;
/** Observers' reports in a simulated minute. */
const PER_MINUTE = 60;
const LOOKS = 12;

/**
 * The heaps of the page and its workers over a simulated hour: the clock of the
 * sync thread and the observers' reports run so many times faster.
 */
export async function memory(stage: Stage): Promise<Figure[]> {
  const { link, minutes, server } = stage;
  const times = HOUR_MINUTES / minutes;
  const context = await signedIn(stage);
  return closeAfter(context, async () => {
    const page = await context.newPage();
    await page.goto('/answers');
    await page.locator(ROW).first().waitFor();
    await settled(page, link);
    const heaps = await watchHeaps(page);
    await nameFunctionsIn(await syncWorker(page));
    await quicken(page, times);
    const simulator = spawn(
      process.execPath,
      [
        '--import',
        'tsx',
        'server/simulate.ts',
        '--url',
        server.origin,
        '--minutes',
        String(minutes),
        '--per-minute',
        String(PER_MINUTE * times),
      ],
      { cwd: root, stdio: 'ignore' },
    );
    try {
      const looks: number[] = [];
      for (let look = 0; look < LOOKS; look += 1) {
        await page.waitForTimeout((minutes * 60_000) / LOOKS);
        looks.push(await heaps());
      }
      const half = LOOKS / 2;
      const growth =
        percentile(looks.slice(half), 0.5) -
        percentile(looks.slice(0, half), 0.5);
      const what = 'heaps of page and workers over a simulated hour';
      return [
        {
          what: `${what}, highest`,
          value: Math.max(...looks),
          unit: 'MB',
          atMost: 150,
        },
        { what: `${what}, growth by half-hours`, value: growth, unit: 'MB' },
      ];
    } finally {
      simulator.kill();
    }
  });
}

/** @returns what tells the heaps after a garbage collection, together, in MB. */
async function watchHeaps(page: Page): Promise<() => Promise<number>> {
  const devtools = await page.context().newCDPSession(page);
  const workers: string[] = [];
  devtools.on('Target.attachedToTarget', ({ sessionId, targetInfo }) => {
    if (targetInfo.type === 'worker') workers.push(sessionId);
  });
  await devtools.send('Target.setAutoAttach', {
    autoAttach: true,
    waitForDebuggerOnStart: false,
    flatten: false,
  });
  return async () => {
    await devtools.send('HeapProfiler.collectGarbage');
    const { usedSize } = await devtools.send('Runtime.getHeapUsage');
    let bytes = usedSize;
    for (const worker of workers) bytes += await heapOf(devtools, worker);
    return bytes / 1_000_000;
  };
}

let lastId = 0;

/** Of a worker, to which Playwright opens no session of its own. */
async function heapOf(devtools: CDPSession, sessionId: string) {
  const send = async (method: string): Promise<unknown> => {
    lastId += 1;
    const id = lastId;
    const replied = new Promise<unknown>((resolve) => {
      const hear = (event: { sessionId: string; message: string }) => {
        const reply: unknown = JSON.parse(event.message);
        if (event.sessionId !== sessionId || Object(reply).id !== id) return;
        devtools.off('Target.receivedMessageFromTarget', hear);
        resolve(Object(reply).result);
      };
      devtools.on('Target.receivedMessageFromTarget', hear);
    });
    const message = JSON.stringify({ id, method });
    await devtools.send('Target.sendMessageToTarget', { sessionId, message });
    return replied;
  };
  await send('HeapProfiler.collectGarbage');
  return Number(Object(await send('Runtime.getHeapUsage')).usedSize);
}
