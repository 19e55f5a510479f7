import type { Page, Worker } from '@playwright/test';

import { noteFault } from './fault-count';

/** The sync thread of a page, once it runs. */
export async function syncWorker(page: Page): Promise<Worker> {
  const isSync = (worker: Worker) => /sync/.test(worker.url());
  return (
    page.workers().find(isSync) ??
    (await page.waitForEvent('worker', { predicate: isSync }))
  );
}

/** Ends the sync thread as a crash would: nothing of it runs on. */
export async function endWorker(page: Page): Promise<void> {
  noteFault('killed worker');
  const sync = await syncWorker(page);
  const closed = sync.waitForEvent('close');
  await sync.evaluate(() => self.close());
  await closed;
}

/** From now on time passes so many times as fast in the sync thread: clock and timers alike. */
export async function quicken(page: Page, times: number): Promise<void> {
  const sync = await syncWorker(page);
  await sync.evaluate((times) => {
    const { setTimeout: wait, setInterval: repeat } = self;
    const now = Date.now.bind(Date);
    const startedAt = now();
    Object.assign(self, {
      setTimeout: (run: () => void, ms = 0) => wait(run, ms / times),
      setInterval: (run: () => void, ms = 0) => repeat(run, ms / times),
    });
    Date.now = () => startedAt + (now() - startedAt) * times;
  }, times);
  await wake(page);
}

/** Sets the clock of the sync thread, forward or back. */
export async function setClock(page: Page, byMs: number): Promise<void> {
  noteFault('clock set');
  const sync = await syncWorker(page);
  await sync.evaluate((byMs) => {
    const now = Date.now.bind(Date);
    Date.now = () => now() + byMs;
  }, byMs);
}

/** Has the engine look at everything anew, as when a person comes back to the page. */
export async function wake(page: Page): Promise<void> {
  await page.evaluate(() =>
    document.dispatchEvent(new Event('visibilitychange')),
  );
}

/** Ends a page as a crash does: not a line of it runs on. */
export async function crash(page: Page): Promise<void> {
  noteFault('crashed tab');
  const devtools = await page.context().newCDPSession(page);
  const crashed = page.waitForEvent('crash');
  // The answer never comes: there is nobody left to give it.
  void devtools.send('Page.crash').catch(() => undefined);
  await crashed;
  await page.close();
}
