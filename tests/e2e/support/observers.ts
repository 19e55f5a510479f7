import type { Locator, Page } from '@playwright/test';
import { expect } from '@playwright/test';
import * as v from 'valibot';

import type { ServerProcess } from '../../support/server-process';
import { countRows } from './databases';
import { nameField, phoneField } from './screens';
import { ro } from './words';

const list = v.object({
  totalItems: v.number(),
  data: v.array(
    v.object({
      id: v.number(),
      name: v.string(),
      phone: v.string(),
      lastSeen: v.nullish(v.string()),
      numberOfNotes: v.number(),
      numberOfPollingStations: v.number(),
    }),
  ),
});

export type DemoObserver = v.InferOutput<typeof list>['data'][number];

/** Asks the server itself about observers: what the screen is compared with. */
export function askObservers(origin: string, token: string) {
  const headers = { Authorization: `Bearer ${token}` };
  async function all(query = '') {
    const url = `${origin}/api/v1/observer?PageSize=1000&Page=1${query}`;
    const response = await fetch(url, { headers });
    return v.parse(list, await response.json());
  }
  return {
    all: async () => (await all()).data,
    count: async () => (await all()).totalItems,
    byPhone: async (phone: string) =>
      (await all(`&Number=${encodeURIComponent(phone)}`)).data.filter(
        (each) => each.phone === phone,
      ),
    /** Adds one beside the browser. */
    async add({ name, phone }: { name: string; phone: string }) {
      const query = new URLSearchParams({
        Name: name,
        Phone: phone,
        Pin: '1234',
      });
      await fetch(`${origin}/api/v1/observer?${query}`, {
        method: 'POST',
        headers: { ...headers, 'Content-Type': 'application/json' },
        body: JSON.stringify({ name, phone, pin: '1234' }),
      });
    },
    /** An observer whom the server deletes, or one whom it does not delete. */
    async some(hasData: boolean, at = 0): Promise<DemoObserver> {
      const found = (await all()).data
        .filter(
          (each) =>
            hasData ===
            (each.numberOfPollingStations > 0 && Boolean(each.lastSeen)),
        )
        .filter(
          (each) => hasData || (each.numberOfNotes === 0 && !each.lastSeen),
        )
        .sort((a, b) => a.id - b.id)[at];
      if (!found) throw new Error('The demo data has no such observer');
      return found;
    },
  };
}

/** The row of an observer in the table. */
export function observerRow(page: Page, name: string): Locator {
  return page.getByRole('row').filter({ hasText: name });
}

/** Opens the list and waits until all of it is cached. */
export async function openList(page: Page, query = ''): Promise<void> {
  await page.goto(`/observatori${query}`);
  await expect(page.getByRole('row').nth(1)).toBeVisible({ timeout: 30_000 });
  await expect
    .poll(() => countRows(page, 'cache', 'observers'), { timeout: 60_000 })
    // The smaller NGO of the smallest demo has 33.
    .toBeGreaterThan(30);
}

/** Types into the filter of the list. */
export async function filterBy(
  page: Page,
  field: 'name' | 'phone',
  text: string,
): Promise<void> {
  // Profiles have fields of these names, too.
  await page
    .getByRole('form', { name: ro('observers.filter.label') })
    .getByRole('textbox', { name: ro(`observers.${field}`), exact: true })
    .fill(text);
}

/** Opens the menu of an observer's row and presses an item. */
export async function chooseAction(
  page: Page,
  name: string,
  item: string,
): Promise<void> {
  await page
    .getByRole('button', { name: ro('observers.more', { name }), exact: true })
    .click();
  await page.getByRole('menuitem', { name: item }).click();
}

/** The methods of the writes about observers that reached the server, in order. */
export async function writesOf(server: ServerProcess): Promise<string[]> {
  return (await server.requests())
    .filter(({ path }) => path.startsWith('/api/v1/observer'))
    .filter(({ method }) => method !== 'GET')
    .map(({ method }) => method);
}

/** Signs the page in as the NGO's admin who is no organizer. */
export async function signInAsAdmin(
  page: Page,
  server: ServerProcess,
): Promise<string> {
  const token = await server.signIn('admin@demo.org', 'demo-admin');
  await page.addInitScript(
    (kept) => localStorage.setItem('token-id', kept),
    token,
  );
  return token;
}

/** Adds an observer from the list, through the profile form. */
export async function addObserver(
  page: Page,
  name: string,
  phone: string,
  pin: string,
): Promise<void> {
  await page.getByRole('link', { name: ro('observers.add') }).click();
  const pinField = page.getByLabel(new RegExp(`^${ro('profile.pin')}`));
  // The list has a field for names, too.
  await expect(pinField).toBeEditable();
  await nameField(page).fill(name);
  await phoneField(page).fill(phone);
  await pinField.fill(pin);
  await page.getByRole('button', { name: ro('common.save') }).click();
  await expect(page.getByText(ro('profile.added'))).toBeVisible();
  await expect(page).toHaveURL(/\/observatori(\?|$)/);
}

/** Answers the question whether to delete. */
export async function confirmDelete(page: Page, name: string): Promise<void> {
  const question = page.getByRole('alertdialog', {
    name: ro('observers.delete.ask', { name }),
  });
  await question.getByRole('button', { name: ro('common.delete') }).click();
  await expect(
    page.getByText(ro('OBSERVER_DELETE_SUCCESS', { name })),
  ).toBeVisible();
}
