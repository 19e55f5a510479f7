import type { Page } from '@playwright/test';

import { demoPin } from '../../../server/seed/names';
import { syncWorker } from '../../e2e/support/sync-worker';
import { readyAnswer } from '../../support/phone-answer';
import type { Figure } from '../figures';
import { percentile } from '../figures';
import { slowProcessor, textChangePainted } from '../paint';
import { forgetPlan, importPlan, PLAN_ROWS } from '../plan-file';
import { longTasks, settled } from '../settled';
import type { Stage } from '../stage';
import { onPage } from '../stage';

const REPORTS = 5;
/** Observers without a report: the first one is a new thread, and ends their silence. */
const BY_OBSERVER = '/coverage?by=observer&silent=neverSeen';

/** A screen, and the figure there that a new thread changes. */
const VIEWS = [
  {
    name: 'coverage by county',
    path: '/coverage',
    watched: 'main tbody tr:first-child > :nth-child(5)',
  },
  {
    name: 'coverage by observer',
    path: BY_OBSERVER,
    watched: 'main nav > span',
  },
  {
    name: `a plan of ${PLAN_ROWS} rows`,
    path: '/coverage?by=plan',
    watched: 'main tbody tr:first-child',
  },
  // The first list is that of the hours.
  { name: 'the wall', path: '/wall', watched: 'main ol' },
];

/** Reports that arrive while coverage or the wall is open, at a quarter of the processor's speed; the budget is meant for XL. */
export async function report(stage: Stage): Promise<Figure[]> {
  return onPage(await stage.filled(), async (page) => {
    const phones = await readPhones(page);
    await page.goto('/coverage/plan');
    await settled(page, stage.link);
    await importPlan(page);
    const figures: Figure[] = [];
    for (const [at, { name, path, watched }] of VIEWS.entries()) {
      await page.goto(path);
      await page.locator(watched).first().waitFor();
      await slowProcessor(page);
      const arrivals: Arrival[] = [];
      for (const phone of phones.slice(at * REPORTS, (at + 1) * REPORTS)) {
        arrivals.push(await arrive(page, stage, phone, watched));
      }
      const what = `a report under ${name}, slow processor`;
      figures.push(
        {
          what: `${what}: longest main-thread task (0: none of 50 ms)`,
          value: Math.max(...arrivals.map(({ longest }) => longest)),
          unit: 'ms',
          atMost: 50,
        },
        {
          what: `${what}: from its request until it is painted, median`,
          value: percentile(
            arrivals.map(({ took }) => took),
            0.5,
          ),
          unit: 'ms',
        },
      );
    }
    await forgetPlan(page);
    return figures;
  });
}

interface Arrival {
  /** Ms from the first request that brings the report until its figure is painted. */
  took: number;
  /** The longest main-thread task between, in ms; 0: none of 50 ms. */
  longest: number;
}

async function arrive(
  page: Page,
  { server, link }: Stage,
  phone: string,
  watched: string,
): Promise<Arrival> {
  const account = { phone, pin: demoPin(phone) };
  const send = await readyAnswer(server.origin, account, {});
  await settled(page, link);
  const sync = await syncWorker(page);
  await sync.evaluate(() => performance.clearResourceTimings());
  const painted = textChangePainted(page, watched);
  const [until] = await Promise.all([painted, send()]);
  const from = await sync.evaluate(() => {
    const first = performance
      .getEntriesByType('resource')
      .find(({ name }) => name.includes('/api/v1/answers'));
    return performance.timeOrigin + (first?.startTime ?? Number.NaN);
  });
  if (Number.isNaN(from)) throw new Error('No request brought the report');
  await settled(page, link);
  const origin = await page.evaluate(() => performance.timeOrigin);
  const tasks = await longTasks(page, from - origin, until - origin);
  return { took: until - from, longest: Math.max(0, ...tasks) };
}

/** Numbers of observers who never reported, enough for each view. */
async function readPhones(page: Page): Promise<string[]> {
  const phones = new Set<string>();
  for (let at = 1; phones.size < REPORTS * VIEWS.length; at += 1) {
    await page.goto(`${BY_OBSERVER}&page=${at}`);
    await page.getByRole('rowheader').nth(1).waitFor();
    const before = phones.size;
    const links = page.locator('main tbody a[href^="tel:"]');
    for (const link of await links.all()) {
      phones.add((await link.getAttribute('href'))?.slice(4) ?? '');
    }
    // A page behind the last one shows the last one.
    if (phones.size === before) {
      throw new Error('Too few observers without a report');
    }
  }
  return [...phones];
}
