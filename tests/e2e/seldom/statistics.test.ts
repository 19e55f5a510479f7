import { statisticsJourney } from '../support/journeys/statistics';
import { signInAsAdmin } from '../support/observers';
import { expect, test } from '../support/test';
import { ro } from '../support/words';

test('shows the seven lists with and without a server', ({
  page,
  server,
  token,
}) => statisticsJourney(page, server, token));

test.describe('an NGO admin who is no organizer', () => {
  test.use({ signedIn: false });

  test('reads the statistics, too', async ({ page, server }) => {
    await signInAsAdmin(page, server);
    await page.goto('/statistics');
    await expect(
      page.getByRole('button', { name: ro('statistics.complete') }),
    ).toHaveCount(7);
    await expect(page.getByText(ro('statistics.failed'))).toBeHidden();
  });
});
