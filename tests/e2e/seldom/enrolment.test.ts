import type { Page } from '@playwright/test';

import { chunkName } from '../support/built';
import { expect, test } from '../support/test';
import { en, ro } from '../support/words';

test.use({ ownServer: 'enrolment' });

const PHONE = { width: 390, height: 844 };
const startOf = (key: string) => new RegExp(`^${ro(key)}`);

/** Makes a link in an observer's profile; its QR code. */
async function showLink(page: Page) {
  await page.goto('/observatori');
  const row = page.getByRole('row').nth(1);
  await row.getByRole('link', { name: startOf('common.edit') }).click();
  await page
    .getByRole('button', { name: ro('profile.pinLink.action') })
    .click();
  await page.getByRole('button', { name: ro('profile.pinLink.make') }).click();
  const qr = page.getByRole('img', { name: ro('profile.pinLink.qr') });
  await expect(qr).toBeVisible();
  return qr;
}

/** Makes a link in an observer's profile; the link, and the phone of the observer. */
async function makeLink(page: Page) {
  await showLink(page);
  const field = page.getByLabel(ro('profile.pinLink.link'), { exact: true });
  const link = await field.inputValue();
  await page.getByRole('button', { name: ro('common.close') }).click();
  const phone = decodeURIComponent(new URL(page.url()).pathname)
    .split('/')
    .at(-1);
  return { link, phone: phone ?? '' };
}

async function setPin(page: Page, pin: string) {
  await page.getByLabel(startOf('pin.pin')).fill(pin);
  await page.getByLabel(startOf('pin.again')).fill(pin);
  await page.getByRole('button', { name: ro('pin.submit') }).click();
}

test('an organizer makes a link, and the observer sets a PIN by it on a phone, once', async ({
  page,
  server,
  browser,
  contextOptions,
}) => {
  const { link, phone } = await makeLink(page);
  const [, code = ''] = link.split('#');
  expect(link).toBe(`${server.origin}/pin#${code}`);
  expect(code).toMatch(/^[\w-]{22}$/);

  const elsewhere = await browser.newContext({
    ...contextOptions,
    viewport: PHONE,
    storageState: { cookies: [], origins: [] },
  });
  const mobile = await elsewhere.newPage();
  const asked: string[] = [];
  mobile.on('request', (request) => asked.push(request.url()));
  await mobile.goto(link);
  await expect(
    mobile.getByRole('heading', { name: ro('pin.title') }),
  ).toBeVisible();
  // Nothing of the app of staff, and the code on no way to the server.
  const scripts = asked.filter((url) => url.endsWith('.js')).map(chunkName);
  expect(scripts).toEqual(expect.arrayContaining(['base', 'pin-link']));
  for (const name of ['app', 'core', 'screens', 'sync.worker']) {
    expect(scripts).not.toContain(name);
  }
  expect(asked.filter((url) => url.includes(code))).toEqual([]);
  expect(
    await mobile.evaluate(async () => ({
      workers: (await navigator.serviceWorker.getRegistrations()).length,
      databases: (await indexedDB.databases()).length,
    })),
  ).toEqual({ workers: 0, databases: 0 });

  await mobile.getByRole('button', { name: 'English' }).click();
  await expect(
    mobile.getByRole('heading', { name: en('pin.title') }),
  ).toBeVisible();
  await mobile.getByRole('button', { name: 'Română' }).click();
  await setPin(mobile, '97531');
  await expect(mobile.getByText(ro('pin.done.title'))).toBeVisible();
  expect(asked.filter((url) => url.includes(code))).toEqual([]);

  // As the mobile app does.
  const signIn = await fetch(`${server.origin}/api/v2/access/authorize`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ user: phone, password: '97531', fcmToken: 'x' }),
  });
  expect(signIn.status).toBe(200);

  await mobile.reload();
  await setPin(mobile, '86420');
  await expect(mobile.getByRole('alert')).toContainText(ro('pin.gone.text'));
  await elsewhere.close();
});

test('the page of a link is shown to staff who are signed in, too', async ({
  page,
}) => {
  await page.goto('/pin');
  await expect(page.getByText(ro('pin.incomplete.title'))).toBeVisible();
  await expect(page.getByRole('navigation')).toHaveCount(0);
  await page.goto('/outbox');
  await expect(
    page.getByRole('heading', { name: ro('outbox.title') }).first(),
  ).toBeVisible();
});

test('what is printed is the sheet of the observer alone', async ({ page }) => {
  const qr = await showLink(page);
  const steps = page.getByText(ro('profile.pinLink.steps'));
  await expect(steps).toBeHidden();
  await page.emulateMedia({ media: 'print' });
  await expect(steps).toBeVisible();
  await expect(qr).toBeInViewport({ ratio: 1 });
  await expect(page.getByRole('button')).toHaveCount(0);
});
