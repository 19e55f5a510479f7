import type { Page } from '@playwright/test';

import { edit, nameOnHost, settled, somePhone } from '../support/edits';
import { outboxStates } from '../support/kept';
import { countLoads, publish, testWithBuild } from '../support/releases';
import { threadRows } from '../support/screens';
import { expect } from '../support/test';
import { buildEmergency } from '../support/two-builds';
import { ro } from '../support/words';

const test = testWithBuild(buildEmergency);

/** What a service worker left in this browser. */
function keptByWorkers(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    const workers = await navigator.serviceWorker.getRegistrations();
    return [...workers.map(({ scope }) => scope), ...(await caches.keys())];
  });
}

test('a release that cannot be trusted is taken back, and what people made stays', async ({
  page,
  host,
  token,
  builds,
}) => {
  const phone = await somePhone(host, token, 0);
  await edit(page, phone, 'Ana Dinainte');
  await expect.poll(() => outboxStates(page), settled).toEqual(['done']);
  await expect.poll(() => keptByWorkers(page)).not.toEqual([]);

  const loads = countLoads(page);
  await publish(page, builds);
  // Taken over at once, or offered where the browser holds it back.
  const accept = page.getByRole('button', { name: ro('shell.update.now') });
  await expect(async () => {
    if (loads() === 0 && (await accept.isVisible())) {
      await accept.click({ timeout: 1_000 });
    }
    expect(loads()).toBe(1);
  }).toPass({ timeout: 60_000 });
  await expect(
    threadRows(page).or(page.getByRole('table')).first(),
  ).toBeVisible();
  await expect.poll(() => keptByWorkers(page)).toEqual([]);

  await page.goto('/answers');
  await expect(threadRows(page).first()).toBeVisible();
  expect(await outboxStates(page)).toEqual(['done']);
  expect(await nameOnHost(host, token, phone)).toBe('Ana Dinainte');
  await expect.poll(() => keptByWorkers(page)).toEqual([]);
});
