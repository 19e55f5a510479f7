import type { Page } from '@playwright/test';

import { ro } from '../e2e/support/words';

export const PLAN_ROWS = 50_000;

/** Counties with more stations than a plan names of each. */
const COUNTIES = ['AB', 'CJ', 'IS', 'TM'];
const STATIONS = 100;
const WITHIN_MS = 120_000;

/** A plan of so many rows: the demo's observers, and phones that nobody has. */
function planText(): string {
  const rows = Array.from({ length: PLAN_ROWS }, (_, at) => {
    const phone = `07${String(at).padStart(8, '0')}`;
    const county = COUNTIES[at % COUNTIES.length];
    return `${phone},${county},${1 + (at % STATIONS)},,`;
  });
  return ['phone,county,station,from,to', ...rows, ''].join('\n');
}

interface PlanTimes {
  /** Ms from the choice of the file until its rows are shown. */
  previewed: number;
  /** Ms from the click until it is stored and the plan's view is open. */
  stored: number;
  /** Ms from there until it is compared and its figures are shown. */
  compared: number;
}

/** Imports a plan on its page, which is open, and waits for its figures. */
export async function importPlan(page: Page): Promise<PlanTimes> {
  const buffer = Buffer.from(planText());
  const store = page.getByRole('button', {
    name: ro('plan.import.store', { count: PLAN_ROWS }),
  });
  const from = performance.now();
  await page
    .getByLabel(ro('importFile.chosen'), { exact: true })
    .setInputFiles({ name: 'plan.csv', mimeType: 'text/csv', buffer });
  await store.waitFor({ timeout: WITHIN_MS });
  await page.getByRole('cell').first().waitFor();
  const previewed = performance.now();
  await store.click();
  await page.waitForURL('/coverage?by=plan', { timeout: WITHIN_MS });
  const stored = performance.now();
  await page
    .getByRole('list', { name: ro('plan.figures') })
    .waitFor({ timeout: WITHIN_MS });
  return {
    previewed: previewed - from,
    stored: stored - previewed,
    compared: performance.now() - stored,
  };
}

/** Other measures use the same profile. */
export async function forgetPlan(page: Page): Promise<void> {
  await page.goto('/coverage?by=plan');
  await page.getByRole('button', { name: ro('plan.more') }).click();
  const remove = ro('plan.remove.action');
  await page.getByRole('menuitem', { name: remove }).click();
  await page
    .getByRole('alertdialog')
    .getByRole('button', { name: remove })
    .click();
  await page.getByText(ro('plan.none')).waitFor();
}
