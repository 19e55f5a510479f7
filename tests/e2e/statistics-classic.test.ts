import { statisticsJourney } from './support/statistics-journey';
import { test } from './support/test';

test.use({ isClassic: true });

test('shows the seven lists with and without a classic host', ({
  page,
  host,
  token,
}) => statisticsJourney(page, host, token));
