import { observerJourney } from './support/journeys/observer';
import {
  askObservers,
  chooseAction,
  confirmDelete,
  observerRow,
  openList,
} from './support/observers';
import { expectOutbox } from './support/outbox';
import { expect, test } from './support/test';
import { ro } from './support/words';

// No ETag, no idempotency keys, shuffled lists, no dates: the worst known server.
test.use({ isClassic: true, ownServer: 'observers-classic' });

test('adds, edits and deletes with a classic server stopped, and sends each once', async ({
  page,
  server,
  token,
}) => {
  test.setTimeout(300_000);
  await observerJourney(page, server, token);
});

test('a deletion of an observer with reports is refused once, and says why', async ({
  page,
  server,
  token,
}) => {
  const { name, phone } = await askObservers(server.origin, token).some(
    true,
    5,
  );
  await openList(page, `?phone=${encodeURIComponent(phone)}`);
  await chooseAction(page, name, ro('common.delete'));
  await confirmDelete(page, name);
  const row = observerRow(page, name);
  await expect(row).toContainText(ro('common.failure.hasReports'));
  await expect(row).toContainText(ro('common.pending.refused'));
  await expectOutbox(page, { needsYou: 1 });
  const sent = (await server.requests()).filter(
    ({ method, path }) => method === 'DELETE' && path.startsWith('/api/'),
  );
  expect(sent).toHaveLength(1);
});
