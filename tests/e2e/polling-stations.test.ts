import { countyJourney } from './support/journeys/county';
import { signInAsAdmin } from './support/observers';
import { expect, test } from './support/test';
import { ro } from './support/words';

test.use({ ownServer: 'polling-stations' });

test('renames and adds counties with and without a server, each once', async ({
  page,
  server,
  token,
}) => {
  test.setTimeout(120_000);
  const province = { name: 'Transilvania', code: 'TR' };
  await countyJourney(page, server, token, province);
});

test.describe('an NGO admin who is no organizer', () => {
  test.use({ signedIn: false });

  test('may look, not add, and is told why', async ({ page, server }) => {
    await signInAsAdmin(page, server);
    await page.goto('/polling-stations');
    await expect(page.getByRole('row').nth(5)).toBeVisible();
    await page.goto('/polling-stations/nou');
    const save = page.getByRole('button', { name: ro('common.save') });
    await expect(save).toBeDisabled();
    await expect(save).toHaveAccessibleDescription(ro('common.organizerOnly'));
  });
});
