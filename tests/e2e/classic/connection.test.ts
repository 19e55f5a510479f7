import {
  addObserver,
  askObservers,
  observerRow,
  openList,
} from '../support/observers';
import { expectSent } from '../support/outbox';
import { openProfile } from '../support/screens';
import { expect, test } from '../support/test';
import { ro } from '../support/words';

// No idempotency keys: what arrives twice is done twice.
test.use({
  isProxied: true,
  isClassic: true,
  ownServer: 'connection-classic',
});

test('an addition that the way doubled is shown as two, and its phone as taken', async ({
  page,
  faults,
  server,
  token,
}) => {
  const phone = '0799000501';
  faults.fail({
    method: 'POST',
    path: /\/api\/v1\/observer/,
    fault: { kind: 'duplicate' },
    times: 1,
  });
  await openList(page);
  await addObserver(page, 'Ana Îndoită', phone, '1234');
  await expectSent(page);
  const found = await askObservers(server.origin, token).byPhone(phone);
  expect(found).toHaveLength(2);
  await page.goto(`/observatori?phone=${phone}`);
  await expect(observerRow(page, 'Ana Îndoită')).toHaveCount(2);
  await openProfile(page, phone);
  await expect(
    page.getByText(ro('profile.samePhone', { name: 'Ana Îndoită' })),
  ).toBeVisible();
});
