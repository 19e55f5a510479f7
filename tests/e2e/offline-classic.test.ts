import { offlineJourney } from './support/offline-journey';
import { test } from './support/test';

// No ETag, no idempotency keys, shuffled lists, no dates: the worst known host.
test.use({ isClassic: true });

test('reads and edits with a classic host stopped, and sends once', async ({
  page,
  host,
  token,
}) => {
  test.setTimeout(180_000);
  await offlineJourney(page, host, token);
});
