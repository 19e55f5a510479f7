import { countyJourney } from './support/county-journey';
import { test } from './support/test';

test.use({ isClassic: true, ownHost: 'polling-stations-classic' });

test('renames and adds counties with and without a classic host, each once', async ({
  page,
  host,
  token,
}) => {
  test.setTimeout(120_000);
  await countyJourney(page, host, token);
});
