import type { Locator, Page } from '@playwright/test';
import { expect } from '@playwright/test';

import type { DemoThread } from './demo';
import { ro } from './words';

/** The rows of the list of threads. */
export function threadRows(page: Page): Locator {
  return page
    .getByRole('list', { name: ro('answers.list.name') })
    .getByRole('link');
}

/** The pane with one thread's details. */
export function details(page: Page): Locator {
  return page.getByRole('region', { name: ro('answers.detail.name') });
}

/** The line in the navigation that says how this device stands with the server. */
export function syncStatus(page: Page): Locator {
  return page.getByRole('link', { name: ro('shell.sync.name') });
}

/** Where a thread is read. */
export function addressOf(
  { observerId, pollingStationId }: DemoThread,
  list: 'answers' | 'urgents' = 'answers',
): string {
  return `/${list}/details/${observerId}/${pollingStationId}`;
}

/** Opens the editor of an observer, by the phone it has now. */
export async function openProfile(page: Page, phone: string): Promise<void> {
  await page.goto(`/observatori/profil/edit/${encodeURIComponent(phone)}`);
  await expect(nameField(page)).toBeEditable();
}

export function nameField(page: Page): Locator {
  return page.getByLabel(ro('profile.name'));
}

export function phoneField(page: Page): Locator {
  return page.getByLabel(ro('profile.phone'));
}

/** The PIN, once the current one is not to be kept. */
export function pinField(page: Page): Locator {
  return page.getByRole('textbox', { name: ro('profile.pin') });
}

/** Saves the profile that is open, and waits until it says so and is left. */
export async function saveProfile(page: Page): Promise<void> {
  await page.getByRole('button', { name: ro('common.save') }).click();
  await expect(page.getByText(ro('common.savedOnDevice'))).toBeVisible();
  await expect(page).not.toHaveURL(/\/observatori\/profil\//);
}

/** Opens the tab of a form and waits until all of its questions are drawn. */
export async function openForm(pane: Locator, tab: Locator): Promise<void> {
  await tab.click();
  await expect(tab).toHaveAttribute('aria-selected', 'true');
  // As it is read aloud: in the text alone, neighbouring numbers run together.
  const questions = /din (\d+)/.exec(await tab.ariaSnapshot())?.[1];
  await expect(pane.getByRole('article')).toHaveCount(Number(questions));
}

/** The tabs of the forms: those that count questions. */
export function formTabs(pane: Locator): Locator {
  return pane.getByRole('tab').filter({ hasText: /din \d+/ });
}

/** Asks to sign out, in the menu of the account. */
export async function signOut(page: Page): Promise<void> {
  const account = new RegExp(`^${ro('shell.account')} `);
  await page.getByRole('button', { name: account }).click();
  await page.getByRole('menuitem', { name: ro('shell.logout.item') }).click();
}
