import type { Page } from '@playwright/test';

/** Waits until the service worker has the app on this device: now it starts without a network. */
export async function shellInstalled(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready;
  });
}
