import { offlineJourney } from './support/offline-journey';
import { test } from './support/test';

test('reads and edits with the host stopped, and sends once', async ({
  page,
  host,
  token,
}) => {
  test.setTimeout(180_000);
  await offlineJourney(page, host, token);
});
