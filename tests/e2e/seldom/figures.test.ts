import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import type { Locator, Page } from '@playwright/test';
import * as v from 'valibot';

import type { ServerProcess } from '../../support/server-process';
import { root } from '../../support/source';
import { readRows, sweptLists } from '../support/databases';
import type {
  ComparedStation,
  CountyLine,
  Figures,
  MapLevels,
  ObserverLine,
  PlanLine,
  PlanObserver,
  QuestionFigures,
} from '../support/figures';
import { openFigures, statisticNames } from '../support/figures';
import { expect, test } from '../support/test';
import { ro } from '../support/words';

/**
 * The figures of every screen, worked out once more: with SQL from a copy of the
 * server's database. The page's clock stands still, so that "the last hour" is
 * the same hour for both.
 */
test.use({ size: 'S', ownServer: 'figures' });

const MINUTE_MS = 60_000;
/** Of `STATISTICS_PAGE_SIZE`. */
const STATISTICS_SHOWN = 20;

/** "1.284" as a number. */
function numberIn(text: string): number {
  return Number(text.replaceAll('.', '').trim());
}

/** "3 h 12 m" and "12 m" in minutes; nothing where no time is told. */
function minutesIn(text: string): number | null {
  const [first, second] = text.match(/\d+/g)?.map(Number) ?? [];
  if (first === undefined) return null;
  return second === undefined ? first : first * 60 + second;
}

/** "14:32", "22 14:32" for "22 nov., 14:32"; nothing for a dash. */
function momentIn(text: string): string | null {
  const found = /(?:(\d+) \D+)?(\d\d:\d\d)$/.exec(text.trim());
  if (!found) return null;
  const [, day, time] = found;
  return day === undefined ? `${time}` : `${day} ${time}`;
}

/** "20 %" without its sign, "<1" for less than one. */
function percentIn(text: string): string {
  return text.replaceAll(/[\s%]/g, '');
}

/** The texts of all cells, row by row, without the head. */
function cellsOf(page: Page): Promise<string[][]> {
  return page
    .getByRole('table')
    .locator('tbody tr')
    .evaluateAll((rows) =>
      rows.map((row) =>
        [...row.children].map(({ textContent }) => textContent ?? ''),
      ),
    );
}

async function countyLines(page: Page): Promise<CountyLine[]> {
  return (await cellsOf(page)).map((cells) => {
    const [name = '', stations = '', reported = '', percent = ''] = cells;
    const [threads = '', urgent = '', hour = '', twoHours = ''] =
      cells.slice(4);
    const [today = '', silence = '', last = '', bars = ''] = cells.slice(8);
    const [inHours = '', inHour = ''] =
      bars.match(/[\d.]+/g)?.toSpliced(1, 1) ?? [];
    return {
      name: name === ro('coverage.total') ? 'all' : name,
      stations: numberIn(stations),
      reported: numberIn(reported),
      percent: percentIn(percent),
      threads: numberIn(threads),
      urgent: numberIn(urgent),
      hour: numberIn(hour),
      two_hours: numberIn(twoHours),
      today: numberIn(today),
      silence: minutesIn(silence),
      last: momentIn(last),
      in_hours: numberIn(inHours),
      in_hour: numberIn(inHour),
    };
  });
}

/** The observers of the shown page. */
async function observerLines(page: Page): Promise<ObserverLine[]> {
  const states = ['neverSeen', 'seenWithoutReport'] as const;
  return (await cellsOf(page)).map((cells) => {
    const [, name = '', phone = '', silence = '', contact = ''] = cells;
    const [last = '', stations = '', urgent = ''] = cells.slice(5);
    const state = states.find((each) =>
      silence.includes(ro(`coverage.states.${each}`)),
    );
    return {
      name,
      phone,
      state: state ?? 'reported',
      silence: minutesIn(silence),
      contact: momentIn(contact),
      last: momentIn(last),
      stations: numberIn(stations),
      urgent: numberIn(urgent),
    };
  });
}

/** Of how many rows a page shows some; 0 where there is no bar for pages. */
async function totalOf(page: Page): Promise<number> {
  const said = page.getByText(/^Afișate /);
  if ((await said.count()) === 0) return 0;
  return numberIn(/ din ([\d.]+)$/.exec(await said.innerText())?.[1] ?? '');
}

async function textsOf(items: Locator): Promise<string[][]> {
  return items.evaluateAll((each) =>
    each.map((item) =>
      [...item.children]
        .filter((child) => child.getAttribute('aria-hidden') !== 'true')
        .map(({ textContent }) => textContent ?? ''),
    ),
  );
}

function sectionOf(page: Page, key: string): Locator {
  return page
    .getByRole('heading', { name: ro(key), exact: true })
    .locator('xpath=ancestor::section[1]');
}

async function wallFigures(page: Page) {
  const large = page.locator('section > p');
  const [percent = '', said = '', urgent = '', oldest = ''] =
    await large.allInnerTexts();
  const [reported = '', stations = ''] = said.match(/[\d.]+/g) ?? [];
  const rows = (key: string) => textsOf(sectionOf(page, key).locator('li'));
  return {
    stations: numberIn(stations),
    reported: numberIn(reported),
    percent: percentIn(percent),
    urgent: numberIn(urgent),
    oldest: minutesIn(oldest),
    hours: (await rows('coverage.wall.hours')).map(
      ([threads = '', hour = '']) => ({ hour, threads: numberIn(threads) }),
    ),
    counties: (await rows('coverage.wall.counties')).map(
      ([name = '', count = '']) => ({ name, urgent: numberIn(count) }),
    ),
    latest: (await rows('coverage.wall.latest')).map(
      ([at = '', place = '', name = '']) => ({
        at: momentIn(at),
        place,
        name,
      }),
    ),
  };
}

/** A list of statistics: labels with their numbers. */
async function valuesIn(list: Locator) {
  return (await textsOf(list.locator('ol > li'))).map(
    ([, label = '', value = '']) => ({ label, value: numberIn(value) }),
  );
}

/** Sends messages past the app, so that their history is not empty. */
async function sendMessages(server: ServerProcess, token: string) {
  for (const title of ['Prima', 'A doua', 'A treia']) {
    const reply = await fetch(`${server.origin}/api/v1/notification/send`, {
      method: 'POST',
      headers: {
        Authorization: `Bearer ${token}`,
        'Content-Type': 'application/json',
      },
      body: JSON.stringify({
        from: 'demo',
        channel: 'Firebase',
        title,
        message: title,
        recipients: [1, 2, 3],
      }),
    });
    expect(reply.ok).toBe(true);
  }
}

const threadPage = v.object({
  data: v.array(
    v.object({ observerId: v.number(), pollingStationId: v.number() }),
  ),
});

/** Decides about some urgent threads past the app; about one of them twice. */
async function sendMarks(server: ServerProcess, token: string) {
  const headers = {
    Authorization: `Bearer ${token}`,
    'Content-Type': 'application/json',
  };
  const list = `${server.origin}/api/v1/answers?urgent=true&page=1&pageSize=12`;
  const reply = await fetch(list, { headers });
  const { data } = v.parse(threadPage, await reply.json());
  const states = ['resolved', 'falseAlarm', 'inProgress'];
  const marks = data.map((thread, at) => ({
    ...thread,
    state: states[at % states.length],
  }));
  const again = marks.slice(0, 1).map((mark) => ({ ...mark, state: 'new' }));
  for (const [at, mark] of [...marks, ...again].entries()) {
    const setAt = new Date(Date.now() - 60_000 + at * 1000).toISOString();
    const { ok } = await fetch(`${server.origin}/api/v1/triage`, {
      method: 'POST',
      headers,
      body: JSON.stringify({ ...mark, setAt }),
    });
    expect(ok).toBe(true);
  }
}

/** The whole of every list is here, and the clock of the page stands at `at`. */
async function openWhole(page: Page, at: number): Promise<void> {
  // Rows that are out of sight are not drawn: this window has room for a hundred.
  await page.setViewportSize({ width: 1366, height: 6000 });
  await page.clock.setFixedTime(at);
  await page.goto('/coverage');
  await expect.poll(() => sweptLists(page), { timeout: 60_000 }).toBe(3);
  await expect(page.getByText(/^Calculat din/)).toBeHidden();
}

/**
 * What the page takes for now, in epoch ms: ages change with its minute and are by
 * the server's clock, whose difference it measures anew at each start.
 */
async function nowOf(page: Page): Promise<number> {
  const at = await page.evaluate(() => Date.now());
  const meta = (await readRows(page, 'cache', 'meta')).map(Object);
  const offset = meta.find(({ k }) => k === 'clockOffset')?.v;
  return Math.floor(at / MINUTE_MS) * MINUTE_MS + Number(offset);
}

/** Waits until the screen shows what the database says at the page's own moment. */
function sameFigures<Shown>(
  page: Page,
  shown: (page: Page) => Promise<Shown>,
  told: (now: number) => Promise<Shown>,
): Promise<void> {
  return expect(async () => {
    const expected = await told(await nowOf(page));
    const actual: unknown = await shown(page);
    expect(actual).toEqual(expected);
  }).toPass({ timeout: 30_000 });
}

test('every screen shows the figures of the database', async ({
  page,
  server,
  token,
}) => {
  test.setTimeout(900_000);
  await sendMessages(server, token);
  await sendMarks(server, token);
  await server.stop();
  const figures = await openFigures(server.dataDir);
  await server.start();
  await openWhole(page, Date.now());

  await test.step('coverage by county', async () => {
    await expect(page.getByRole('table').locator('tbody tr')).toHaveCount(44);
    await sameFigures(page, countyLines, figures.counties);
  });
  await test.step('the map', () => checkMap(page, figures));
  await test.step('coverage by observer', () => checkObservers(page, figures));
  await test.step('the wall', async () => {
    await page.goto('/wall');
    await sameFigures(page, wallFigures, figures.wall);
  });
  await test.step('the deployment plan', () => checkPlan(page, figures));
  await test.step('decisions and the queue', () =>
    checkDecisions(page, figures));
  await test.step('the lists', () => checkLists(page, figures));
  await test.step('counties with their stations', async () => {
    await page.goto('/polling-stations');
    await sameFigures(page, stationsOnScreen, async (now) =>
      (await figures.counties(now))
        .slice(1)
        .map(({ name, stations }) => ({ name, stations })),
    );
  });
  await test.step('statistics', () => checkStatistics(page, figures));
  await test.step('questions', () => checkQuestions(page, figures));
  await test.step('agreement', async () => {
    await page.goto('/agreement');
    await sameFigures(page, comparedStations, figures.agreement);
  });
  await test.step('search', () => checkSearch(page, figures));
  await figures.close();
});

const SEARCHES = ['urnă', 'Alegător', 'membru comisi', 'v'];

/** How many texts of observers are found. */
async function checkSearch(page: Page, figures: Figures) {
  for (const text of SEARCHES) {
    await page.goto(`/search?q=${encodeURIComponent(text)}`);
    const folded = text.normalize('NFD').replaceAll(/\p{M}/gu, '');
    const words = folded.toLowerCase().split(' ');
    expect(await figures.written(...words)).toBeGreaterThan(0);
    await sameFigures(
      page,
      () => textsFound(page),
      () => figures.written(...words),
    );
  }
}

async function textsFound(page: Page): Promise<number> {
  const titles = await page
    .getByRole('heading', { level: 2 })
    .allTextContents();
  const title = ro('palette.texts');
  const own = titles.find((each) => each.startsWith(title)) ?? '0';
  return numberIn(own.replace(title, ''));
}

/** The stations with two reports, with their contradictions. */
async function comparedStations(page: Page): Promise<ComparedStation[]> {
  return (await cellsOf(page)).map((cells) => {
    const [name = '', reports = '', flagged = '', contradictions = ''] = cells;
    return {
      name,
      reports: numberIn(reports),
      flagged: numberIn(flagged),
      contradictions: numberIn(contradictions),
    };
  });
}

/** What was answered to each question, in all counties and in one of them. */
async function checkQuestions(page: Page, figures: Figures) {
  await page.goto('/statistics/questions');
  await sameFigures(page, questionFigures, () => figures.questions('A'));
  await page
    .getByLabel(ro('questions.filter.county'))
    .selectOption({ label: 'Cluj' });
  await expect(page).toHaveURL(/county=CJ/);
  await sameFigures(page, questionFigures, () =>
    figures.questions('A', 'Cluj'),
  );
}

/** The options of each question, the line of contradictions and the one of all. */
async function questionFigures(page: Page): Promise<QuestionFigures[]> {
  const panels = await page.locator('section:has(> h3)').evaluateAll((all) =>
    all.map((panel) => ({
      name: panel.querySelector('h3')?.textContent ?? '',
      rows: [...panel.querySelectorAll('tbody tr, tfoot tr')].map((row) =>
        [...row.children].map((cell) => [
          cell.lastChild?.textContent ?? '',
          cell.textContent ?? '',
        ]),
      ),
    })),
  );
  return panels.map(({ name, rows }) => {
    const [contradicting = [], answered = []] = rows.slice(-2);
    const figureIn = (cells: string[][], at: number) =>
      numberIn(cells[at]?.[1] ?? '');
    return {
      code: name.split(' ')[0] ?? '',
      answered: figureIn(answered, 1),
      contradicting: figureIn(contradicting, 1),
      reports: figureIn(answered, 2),
      options: rows.slice(0, -2).map((cells) => ({
        // Behind the mark of a flagged one.
        text: cells[0]?.[0] ?? '',
        stations: figureIn(cells, 1),
        reports: figureIn(cells, 3),
      })),
    };
  });
}

const MEASURES = ['share', 'urgent', 'silence'] as const;

/** Each county of the map and beside it, by what the map shows. */
async function checkMap(page: Page, figures: Figures) {
  const map = page.getByRole('region', { name: ro('coverage.map.name') });
  for (const measure of MEASURES) {
    await map
      .getByRole('button', { name: ro(`coverage.map.measures.${measure}`) })
      .click();
    await sameFigures(
      page,
      () => levelsOnMap(map),
      async (now) => levelsOf(await figures.map(now), measure),
    );
  }
}

/** Levels by the code of the county; of those beside the map by its name. */
async function levelsOnMap(map: Locator): Promise<Record<string, string>> {
  const drawn = await map.locator('path[data-county]').evaluateAll((shapes) =>
    shapes.map((shape): [string, string] => [
      // The figure of the county stands behind its name.
      shape.querySelector('title')?.textContent?.split(':')[0] ?? '',
      shape.getAttribute('data-level') ?? '',
    ]),
  );
  const others = await map
    .locator('li:has(a)')
    .evaluateAll((items) =>
      items.map((item): [string, string] => [
        item.textContent ?? '',
        item.querySelector('[data-level]')?.getAttribute('data-level') ?? '',
      ]),
    );
  return Object.fromEntries([...drawn, ...others]);
}

function levelsOf(
  counties: readonly MapLevels[],
  measure: (typeof MEASURES)[number],
): Record<string, string> {
  return Object.fromEntries(
    counties.map((county) => [county.name, county[measure] ?? 'unknown']),
  );
}

/** The sample plan, which has no times: every line holds all day. */
async function checkPlan(page: Page, figures: Figures) {
  const csv = readFileSync(join(root, 'public/samples/plan.csv'), 'utf8');
  const told = await figures.plan(csv);
  await page.goto('/coverage/plan');
  await page
    .getByLabel(ro('importFile.chosen'), { exact: true })
    .setInputFiles({
      name: 'plan.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(csv),
    });
  const count = csv.trim().split('\n').length - 1;
  await page
    .getByRole('button', { name: ro('plan.import.store', { count }) })
    .click();
  await expect(page).toHaveURL('/coverage?by=plan');
  // Until the lists are whole, what nobody knows yet is empty.
  await expect(async () => {
    expect(await planCounties(page)).toEqual([told.total, ...told.counties]);
  }).toPass({ timeout: 30_000 });

  const shown: PlanObserver[] = [];
  for (let at = 1; shown.length < told.observers.length; at += 1) {
    await page.goto(`/coverage?by=plan&rows=observer&page=${at}`);
    const rest = Math.min(100, told.observers.length - shown.length);
    await expect(page.getByRole('table').locator('tbody tr')).toHaveCount(rest);
    shown.push(...(await planObservers(page)));
  }
  const byPhone = (one: PlanObserver, other: PlanObserver) =>
    one.phone < other.phone ? -1 : 1;
  expect(shown.toSorted(byPhone)).toEqual(told.observers.toSorted(byPhone));
  // Each figure of the head leads to its rows.
  for (const state of ['missing', 'elsewhere', 'reported'] as const) {
    await page.goto(`/coverage?by=plan&rows=line&state=${state}`);
    await expect.poll(() => totalOf(page)).toBe(told.total[state]);
  }
}

async function planCounties(page: Page): Promise<PlanLine[]> {
  return (await cellsOf(page)).map((cells) => {
    const [name = '', expected = '', reported = '', elsewhere = ''] = cells;
    const [missing = '', upcoming = '', unplanned = ''] = cells.slice(4);
    expect(upcoming).toBe('0');
    return {
      name: name === ro('coverage.total') ? 'all' : name,
      expected: numberIn(expected),
      reported: numberIn(reported),
      elsewhere: numberIn(elsewhere),
      missing: numberIn(missing),
      unplanned: numberIn(unplanned),
    };
  });
}

async function planObservers(page: Page): Promise<PlanObserver[]> {
  return (await cellsOf(page)).map((cells) => {
    const [name = '', phone = '', , expected = '', states = ''] = cells;
    const countOf = (state: string) => {
      const word = ro(`plan.states.${state}`);
      const found = new RegExp(`${word}(?:: ([\\d.]+))?`).exec(states);
      return found ? numberIn(found[1] ?? '1') : 0;
    };
    return {
      name,
      phone,
      expected: numberIn(expected),
      reported: countOf('reported'),
      elsewhere: countOf('elsewhere'),
      missing: countOf('missing'),
      unplanned: countOf('unplanned'),
    };
  });
}

const STATES = ['new', 'inProgress', 'resolved', 'falseAlarm'] as const;

/** What stands below the rows of both lists, and how long the queue is. */
async function checkDecisions(page: Page, figures: Figures) {
  const told = await figures.states();
  const counts = page.getByRole('navigation', {
    name: ro('answers.counts.name'),
  });
  for (const [path, states] of [
    ['/answers', told.all],
    ['/answers?urgente=true', told.urgent],
  ] as const) {
    await page.goto(path);
    await expect
      .poll(async () => {
        const links = await counts.getByRole('link').allInnerTexts();
        return Object.fromEntries(
          STATES.map((state, at) => [
            state,
            numberIn(/[\d.]+$/.exec(links[at] ?? '')?.[0] ?? ''),
          ]),
        );
      })
      .toEqual(states);
  }
  await page.goto('/urgents/queue');
  const progress = ro('answers.queue.progress', {
    position: 1,
    total: await figures.waiting(),
  });
  await expect(page.getByText(progress, { exact: true })).toBeVisible();
}

async function checkObservers(page: Page, figures: Figures) {
  const { observers } = await figures.lists();
  for (let first = 0; first < (observers ?? 0); first += 100) {
    await page.goto(`/coverage?by=observer&page=${first / 100 + 1}`);
    await sameFigures(page, observerLines, async (now) =>
      (await figures.observers(now)).slice(first, first + 100),
    );
  }
  for (const filter of ['30', '60', '120', 'neverSeen', 'seenWithoutReport']) {
    await page.goto(`/coverage?by=observer&silent=${filter}`);
    await sameFigures(
      page,
      async () => ({ filter, count: await totalOf(page) }),
      async (now) => ({ filter, count: (await figures.silent(now))[filter] }),
    );
  }
  await page.goto('/coverage?by=observer&county=GL');
  await sameFigures(
    page,
    async () => [await totalOf(page), await observerLines(page)],
    async (now) => {
      const here = await figures.observers(now, 'GL');
      return [here.length, here.slice(0, 100)];
    },
  );
}

async function checkLists(page: Page, figures: Figures) {
  const lists = await figures.lists();
  const link = (key: string) =>
    page.getByRole('main').getByRole('link', { name: ro(key) });
  const countIn = async (link: Locator) =>
    numberIn(/[\d.]+/.exec(await link.innerText())?.[0] ?? '');

  await page.goto('/answers');
  await expect
    .poll(async () => ({
      threads: await countIn(link('answers.all')),
      urgent: await countIn(link('answers.urgent')),
      pages: await totalOf(page),
    }))
    .toEqual({
      threads: lists.threads,
      urgent: lists.urgent,
      pages: lists.threads,
    });
  await page.goto('/observatori');
  await expect
    .poll(async () =>
      numberIn(
        (await page.getByRole('heading', { level: 1 }).innerText()).replace(
          ro('observers.title'),
          '',
        ),
      ),
    )
    .toBe(lists.observers);
  await page.goto('/formulare');
  await expect
    .poll(async () => ({
      published: await countIn(link('forms.tabs.public')),
      drafts: await countIn(link('forms.tabs.draft')),
    }))
    .toEqual({ published: lists.published, drafts: lists.drafts });
  await page.goto('/notifications/history');
  await expect.poll(() => totalOf(page)).toBe(lists.notifications);
}

async function stationsOnScreen(page: Page) {
  return (await cellsOf(page)).map(([name = '', , stations = '']) => ({
    name,
    stations: numberIn(stations),
  }));
}

async function checkStatistics(page: Page, figures: Figures) {
  await page.goto('/statistics');
  const cards = page.getByRole('region').filter({
    has: page.getByRole('button', { name: ro('statistics.complete') }),
  });
  for (const [at, name] of statisticNames.entries()) {
    const told = (await figures.statistic(name)).slice(0, 5);
    await expect
      .poll(() => valuesIn(cards.nth(at)), { message: name })
      .toEqual(told);
  }
  const arrivals = await figures.arrivals();
  await expect.poll(() => arrivalsOnScreen(page)).toEqual(arrivals);

  for (const name of statisticNames) {
    const told = await figures.statistic(name);
    await page.goto(`/statistics/${name}`);
    await expect
      .poll(() => valuesIn(page.getByRole('main')), { message: name })
      .toEqual(told.slice(0, STATISTICS_SHOWN));
    expect(await totalOf(page), name).toBe(told.length);
  }
}

/** The table of the day, hour by hour. */
async function arrivalsOnScreen(page: Page) {
  const table = page.getByRole('table');
  const heads = await table.locator('thead th').allInnerTexts();
  const [flagged = [], unflagged = []] = await cellsOf(page);
  return heads.slice(1, -1).map((hour, at) => ({
    hour: hour.trim(),
    flagged: numberIn(flagged[at + 1] ?? ''),
    unflagged: numberIn(unflagged[at + 1] ?? ''),
  }));
}
