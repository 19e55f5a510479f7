import type { Page } from '@playwright/test';
import { expect } from '@playwright/test';

import { details } from './screens';
import { ro } from './words';

/** Decides about the open thread by its key, and waits until that is stored. */
export async function decide(page: Page, key: string, state: string) {
  await bar(page)
    .getByRole('button', { name: state, exact: true })
    .waitFor({ timeout: 30_000 });
  await page.keyboard.press(key);
  await expect(
    bar(page).getByRole('button', { name: state, exact: true }),
  ).toHaveAttribute('aria-pressed', 'true');
}

/** Where the open thread is decided about. */
export function bar(page: Page) {
  return details(page).getByRole('region', { name: ro('answers.triage.name') });
}

/** A state in words. */
export const named = (state: string) => ro(`answers.triage.state.${state}`);
