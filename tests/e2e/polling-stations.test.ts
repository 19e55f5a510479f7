import { countyJourney } from './support/county-journey';
import { signInAsAdmin } from './support/observers';
import { expect, test } from './support/test';
import { ro } from './support/words';

test.use({ ownHost: 'polling-stations' });

test('renames and adds counties with and without a host, each once', async ({
  page,
  host,
  token,
}) => {
  test.setTimeout(120_000);
  const province = { name: 'Transilvania', code: 'TR' };
  await countyJourney(page, host, token, province);
});

test.describe('an NGO admin who is no organizer', () => {
  test.use({ signedIn: false });

  test('may look, not add, and is told why', async ({ page, host }) => {
    await signInAsAdmin(page, host);
    await page.goto('/polling-stations');
    await expect(page.getByRole('row').nth(5)).toBeVisible();
    await page.goto('/polling-stations/nou');
    const save = page.getByRole('button', { name: ro('common.save') });
    await expect(save).toBeDisabled();
    await expect(save).toHaveAccessibleDescription(ro('common.organizerOnly'));
  });
});
