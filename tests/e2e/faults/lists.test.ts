import type { Locator } from '@playwright/test';

import type { Fault } from '../../support/fault-proxy';
import { syncStatus, threadRows } from '../support/screens';
import { expect, test } from '../support/test';
import { ro } from '../support/words';

test.describe('a list that cannot be refreshed', () => {
  test.use({ isProxied: true });

  const page500 = { kind: 'reply', status: 500 } as const;
  const faults: [string, Fault, string][] = [
    ['an error', page500, 'server'],
    [
      'JSON that ends in the middle',
      reply('{"data":[{"observerId"'),
      'unreadable',
    ],
    [
      'a page instead of JSON',
      reply('<html>Welcome</html>', 'text/html'),
      'unreadable',
    ],
    ['an empty 204', { kind: 'reply', status: 204 }, 'unreadable'],
    ['a list without its rows', reply('{"totalItems":3}'), 'unreadable'],
  ];

  test('keeps its rows and says why', async ({ page, faults: way }) => {
    await page.goto('/answers');
    // The first rows of a first visit are drawn before they are cached.
    await expect(syncStatus(page)).toContainText(ro('shell.sync.upToDate'));
    const list = page.getByRole('region', { name: ro('answers.list.pane') });

    for (const [what, fault, key] of faults) {
      await test.step(what, async () => {
        way.fail({ path: /\/api\/v1\/answers\?/, fault });
        await page.reload();
        await expect(list.getByText(ro(`common.failure.${key}`))).toBeVisible();
        await expect(threadRows(page)).toHaveCount(10);
        way.heal();
        await retryUntilHidden(
          list,
          list.getByText(ro(`common.failure.${key}`)),
        );
      });
    }
  });

  test('says that it has nothing, and never that there is nothing', async ({
    page,
    faults: way,
  }) => {
    way.fail({ path: /\/api\/v1\/answers\?/, fault: page500 });
    await page.goto('/answers');
    await expect(page.getByText(ro('answers.list.failed'))).toBeVisible();
    await expect(page.getByText(ro('answers.none.all'))).toBeHidden();
    way.heal();
    await retryUntilHidden(
      page.getByRole('main'),
      page.getByText(ro('answers.list.failed')),
    );
    await expect(threadRows(page)).toHaveCount(10);
  });
});

/**
 * Asks again with the first button that offers it. The app asks by itself, too, once
 * anything else is answered, and takes the button away.
 */
async function retryUntilHidden(within: Locator, why: Locator): Promise<void> {
  const retry = within
    .getByRole('button', { name: ro('common.retry') })
    .first();
  await expect(async () => {
    if (await retry.isVisible()) await retry.click({ timeout: 1000 });
    await expect(why).toBeHidden({ timeout: 1000 });
  }).toPass();
}

function reply(body: string, type = 'application/json'): Fault {
  return { kind: 'reply', status: 200, type, body };
}
