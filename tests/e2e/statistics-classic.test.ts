import { statisticsJourney } from './support/journeys/statistics';
import { test } from './support/test';

test.use({ isClassic: true });

test('shows the seven lists with and without a classic server', ({
  page,
  server,
  token,
}) => statisticsJourney(page, server, token));
