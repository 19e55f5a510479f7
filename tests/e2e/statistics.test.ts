import { statisticsJourney } from './support/statistics-journey';
import { signInAsAdmin } from './support/observers';
import { expect, test } from './support/test';
import { ro } from './support/words';

test('shows the seven lists with and without a host', ({ page, host, token }) =>
  statisticsJourney(page, host, token));

test.describe('an NGO admin who is no organizer', () => {
  test.use({ signedIn: false });

  test('reads the statistics, too', async ({ page, host }) => {
    await signInAsAdmin(page, host);
    await page.goto('/statistics');
    await expect(
      page.getByRole('button', { name: ro('statistics.complete') }),
    ).toHaveCount(7);
    await expect(page.getByText(ro('statistics.failed'))).toBeHidden();
  });
});
