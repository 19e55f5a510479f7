import {
  askObservers,
  chooseAction,
  confirmDelete,
  observerRow,
  openList,
} from '../support/observers';
import { expectWaiting } from '../support/outbox';
import { expect, test } from '../support/test';
import { ro } from '../support/words';

test.use({ isProxied: true, ownServer: 'faults' });

test('a deletion that the server answers with an error leaves the observer visible, with a reason', async ({
  page,
  faults,
  server,
  token,
}) => {
  const ask = askObservers(server.origin, token);
  const added = { name: 'Ana Rămasă', phone: '0799000411' };
  await ask.add(added);
  await openList(page, `?phone=${added.phone}`);
  const row = observerRow(page, added.name);
  await expect(row).toBeVisible();
  faults.fail({
    method: 'DELETE',
    path: /\/api\/v1\/observer/,
    fault: {
      kind: 'reply',
      status: 500,
      type: 'application/json',
      body: JSON.stringify({
        title: 'An error occurred',
        detail: 'Npgsql.PostgresException: 40001: could not serialize access',
      }),
    },
  });
  await chooseAction(page, added.name, ro('common.delete'));
  await confirmDelete(page, added.name);
  await expect(row).toContainText(ro('common.failure.notDeleted'));
  await expect(row).toContainText(ro('common.pending.waiting'));
  await expect(page.locator('body')).not.toContainText('Npgsql');
  await expectWaiting(page, 1, ro('outbox.sentAgain'));
  faults.heal();
});
