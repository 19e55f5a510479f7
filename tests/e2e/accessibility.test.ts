import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

import type { Page } from '@playwright/test';

import { askHost } from './support/demo';
import { addressOf, details, openProfile, threadRows } from './support/screens';
import { expect, test } from './support/test';
import { ro } from './support/words';

const axe = readFileSync(
  createRequire(import.meta.url).resolve('axe-core/axe.min.js'),
  'utf8',
);
const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

/** What axe finds wrong on the page as it is, one line for each place. */
async function findings(page: Page): Promise<string[]> {
  // Put in by the debugger: the page's own policy would refuse a script tag.
  await page.evaluate(axe);
  return page.evaluate(async (tags) => {
    const run = Reflect.get(Reflect.get(window, 'axe'), 'run');
    const { violations } = await run(document, {
      runOnly: { type: 'tag', values: tags },
    });
    return violations.flatMap(
      (each: { id: string; nodes: { html: string }[] }) =>
        each.nodes.map(({ html }) => `${each.id}: ${html.slice(0, 200)}`),
    );
  }, TAGS);
}

for (const colorScheme of ['light', 'dark'] as const) {
  test.describe(`the ${colorScheme} theme`, () => {
    test.use({ colorScheme });

    test('is open to everybody on every screen', async ({
      page,
      host,
      token,
    }) => {
      const thread = await askHost(host.origin, token).find(
        ({ notes }) =>
          notes.some(({ attachmentsPaths }) => attachmentsPaths[0]),
        { urgent: 'true' },
      );
      await page.goto('/answers?urgente=true');
      await expect(threadRows(page)).toHaveCount(10);
      expect.soft(await findings(page), 'list').toEqual([]);

      await page.goto(addressOf(thread, 'urgents'));
      await expect(details(page).getByRole('tab').first()).toBeVisible();
      expect.soft(await findings(page), 'details').toEqual([]);

      await page
        .getByRole('button', { name: /Poza 1 din/ })
        .first()
        .click();
      await expect(
        page.getByRole('region', { name: ro('answers.picture.name') }),
      ).toBeVisible();
      expect.soft(await findings(page), 'picture').toEqual([]);

      await openProfile(page, thread.observerPhoneNumber ?? '');
      expect.soft(await findings(page), 'profile').toEqual([]);

      await page.goto('/outbox');
      await expect(page.getByText(ro('outbox.empty.title'))).toBeVisible();
      expect.soft(await findings(page), 'outbox').toEqual([]);

      await page.setViewportSize({ width: 390, height: 844 });
      await page.goto('/answers');
      await expect(threadRows(page)).toHaveCount(10);
      expect.soft(await findings(page), 'narrow list').toEqual([]);
    });
  });

  test.describe(`the ${colorScheme} theme, signed out`, () => {
    test.use({ colorScheme, signedIn: false });

    test('is open to everybody at the door', async ({ page }) => {
      await page.goto('/login');
      await expect(page.getByLabel(ro('login.user'))).toBeVisible();
      expect(await findings(page)).toEqual([]);
    });
  });
}
