import { shellInstalled } from '../../support/shell-installed';
import { countyJourney } from '../support/journeys/county';
import { readRows } from '../support/databases';
import { signInAsAdmin } from '../support/observers';
import { expect, test } from '../support/test';
import { ro } from '../support/words';

test.use({ ownServer: 'polling-stations' });

test('renames and adds counties with and without a server, each once', async ({
  page,
  server,
  token,
}) => {
  const province = { name: 'Transilvania', code: 'TR' };
  await countyJourney(page, server, token, province);
});

test('has the stations of every county without a server once the user wants everything here', async ({
  page,
}) => {
  await page.goto('/outbox');
  await page.getByRole('radio', { name: ro('outbox.offline.all') }).check();
  // All the stations, read each second, would keep the device from fetching them.
  const missing = async () => {
    const counties = await readRows(page, 'cache', 'counties');
    const cursors = await readRows(page, 'cache', 'cursors');
    const isSwept = (row: unknown) => Object(row).sweptAt !== undefined;
    const whole = new Set(
      cursors.filter(isSwept).map((row) => Object(row).resource),
    );
    const left = counties.filter(
      (row) => !whole.has(`stations:${Object(row).id}`),
    );
    return counties.length === 0 ? 'all' : left.length;
  };
  await expect.poll(missing, { timeout: 120_000 }).toBe(0);
  const stations = await readRows(page, 'cache', 'stations');
  // A county that a test before this one added has none.
  const counties = new Set(stations.map((row) => Object(row).countyId));
  expect(counties.size).toBe(43);
  await shellInstalled(page);
  await page.context().setOffline(true);
  await page.goto('/polling-stations');
  await page.getByRole('rowheader', { name: 'Vaslui' }).click();
  await expect(
    page.getByRole('heading', { level: 1, name: /Vaslui/ }),
  ).toBeVisible();
  await expect(page.getByRole('row').nth(5)).toBeVisible();
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
