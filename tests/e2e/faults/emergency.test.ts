import type { Page } from '@playwright/test';

import { edit, nameOnHost, settled, somePhone } from '../support/edits';
import { outboxStates } from '../support/kept';
import { countLoads, publish, testWithBuild } from '../support/releases';
import { nameField, openProfile, threadRows } from '../support/screens';
import { expect } from '../support/test';
import { buildEmergency } from '../support/two-builds';

const test = testWithBuild(buildEmergency);

/** What a service worker left in this browser. */
function keptByWorkers(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    const workers = await navigator.serviceWorker.getRegistrations();
    return [...workers.map(({ scope }) => scope), ...(await caches.keys())];
  });
}

test('a release that cannot be trusted is taken back unasked, and what people made stays', async ({
  page,
  context,
  host,
  token,
  builds,
}) => {
  builds.configure({ updates: 'frozen' });
  const phone = await somePhone(host, token, 0);
  await edit(page, phone, 'Ana Dinainte');
  await expect.poll(() => outboxStates(page), settled).toEqual(['done']);
  const typing = await context.newPage();
  await openProfile(typing, phone);
  await nameField(typing).fill('Ana Neterminată');
  expect(await keptByWorkers(page)).not.toEqual([]);

  const loads = [countLoads(page), countLoads(typing)];
  await publish(page, builds);
  await expect.poll(() => loads.map((count) => count())).toEqual([1, 0]);
  await expect.poll(() => keptByWorkers(typing)).toEqual([]);
  // Nothing can keep this input: its tab waits for whoever types.
  await expect(nameField(typing)).toHaveValue('Ana Neterminată');

  await page.goto('/answers');
  await expect(threadRows(page).first()).toBeVisible();
  expect(await outboxStates(page)).toEqual(['done']);
  expect(await nameOnHost(host, token, phone)).toBe('Ana Dinainte');
  expect(await keptByWorkers(page)).toEqual([]);
});
