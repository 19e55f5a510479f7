import type { Page } from '@playwright/test';

import { shellInstalled } from '../../support/shell-installed';
import { builtFiles } from '../support/built';
import { askServer } from '../support/demo';
import {
  addressOf,
  details,
  openProfile,
  syncStatus,
} from '../support/screens';
import { expect, test } from '../support/test';
import { en, ro } from '../support/words';

test('the cache holds the built files and nothing else, after a full tour', async ({
  page,
  context,
  server,
  token,
}) => {
  const thread = await askServer(server.origin, token).find(
    ({ notes }) => notes.some(({ attachmentsPaths }) => attachmentsPaths[0]),
    { urgent: 'true' },
  );
  await page.goto('/');
  await shellInstalled(page);
  await page.goto(addressOf(thread, 'urgents'));
  await details(page)
    .getByRole('tab', { name: ro('answers.note.tab') })
    .click();
  await expect(details(page).getByRole('img').first()).toBeVisible();
  for (const path of ['/answers', '/outbox', '/statistics', '/nowhere']) {
    await page.goto(path);
    await expect(syncStatus(page)).toBeVisible();
  }
  await openProfile(page, thread.observerPhoneNumber ?? '');
  await switchToEnglish(page);

  // What no screen needs comes when the app is idle.
  await expect
    .poll(() => cachedPaths(page))
    .toEqual(
      builtFiles().filter(
        (path) =>
          path !== '/sw.js' &&
          path !== '/config.json' &&
          !path.startsWith('/samples/'),
      ),
    );

  await test.step('and that is enough to start cold without a server', async () => {
    await server.stop();
    await page.close();
    const next = await context.newPage();
    await next.goto(addressOf(thread));
    await expect(
      next
        .getByRole('region', { name: en('answers.detail.name') })
        .getByRole('tab'),
    ).toHaveCount(5);
    await next.goto('/outbox');
    await expect(
      next.getByRole('heading', { name: en('outbox.title') }),
    ).toBeVisible();
  });
});

test('the sample plan is served, and no installation waits for it', async ({
  page,
  server,
}) => {
  await page.goto('/answers');
  await shellInstalled(page);
  await expect.poll(() => cachedPaths(page)).toContain('/guide.pdf');
  expect(await cachedPaths(page)).not.toContain('/samples/plan.csv');
  const reply = await fetch(`${server.origin}/samples/plan.csv`);
  expect(reply.headers.get('content-type')).toBe('text/csv; charset=utf-8');
  expect(await reply.text()).toMatch(/^phone,county,station,from,to\n0/);
});

test.describe('while the guide cannot be had', () => {
  test.use({ isProxied: true });

  test('the app is installed without it, and opens it without a server later', async ({
    page,
    faults,
    server,
  }) => {
    const heal = faults.fail({ path: /guide/, fault: { kind: 'cutBefore' } });
    await page.goto('/answers');
    await shellInstalled(page);
    await expect.poll(() => cachedPaths(page)).toContain('/icons/icon-512.png');
    expect(await cachedPaths(page)).not.toContain('/guide.pdf');

    heal();
    await page.reload();
    await expect.poll(() => cachedPaths(page)).toContain('/guide.pdf');
    await server.stop();
    const type = await page.evaluate(async () =>
      (await fetch('/guide.pdf')).headers.get('content-type'),
    );
    expect(type).toBe('application/pdf');
  });
});

/** Paths in the one cache that there is, sorted. */
async function cachedPaths(page: Page): Promise<string[]> {
  const kept = await page.evaluate(async () => {
    const names = await caches.keys();
    const requests = await Promise.all(
      names.map(async (name) => (await caches.open(name)).keys()),
    );
    return { names, paths: requests.flat().map(({ url }) => url) };
  });
  expect(kept.names).toHaveLength(1);
  return kept.paths.map((url) => new URL(url).pathname).sort();
}

async function switchToEnglish(page: Page): Promise<void> {
  await page.getByRole('button', { name: ro('shell.language') }).click();
  await page.getByRole('menuitemradio', { name: 'English' }).click();
  await expect(page.locator('html')).toHaveAttribute('lang', 'en');
}
