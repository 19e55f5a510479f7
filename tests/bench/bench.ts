import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

import type { BrowserContext, Page } from '@playwright/test';
import { chromium } from '@playwright/test';

import type { ServerSize } from '../support/server-process';
import { startServer } from '../support/server-process';
import { nameFunctions } from '../support/named-functions';
import { countRows } from '../e2e/support/databases';
import { ro } from '../e2e/support/words';
import { drain } from './drain';
import type { Figure } from './measure';
import {
  percentile,
  print,
  slowDown,
  timeToChange,
  timeToPaint,
} from './measure';
import type { Stage } from './stage';
import { closeAfter, signedIn } from './stage';

/**
 * `npm run bench`: measures what a user waits for, against the standing budgets.
 * Never a test: figures of a busy machine say nothing.
 */
const { values } = parseArgs({
  args: process.argv.slice(2).filter((arg) => arg !== '--'),
  options: { size: { type: 'string', default: 'L' } },
});

const SIZES: Record<string, ServerSize> = { S: 'S', M: 'M', L: 'L', XL: 'XL' };

const LOGIN = 'input[autocomplete="username"]';
const ROW = 'a[data-thread]';
const SAMPLES = 20;
const CLIENTS = 50;

async function coldStarts(stage: Stage): Promise<Figure[]> {
  const { origin, browser } = stage;
  const stranger = await browser.newContext({ locale: 'ro-RO' });
  await nameFunctions(stranger);
  const door = await stranger.newPage();
  await slowDown(door);
  const login = await timeToPaint(door, `${origin}/login`, LOGIN);
  await stranger.close();

  const context = await signedIn(stage);
  const page = await context.newPage();
  await slowDown(page);
  const first = await timeToPaint(page, `${origin}/answers`, ROW);
  return [
    {
      what: 'first visit to the sign-in form, slow',
      value: login / 1000,
      unit: 's',
      budget: 1.9,
    },
    {
      what: 'first visit to the first thread, slow',
      value: first / 1000,
      unit: 's',
      budget: 2.5,
    },
    ...(await closeAfter(context, () => repeats(origin, context, page))),
  ];
}

async function repeats(
  origin: string,
  context: BrowserContext,
  page: Page,
): Promise<Figure[]> {
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => {}));
  await page.close();
  const again = await context.newPage();
  await again.goto(`${origin}/answers`);
  await again.locator(ROW).first().waitFor();
  await again.close();

  const visit = async (isOffline: boolean) => {
    const next = await context.newPage();
    await slowDown(next, !isOffline);
    const took = await timeToPaint(next, `${origin}/answers`, ROW);
    await next.close();
    return took / 1000;
  };
  const slow = [await visit(false), await visit(false), await visit(false)];
  await context.setOffline(true);
  const cold = [await visit(true), await visit(true), await visit(true)];
  return [
    {
      what: 'repeat visit to the first thread, slow',
      value: percentile(slow, 0.5),
      unit: 's',
      budget: 0.7,
    },
    {
      what: 'cold start without a network, slow processor',
      value: percentile(cold, 0.5),
      unit: 's',
      budget: 1,
    },
  ];
}

/** Turning pages, filtering and opening, all from cached rows. */
async function cachedRows(stage: Stage): Promise<Figure[]> {
  const context = await signedIn(stage);
  return closeAfter(context, async () => {
    const page = await context.newPage();
    await page.goto(`${stage.origin}/answers`);
    await page.locator(ROW).first().waitFor();
    await settle(page, 'threads', 500);
    await settle(page, 'details', 30);

    const turns: number[] = [];
    const nextPage = `button[aria-label="${ro('common.pagination.next')}"]`;
    for (let turn = 0; turn < SAMPLES; turn += 1) {
      turns.push(await timeToChange(page, nextPage, ROW));
    }
    await page.goto(`${stage.origin}/answers`);
    await page.locator(ROW).first().waitFor();
    const opens: number[] = [];
    for (let turn = 0; turn < SAMPLES; turn += 1) {
      const row = `li:nth-child(${(turn % 10) + 1}) ${ROW}`;
      opens.push(await timeToChange(page, row, 'h2'));
    }
    await page.goto(`${stage.origin}/observatori`);
    await settle(page, 'observers', 500);
    const box = page
      .getByRole('form', { name: ro('observers.filter.label') })
      .getByRole('textbox')
      .first();
    await box.waitFor();
    return [
      {
        what: 'next page of cached threads, p95',
        value: percentile(turns, 0.95),
        unit: 'ms',
        budget: 60,
      },
      {
        what: 'cached thread opened, p95',
        value: percentile(opens, 0.95),
        unit: 'ms',
        budget: 50,
      },
      {
        what: 'letter in the filter of observers to rows, p95',
        value: await typing(page),
        unit: 'ms',
        budget: 50,
      },
    ];
  });
}

/** Milliseconds from a letter in the name filter to other rows on the screen. */
async function typing(page: Page): Promise<number> {
  const took = await page.evaluate(async (label) => {
    const form = document.querySelector(`form[aria-label="${label}"]`);
    const input = form?.querySelector('input');
    if (!input) throw new Error('There is no filter');
    const setter = Object.getOwnPropertyDescriptor(
      HTMLInputElement.prototype,
      'value',
    )?.set;
    const samples: number[] = [];
    const count = () => document.querySelector('h1')?.textContent ?? '';
    const rows = () => document.querySelector('tbody')?.textContent ?? '';
    for (const text of [
      'a',
      'an',
      'ana',
      'an',
      'a',
      'b',
      'bo',
      'bog',
      'b',
      'i',
    ]) {
      const before = rows() + count();
      const from = performance.now();
      setter?.call(input, text);
      input.dispatchEvent(new Event('input', { bubbles: true }));
      const until = from + 3_000;
      const isChanged = await new Promise<boolean>((resolve) => {
        const look = () => {
          const isOther = rows() + count() !== before;
          if (isOther || performance.now() > until) {
            requestAnimationFrame(() => resolve(isOther));
          } else requestAnimationFrame(look);
        };
        requestAnimationFrame(look);
      });
      // Now and then the same rows fit the next letter, too.
      if (isChanged) samples.push(performance.now() - from);
    }
    return samples;
  }, ro('observers.filter.label'));
  return percentile(took, 0.95);
}

async function settle(page: Page, table: string, atLeast: number) {
  const until = Date.now() + 120_000;
  while ((await countRows(page, 'cache', table)) < atLeast) {
    if (Date.now() > until) throw new Error(`${table} are not cached in time`);
    await page.waitForTimeout(500);
  }
}

/** Fifty clients ask for pages of answers at once, again and again. */
async function answersPage({ origin, token }: Stage): Promise<Figure[]> {
  const took: number[] = [];
  const client = async (at: number) => {
    for (let turn = 0; turn < 5; turn += 1) {
      const from = performance.now();
      const url = `${origin}/api/v1/answers?page=${1 + ((at + turn) % 50)}&pageSize=10`;
      const reply = await fetch(url, {
        headers: { Authorization: `Bearer ${token}` },
      });
      await reply.arrayBuffer();
      took.push(performance.now() - from);
    }
  };
  await Promise.all(Array.from({ length: CLIENTS }, (_, at) => client(at)));
  return [
    {
      what: `page of answers of the server, ${CLIENTS} clients, p95, PGlite`,
      value: percentile(took, 0.95),
      unit: 'ms',
      budget: 150,
    },
  ];
}

async function bench(size: ServerSize): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), 'vmo-bench-'));
  const server = await startServer({ dataDir, size });
  const browser = await chromium.launch({
    executablePath: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium',
    args: ['--no-sandbox'],
  });
  try {
    const stage = {
      origin: server.origin,
      token: await server.signIn(),
      browser,
    };
    console.log(`Tier ${size}, ${process.version}, ${browser.version()}`);
    for (const part of [answersPage, coldStarts, cachedRows, drain]) {
      print(await part(stage));
    }
  } finally {
    await browser.close();
    await server.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

const size = SIZES[values.size];
if (!size) throw new Error('--size must be S, M, L or XL');
await bench(size);
