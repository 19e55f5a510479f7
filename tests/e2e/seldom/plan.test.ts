import { readFileSync } from 'node:fs';

import type { Locator, Page } from '@playwright/test';
import * as v from 'valibot';

import { shellInstalled } from '../../support/shell-installed';
import { sweptLists } from '../support/databases';
import { askObservers } from '../support/observers';
import { expect, test } from '../support/test';
import { ro } from '../support/words';

const threadPage = v.object({
  totalPages: v.number(),
  data: v.array(
    v.object({
      observerId: v.number(),
      observerPhoneNumber: v.string(),
      pollingStationName: v.string(),
    }),
  ),
});
const countyList = v.array(
  v.object({
    code: v.string(),
    name: v.string(),
    numberOfPollingStations: v.number(),
  }),
);

/** What the server has: each thread with its county and station, and the counties. */
async function askThreads(origin: string, token: string) {
  const headers = { Authorization: `Bearer ${token}` };
  const get = async (path: string): Promise<unknown> =>
    (await fetch(`${origin}${path}`, { headers })).json();
  const counties = v.parse(countyList, await get('/api/v1/county'));
  const threads: { phone: string; county: string; station: number }[] = [];
  for (let page = 1; ; page += 1) {
    const reply = await get(`/api/v1/answers?page=${page}&pageSize=100`);
    const { data, totalPages } = v.parse(threadPage, reply);
    for (const { observerPhoneNumber: phone, pollingStationName } of data) {
      const county = counties
        .toSorted((a, b) => b.name.length - a.name.length)
        .find(({ name }) => pollingStationName.startsWith(`${name} `));
      const station = Number(pollingStationName.split(' ').at(-1));
      if (county) threads.push({ phone, county: county.code, station });
    }
    if (page >= totalPages) return { counties, threads };
  }
}

/**
 * A plan of the demo election: an observer where they reported from, one who
 * should be elsewhere, one who never reported, one whose time has not come.
 */
async function makePlan(origin: string, token: string) {
  const { counties, threads } = await askThreads(origin, token);
  const [here, away] = [...new Map(threads.map((t) => [t.phone, t])).values()];
  const reported = new Set(threads.map(({ phone }) => phone));
  const all = await askObservers(origin, token).all();
  const [never, later] = all.filter(({ phone }) => !reported.has(phone));
  if (!here || !away || !never || !later) {
    throw new Error('The demo data has no such observers');
  }
  const own = threads.filter(({ phone }) => phone === away.phone);
  const county = counties.find(({ code }) => code === away.county);
  const free = Array.from(
    { length: county?.numberOfPollingStations ?? 0 },
    (_, n) => n + 1,
  ).find((n) => !own.some((t) => t.county === away.county && t.station === n));
  const rows = [
    [here.phone, here.county, here.station, '', ''],
    [away.phone, county?.name, free, '', ''],
    [never.phone, 'AB', 1, '', ''],
    [later.phone, 'AB', 2, '31.12.2035 07:00', '31.12.2035 20:00'],
    [never.phone, 'Atlantida', 1, '', ''],
  ];
  return {
    text: [
      'Telefon;Județ;Secție;De la;Până la',
      ...rows.map((row) => row.join(';')),
    ].join('\r\n'),
    never,
    /** Observers who reported and are in no line. */
    unplanned: reported.size - 2,
  };
}

function figures(page: Page) {
  return page
    .getByRole('list', { name: ro('plan.figures') })
    .getByRole('link')
    .allTextContents();
}

test('a plan is imported, compared, and still there without the server', async ({
  page,
  server,
  token,
}) => {
  const { text, never, unplanned } = await makePlan(server.origin, token);
  await page.goto('/coverage?by=plan');
  await page
    .getByRole('link', { name: ro('plan.import.title') })
    .first()
    .click();
  await expect(page).toHaveURL('/coverage/plan');
  await page
    .getByLabel(ro('importFile.chosen'), { exact: true })
    .setInputFiles({
      name: 'plan.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(text),
    });
  await expect(
    page.getByText(ro('plan.import.problem.unknownCounty')),
  ).toBeVisible();
  const store = page.getByRole('button', {
    name: ro('plan.import.store', { count: 4 }),
  });
  await expect(store).toBeDisabled();
  await page
    .getByRole('checkbox', { name: ro('plan.import.leaveOut', { count: 1 }) })
    .check();
  await store.click();
  await expect(page).toHaveURL('/coverage?by=plan');

  const missing = `1 ${ro('plan.figure.missing', { count: 1 })}`;
  const told = [
    `3 ${ro('plan.figure.expected', { count: 3 })}`,
    missing,
    `1 ${ro('plan.figure.elsewhere', { count: 1 })}`,
    `1 ${ro('plan.figure.reported', { count: 1 })}`,
    `1 ${ro('plan.figure.upcoming', { count: 1 })}`,
    `${unplanned} ${ro('plan.figure.unplanned', { count: unplanned })}`,
  ];
  await expect.poll(() => sweptLists(page), { timeout: 40_000 }).toBe(3);
  await expect.poll(() => figures(page)).toEqual(told);
  await shellInstalled(page);
  await server.stop();
  await page.reload();
  await expect.poll(() => figures(page)).toEqual(told);

  await page.getByRole('link', { name: missing, exact: true }).click();
  await expect(page).toHaveURL(/rows=line&state=missing/);
  await expect(page.getByRole('rowheader')).toHaveText([never.name]);
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: ro('plan.export.missing') }).click(),
  ]);
  const [head, first, ...rest] = readFileSync(await file.path(), 'utf8').split(
    '\r\n',
  );
  expect(first).toContain(`${never.phone},AB,1,,,${never.name}`);
  expect(rest).toEqual(['']);
  // What the file is stands in the head of a column, so it can be imported as it is.
  expect(head).toContain(ro('plan.export.note', { count: 1 }).slice(0, 20));
  await page.goto('/coverage/plan');
  await page
    .getByLabel(ro('importFile.chosen'), { exact: true })
    .setInputFiles(await file.path());
  await expect(
    page.getByRole('button', { name: ro('plan.import.store', { count: 1 }) }),
  ).toBeEnabled();
});

test('a plan is imported, looked through and left for the wall by keyboard alone', async ({
  page,
  server,
  token,
}) => {
  const { text, never } = await makePlan(server.origin, token);
  await page.goto('/coverage/plan');
  // The browser is told to hand choosers over before the keys ask the page: a key alone may overtake it.
  const chooser = page.waitForEvent('filechooser');
  await tabTo(
    page,
    page.getByRole('button', { name: ro('importFile.choose'), exact: true }),
  );
  await page.keyboard.press('Enter');
  await (
    await chooser
  ).setFiles({
    name: 'plan.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(text),
  });

  await tabTo(page, page.getByRole('checkbox'));
  await page.keyboard.press('Space');
  const save = page.getByRole('button', {
    name: ro('plan.import.saveRefused'),
  });
  await tabTo(page, save);
  const [refused] = await Promise.all([
    page.waitForEvent('download'),
    page.keyboard.press('Enter'),
  ]);
  expect(readFileSync(await refused.path(), 'utf8')).toContain(
    `Atlantida,1,,,${ro('plan.import.problem.unknownCounty')}`,
  );
  const store = ro('plan.import.store', { count: 4 });
  await tabTo(page, page.getByRole('button', { name: store }));
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/coverage?by=plan');
  await expect.poll(() => sweptLists(page), { timeout: 40_000 }).toBe(3);

  const main = page.getByRole('main');
  const rows = main.getByRole('link', {
    name: ro('plan.rows.observer'),
    exact: true,
  });
  await tabTo(page, rows);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/rows=observer/);
  const order = page.getByRole('button', {
    name: ro('plan.state'),
    exact: true,
  });
  await tabTo(page, order);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/order=states/);
  await expect(page.getByRole('rowheader').first()).toContainText(never.name);
  await tabTo(
    page,
    page.getByRole('rowheader').first().getByRole('link', { name: never.name }),
  );

  await tabTo(
    page,
    page.getByRole('link', { name: ro('coverage.wall.open') }),
    'Shift+Tab',
  );
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/wall');
  const full = page.getByRole('button', {
    name: ro('coverage.wall.fullScreen'),
    exact: true,
  });
  await tabTo(page, full);
  await page.keyboard.press('Enter');
  await expect(
    page.getByRole('button', { name: ro('coverage.wall.endFullScreen') }),
  ).toBeFocused();
  // Without a window manager the page is asked what Escape asks the browser.
  await page.evaluate(() => document.exitFullscreen());
  await expect(full).toBeFocused();
  await tabTo(
    page,
    page.getByRole('link', { name: ro('coverage.wall.leave') }),
  );
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/coverage');
});

/** Moves the focus on with the Tab key alone. */
async function tabTo(
  page: Page,
  target: Locator,
  key: 'Tab' | 'Shift+Tab' = 'Tab',
): Promise<void> {
  await target.waitFor();
  for (let stops = 0; stops < 200; stops += 1) {
    const isThere = await target.evaluate(
      (element) => element === document.activeElement,
    );
    if (isThere) return;
    await page.keyboard.press(key);
  }
  throw new Error(`The Tab key does not reach ${String(target)}`);
}
