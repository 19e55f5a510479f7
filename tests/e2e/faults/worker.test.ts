import { askServer } from '../support/demo';
import { edit, putStatuses } from '../support/edits';
import { noteFault } from '../support/fault-count';
import {
  addressOf,
  details,
  nameField,
  openProfile,
  syncStatus,
  threadRows,
} from '../support/screens';
import { expect, test } from '../support/test';
import { ro } from '../support/words';

test.use({ isProxied: true });

test.describe('without the script of the sync worker', () => {
  test('reading and saving go on, and the status says so', async ({
    page,
    context,
    faults: way,
    server,
    token,
  }) => {
    // A service worker that keeps nothing, so that the script can be taken away.
    way.fail({
      path: /\/sw\.js$/,
      fault: { kind: 'reply', status: 200, type: 'text/javascript' },
    });
    const thread = await askServer(server.origin, token).find(() => true);
    const phone = thread.observerPhoneNumber ?? '';
    await openProfile(page, phone);
    await page.goto(addressOf(thread));
    await expect(details(page).getByRole('tab').first()).toBeVisible();

    noteFault('missing worker');
    await context.route(/sync\.worker/, (route) => route.abort());
    await page.reload();
    await expect(syncStatus(page)).toContainText(ro('shell.sync.broken'));
    await expect(threadRows(page)).toHaveCount(10);
    await expect(
      details(page).getByRole('heading', { level: 2 }),
    ).toContainText(thread.pollingStationName);
    await edit(page, phone, 'Ana Fără Sincronizare');
    expect(await putStatuses(server)).toEqual([]);

    await context.unroute(/sync\.worker/);
    await page.reload();
    await expect.poll(() => putStatuses(server)).toEqual([200]);
    await openProfile(page, phone);
    await expect(page.getByText(ro('common.pending.waiting'))).toHaveCount(0);
    await expect(nameField(page)).toHaveValue('Ana Fără Sincronizare');
  });
});
