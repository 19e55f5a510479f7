import type { Page } from '@playwright/test';
import * as v from 'valibot';

import { askServer } from './support/demo';
import { expect, test } from './support/test';
import { ro } from './support/words';

const counties = v.array(
  v.object({
    code: v.string(),
    name: v.string(),
    numberOfPollingStations: v.number(),
  }),
);

interface Figures {
  stations: number;
  stationsWithReport: number;
  threads: number;
  urgent: number;
}

/** The figures of each county by its name, worked out from the server's own lists. */
async function figuresOf(
  origin: string,
  token: string,
): Promise<Map<string, Figures>> {
  const { threads } = askServer(origin, token);
  const all = await threads({ urgent: 'false', pageSize: 10_000 });
  const urgent = await threads({ urgent: 'true', pageSize: 10_000 });
  const reply = await fetch(`${origin}/api/v1/county`, {
    headers: { Authorization: `Bearer ${token}` },
  });
  const known = v.parse(counties, await reply.json());
  const keyOf = (thread: { observerId: number; pollingStationId: number }) =>
    `${thread.observerId}:${thread.pollingStationId}`;
  const flagged = new Set(urgent.data.map(keyOf));
  const each = new Map(
    [...all.data, ...urgent.data].map((thread) => [keyOf(thread), thread]),
  );
  return new Map(
    known.map(({ name, numberOfPollingStations: stations }) => {
      const mine = [...each.values()].filter(({ pollingStationName }) =>
        pollingStationName.startsWith(`${name} `),
      );
      return [
        name,
        {
          stations,
          stationsWithReport: new Set(
            mine.map(({ pollingStationId }) => pollingStationId),
          ).size,
          threads: mine.length,
          urgent: mine.filter((thread) => flagged.has(keyOf(thread))).length,
        },
      ];
    }),
  );
}

/** The figures of each county by its name, as the screen shows them. */
async function shownFigures(page: Page): Promise<Map<string, Figures>> {
  const rows = await page
    .getByRole('row')
    .evaluateAll((all) =>
      all
        .slice(1)
        .map((row) =>
          Array.from(row.children, ({ textContent }) => textContent ?? ''),
        ),
    );
  const number = (text = '') => Number(text.replaceAll('.', ''));
  return new Map(
    rows
      .filter(([name]) => name !== ro('coverage.all'))
      .map(([name = '', stations, reported, , count, urgent]) => [
        name,
        {
          stations: number(stations),
          stationsWithReport: number(reported),
          threads: number(count),
          urgent: number(urgent),
        },
      ]),
  );
}

async function untilWhole(page: Page): Promise<void> {
  await page.getByRole('rowheader').nth(5).waitFor();
  await expect(
    page.getByText(ro('coverage.partly').split('{{')[0] ?? ''),
  ).toHaveCount(0, { timeout: 30_000 });
}

test('shows the figures of the server’s own lists, and without a server, too', async ({
  page,
  server,
  token,
}) => {
  const figures = await figuresOf(server.origin, token);
  await page.goto('/coverage');
  await untilWhole(page);
  expect(await shownFigures(page)).toEqual(figures);
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => {}));
  await server.stop();
  await page.reload();
  await page.getByRole('rowheader').nth(5).waitFor();
  expect(await shownFigures(page)).toEqual(figures);
});

test('leads by keyboard from the worst county to a message to its silent observers', async ({
  page,
}) => {
  await page.goto('/coverage');
  await untilWhole(page);
  // The longest silence first.
  const silence = page.getByRole('button', {
    name: ro('coverage.columns.silence'),
  });
  await silence.focus();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Enter');
  const worst = page.getByRole('rowheader').nth(1).getByRole('link');
  await worst.focus();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/by=observer&county=/);
  const filter = page.getByRole('combobox', {
    name: ro('coverage.filter.silence'),
  });
  await filter.focus();
  await filter.selectOption('30');
  await expect(page).toHaveURL(/silent=30/);
  await page
    .getByRole('checkbox', { name: ro('observers.selection.page') })
    .focus();
  await page.keyboard.press('Space');
  const count = await page.getByRole('rowheader').count();
  await page.getByRole('button', { name: ro('observers.notify') }).focus();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/notifications\?toObserverIds=/);
  const to = new URL(page.url()).searchParams.get('toObserverIds');
  expect(v.parse(v.array(v.number()), JSON.parse(to ?? ''))).toHaveLength(
    count,
  );
});
