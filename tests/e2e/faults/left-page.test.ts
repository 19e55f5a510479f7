import { shellInstalled } from '../../support/shell-installed';
import { edit, nameOnServer, putStatuses, somePhone } from '../support/edits';
import { expectSent, expectWaiting } from '../support/outbox';
import { signOut, syncStatus, threadRows } from '../support/screens';
import { databaseNames } from '../support/stored';
import { expect, test } from '../support/test';
import { ro } from '../support/words';

test.use({ isProxied: true });

/** Of the API, while screens are opened one after the other. */
const SLOW_REPLY_MS = 1_500;

test.beforeEach(async ({ page }) => {
  // By its vendor the app knows WebKit, which keeps what a left page was storing.
  await page.addInitScript(() =>
    Object.defineProperty(navigator, 'vendor', {
      value: 'Apple Computer, Inc.',
    }),
  );
});

test('where a left page must end its transactions, the page syncs by itself', async ({
  page,
  faults,
  server,
  token,
}) => {
  const phone = await somePhone(server, token, 44);
  await page.goto('/answers');
  await expect(threadRows(page).first()).toBeVisible();
  expect(page.workers()).toEqual([]);
  await shellInstalled(page);
  await expect(syncStatus(page)).toContainText(ro('shell.sync.upToDate'));
  const undo = await faults.refuse();
  await edit(page, phone, 'Ana Fără Fir');
  await expectWaiting(page);
  await undo();
  await expectSent(page);
  expect(await putStatuses(server)).toEqual([200]);
  expect(await nameOnServer(server, token, phone)).toBe('Ana Fără Fir');

  await signOut(page);
  await expect(page).toHaveURL('/login');
  await expect.poll(() => databaseNames(page)).toEqual([]);
});

test('a page that is left while it stores leaves the next one its data', async ({
  page,
  faults,
}) => {
  faults.fail({
    method: 'GET',
    path: /^\/api\/v1\//,
    fault: { kind: 'delay', ms: SLOW_REPLY_MS },
  });
  for (const path of ['/answers', '/formulare', '/answers', '/observatori']) {
    await page.goto(path);
    await expect(page.locator('main').getByRole('link').nth(3)).toBeVisible();
  }
  await page.goBack();
  await expect(threadRows(page).first()).toBeVisible();
  await expect(page.getByText(ro('shell.silent.title'))).toHaveCount(0);
});
