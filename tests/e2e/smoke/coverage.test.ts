import * as v from 'valibot';

import type { Page } from '@playwright/test';

import { shellInstalled } from '../../support/shell-installed';
import { sweptLists } from '../support/databases';
import { expect, test } from '../support/test';
import { ro } from '../support/words';

const threadPage = v.object({
  totalPages: v.number(),
  data: v.array(
    v.object({
      observerId: v.number(),
      pollingStationId: v.number(),
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

type Thread = v.InferOutput<typeof threadPage>['data'][number];

/** All threads of a list, as the server has them. */
async function allThreads(
  origin: string,
  token: string,
  query: string,
): Promise<Thread[]> {
  const found: Thread[] = [];
  for (let page = 1; ; page += 1) {
    const reply = await fetch(
      `${origin}/api/v1/answers?page=${page}&pageSize=100${query}`,
      { headers: { Authorization: `Bearer ${token}` } },
    );
    const { data, totalPages } = v.parse(threadPage, await reply.json());
    found.push(...data);
    if (page >= totalPages) return found;
  }
}

/** What a county's row has to say: stations, with a report, threads, urgent. */
async function figuresOfServer(origin: string, token: string) {
  const reply = await fetch(`${origin}/api/v1/county`, {
    headers: { Authorization: `Bearer ${token}` },
  });
  const counties = v.parse(countyList, await reply.json());
  const threads = await allThreads(origin, token, '');
  const urgent = await allThreads(origin, token, '&urgent=true&isUrgent=true');
  return counties.map(({ name, numberOfPollingStations }) => {
    const isHere = ({ pollingStationName }: Thread) =>
      pollingStationName.startsWith(`${name} `);
    const here = threads.filter(isHere);
    return {
      name,
      figures: [
        numberOfPollingStations,
        new Set(here.map(({ pollingStationId }) => pollingStationId)).size,
        here.length,
        urgent.filter(isHere).length,
      ],
    };
  });
}

/** The same four figures of every row of the table. */
async function figuresOnScreen(page: Page) {
  const rows = page.getByRole('table').getByRole('row');
  return rows.evaluateAll((each) =>
    each.slice(2).map((row) => {
      const cells = [...row.children].map(({ textContent }) => textContent);
      const [name, stations, reported, , threads, urgent] = cells;
      return {
        name,
        figures: [stations, reported, threads, urgent].map((text) =>
          Number(text?.replaceAll('.', '')),
        ),
      };
    }),
  );
}

/** Every list is on this device, to its end. */
async function openWhole(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await expect.poll(() => sweptLists(page), { timeout: 40_000 }).toBe(3);
  await expect(page.getByText(/^Calculat din/)).toBeHidden();
}

test('counts what the server has, also without it', async ({
  page,
  server,
  token,
}) => {
  const told = await figuresOfServer(server.origin, token);
  await openWhole(page, '/coverage');
  await expect.poll(() => figuresOnScreen(page)).toEqual(told);
  await expect(page.locator('svg path[data-county]')).toHaveCount(42);
  await shellInstalled(page);
  await server.stop();
  await page.reload();
  await expect.poll(() => figuresOnScreen(page)).toEqual(told);
  await expect(page.locator('svg path[data-county]')).toHaveCount(42);
});

test('the silent ones of a county are notified by keyboard alone', async ({
  page,
  server,
  token,
}) => {
  const told = await figuresOfServer(server.origin, token);
  const most = told.reduce((one, other) =>
    (other.figures[2] ?? 0) > (one.figures[2] ?? 0) ? other : one,
  );
  await page.goto('/coverage');
  await page.getByRole('link', { name: most.name, exact: true }).focus();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/by=observer&county=/);
  const filter = page.getByRole('combobox', {
    name: ro('coverage.filter.silence'),
  });
  await filter.focus();
  // The second choice: longer than 30 minutes.
  await page.keyboard.press('ArrowDown');
  await expect(page).toHaveURL(/silent=30/);
  const all = page.getByRole('checkbox', {
    name: ro('observers.selection.page'),
  });
  await all.focus();
  await page.keyboard.press('Space');
  await page
    .getByRole('button', { name: ro('observers.notify') })
    .press('Enter');
  await expect(page).toHaveURL(/\/notifications\?toObserverIds=/);
});

test('a choice of silence is drawn at once, without a transition', async ({
  page,
}) => {
  await openWhole(page, '/coverage?by=observer');
  const name = ro('coverage.filter.silence');
  const filter = page.getByRole('combobox', { name });
  const isDrawn = await filter.evaluate((select) => {
    if (!(select instanceof HTMLSelectElement)) throw new Error('No select');
    const rows = () => document.querySelector('main tbody')?.textContent;
    const before = rows();
    select.value = 'seenWithoutReport';
    select.dispatchEvent(new Event('change', { bubbles: true }));
    return before !== undefined && rows() !== before;
  });
  expect(isDrawn).toBe(true);
});

/** Sections that cover each other, by their headings. */
function overlapping(page: Page): Promise<string[]> {
  return page.locator('section').evaluateAll((sections) => {
    const boxes = sections.map((each) => ({
      name: each.querySelector('h2')?.textContent ?? '',
      box: each.getBoundingClientRect(),
    }));
    return boxes.flatMap(({ name, box }, at) =>
      boxes
        .slice(at + 1)
        .filter(
          (other) =>
            other.box.left < box.right &&
            box.left < other.box.right &&
            other.box.top < box.bottom &&
            box.top < other.box.bottom,
        )
        .map((other) => `${name} and ${other.name}`),
    );
  });
}

test('the wall shows the same without a touch, also without the server', async ({
  page,
  server,
  token,
}) => {
  const told = await figuresOfServer(server.origin, token);
  const urgent = told.reduce((sum, { figures }) => sum + (figures[3] ?? 0), 0);
  await openWhole(page, '/coverage');
  await page.getByRole('link', { name: ro('coverage.wall.open') }).click();
  const waiting = page
    .getByRole('heading', { name: ro('coverage.wall.urgent') })
    .locator('xpath=..');
  await expect(waiting).toContainText(String(urgent));
  expect(await overlapping(page)).toEqual([]);
  await shellInstalled(page);
  await server.stop();
  await page.reload();
  await expect(waiting).toContainText(String(urgent));
  await page.getByRole('link', { name: ro('coverage.wall.leave') }).click();
  await expect(page).toHaveURL(/\/coverage$/);
});
