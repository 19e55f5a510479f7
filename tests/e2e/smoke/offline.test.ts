import { offlineJourney } from '../support/journeys/offline';
import { test } from '../support/test';

test('reads and edits with the server stopped, and sends once', async ({
  page,
  server,
  token,
}) => {
  test.setTimeout(300_000);
  await offlineJourney(page, server, token);
});
