import type { Fault } from '../support/fault-proxy';
import { askHost } from './support/demo';
import {
  addressOf,
  details,
  nameField,
  openProfile,
  saveProfile,
  syncStatus,
  threadRows,
} from './support/screens';
import { expect, test } from './support/test';
import { ro } from './support/words';

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
    await expect(threadRows(page)).toHaveCount(10);
    const rows = await threadRows(page).allTextContents();
    const list = page.getByRole('region', { name: ro('answers.list.pane') });

    for (const [what, fault, key] of faults) {
      await test.step(what, async () => {
        way.fail({ path: /\/api\/v1\/answers\?/, fault });
        await page.reload();
        await expect(list.getByText(ro(`common.failure.${key}`))).toBeVisible();
        await expect(threadRows(page)).toHaveCount(10);
        expect((await threadRows(page).allTextContents()).length).toBe(
          rows.length,
        );
        way.heal();
        await list.getByRole('button', { name: ro('common.retry') }).click();
        await expect(list.getByText(ro(`common.failure.${key}`))).toBeHidden();
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
    await page
      .getByRole('button', { name: ro('common.retry') })
      .first()
      .click();
    await expect(threadRows(page)).toHaveCount(10);
  });
});

test.describe('without the script of the sync worker', () => {
  test.use({ isProxied: true });

  test('reading and saving go on, and the status says so', async ({
    page,
    context,
    faults: way,
    host,
    token,
  }) => {
    // A service worker that keeps nothing, so that the script can be taken away.
    way.fail({ path: /\/sw\.js$/, fault: reply('', 'text/javascript') });
    const thread = await askHost(host.origin, token).find(() => true);
    const phone = thread.observerPhoneNumber ?? '';
    await openProfile(page, phone);
    await page.goto(addressOf(thread));
    await expect(details(page).getByRole('tab').first()).toBeVisible();

    await context.route(/sync\.worker/, (route) => route.abort());
    await page.reload();
    await expect(syncStatus(page)).toContainText(ro('shell.sync.broken'));
    await expect(threadRows(page)).toHaveCount(10);
    await expect(
      details(page).getByRole('heading', { level: 2 }),
    ).toContainText(thread.pollingStationName);
    await openProfile(page, phone);
    await nameField(page).fill('Ana Fără Sincronizare');
    await saveProfile(page);
    expect(await host.requests()).not.toContainEqual(
      expect.objectContaining({ method: 'PUT' }),
    );

    await context.unroute(/sync\.worker/);
    await page.reload();
    await expect
      .poll(async () => (await host.requests()).filter(isPut).length)
      .toBe(1);
    await openProfile(page, phone);
    await expect(page.getByText(ro('common.pending.waiting'))).toBeHidden();
    await expect(nameField(page)).toHaveValue('Ana Fără Sincronizare');
  });
});

function isPut({ method, status }: { method: string; status: number }) {
  return method === 'PUT' && status === 200;
}

function reply(body: string, type = 'application/json'): Fault {
  return { kind: 'reply', status: 200, type, body };
}
