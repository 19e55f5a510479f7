import { offlineJourney } from '../support/journeys/offline';
import { test } from '../support/test';

// No ETag, no idempotency keys, shuffled lists, no dates: the worst known server.
test.use({ isClassic: true });

test('reads and edits with a classic server stopped, and sends once', async ({
  page,
  server,
  token,
}) => {
  test.setTimeout(300_000);
  await offlineJourney(page, server, token);
});
