import { countyJourney } from './support/journeys/county';
import { test } from './support/test';

test.use({ isClassic: true, ownServer: 'polling-stations-classic' });

test('renames and adds counties with and without a classic server, each once', async ({
  page,
  server,
  token,
}) => {
  test.setTimeout(120_000);
  await countyJourney(page, server, token);
});
