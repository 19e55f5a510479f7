import type { Page } from '@playwright/test';

import { shellInstalled } from '../../support/shell-installed';
import { askServer } from '../support/demo';
import {
  addressOf,
  details,
  formTabs,
  syncStatus,
  threadRows,
} from '../support/screens';
import { expect, test } from '../support/test';
import { ro } from '../support/words';

/** Waits until the record for the next start holds this thread, opened. */
async function untilNoted(page: Page, station: string): Promise<void> {
  const noted = () =>
    page.evaluate(() => localStorage.getItem('last-screen') ?? '');
  await expect.poll(noted).toContain('"thread"');
  await expect.poll(noted).toContain(station);
}

/** From the next load on, the page's databases do not open; those of the sync worker do. */
async function holdDatabases(page: Page): Promise<void> {
  await page.addInitScript(() => {
    // A request that never ends.
    Object.defineProperty(IDBFactory.prototype, 'open', {
      value: () => new EventTarget(),
    });
  });
}

test('a start draws the last list and thread before the databases answer', async ({
  page,
  server,
  token,
}) => {
  const thread = await askServer(server.origin, token).find(() => true);
  await page.goto(addressOf(thread));
  await expect(formTabs(details(page)).first()).toBeVisible();
  const rows = await threadRows(page).allInnerTexts();
  await untilNoted(page, thread.pollingStationName);

  await holdDatabases(page);
  await page.reload();
  await expect(formTabs(details(page)).first()).toBeVisible();
  await expect(threadRows(page)).toHaveCount(rows.length);
  // It carries its age, and claims no more than was known.
  await expect(page.getByText(/^actualizat la/).first()).toBeVisible();
});

test('rows of the last start keep their places when the databases answer', async ({
  page,
  server,
  token,
}) => {
  const thread = await askServer(server.origin, token).find(() => true);
  await page.goto(addressOf(thread));
  await expect(formTabs(details(page)).first()).toBeVisible();
  await untilNoted(page, thread.pollingStationName);
  await page.addInitScript(() => {
    const places = new Set<number>();
    Object.assign(globalThis, { places });
    const look = () => {
      const row = document.querySelector('a[data-thread]');
      if (row) places.add(Math.round(row.getBoundingClientRect().top));
      requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  });
  await page.reload();
  await expect(syncStatus(page)).toContainText(ro('shell.sync.upToDate'));
  const places = await page.evaluate(() => [
    ...Reflect.get(globalThis, 'places'),
  ]);
  expect(places).toHaveLength(1);
});

test('another user sees nothing of the last start', async ({
  page,
  server,
  token,
}) => {
  const thread = await askServer(server.origin, token).find(() => true);
  await page.goto(addressOf(thread));
  await expect(formTabs(details(page)).first()).toBeVisible();
  await untilNoted(page, thread.pollingStationName);

  const other = await server.signIn('admin@demo.org', 'demo-admin');
  await page.evaluate(
    (stored) => localStorage.setItem('token-id', stored),
    other,
  );
  await holdDatabases(page);
  // Without a server, which has rows of this user's own to show.
  await shellInstalled(page);
  await server.stop();
  await page.goto('/answers');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(threadRows(page)).toHaveCount(0);
  const left = await page.evaluate(() => localStorage.getItem('last-screen'));
  expect(left ?? '').not.toContain(thread.pollingStationName);
});
