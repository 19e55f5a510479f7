import type { Page } from '@playwright/test';

import { noteFault } from './fault-count';
import { test } from './test';
import type { Build, TwoBuilds } from './two-builds';
import { serveTwoBuilds } from './two-builds';

/** Tests of an app of which a second build can be published: made once for each worker. */
export function testWithBuild(buildSecond: () => Promise<Build>) {
  return test.extend<{ builds: TwoBuilds }, { second: string }>({
    second: [
      // oxlint-disable-next-line no-empty-pattern -- Playwright reads the pattern
      async ({}, give) => {
        const { folder, remove } = await buildSecond();
        await give(folder);
        remove();
      },
      { scope: 'worker', timeout: 180_000 },
    ],
    builds: async ({ server, second }, give) => {
      const builds = await serveTwoBuilds(server.origin, second);
      await give(builds);
      await builds.close();
    },
    origin: async ({ builds }, give) => give(builds.origin),
  });
}

/** Waits until the service worker of the older build controls a page. */
export async function waitForControl(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready;
    if (navigator.serviceWorker.controller) return;
    await new Promise((resolve) => {
      navigator.serviceWorker.addEventListener('controllerchange', resolve);
    });
  });
}

/** Waits until the older build is in charge of a page, then publishes the second one. */
export async function publish(page: Page, builds: TwoBuilds): Promise<void> {
  await waitForControl(page);
  noteFault('update in mid-session');
  builds.publish();
  await page.evaluate(async () => {
    const registration = await navigator.serviceWorker.getRegistration();
    await registration?.update();
  });
}

/** How often a tab was loaded from now on. */
export function countLoads(page: Page): () => number {
  let loads = 0;
  page.on('load', () => {
    loads += 1;
  });
  return () => loads;
}
