import { observerJourney } from './support/observer-journey';
import { test } from './support/test';

// No ETag, no idempotency keys, shuffled lists, no dates: the worst known host.
test.use({ isClassic: true, ownHost: 'observers-classic' });

test('adds, edits and deletes with a classic host stopped, and sends each once', async ({
  page,
  host,
  token,
}) => {
  test.setTimeout(300_000);
  await observerJourney(page, host, token);
});
