import type { Locator, Page } from '@playwright/test';
import { expect } from '@playwright/test';
import * as v from 'valibot';

import type { ServerProcess } from '../../support/server-process';
import { countRows } from './databases';
import { ro } from './words';

const history = v.object({
  totalItems: v.number(),
  data: v.array(
    v.object({
      title: v.string(),
      body: v.string(),
      sentObserverIds: v.array(v.number()),
    }),
  ),
});

const people = v.array(v.object({ id: v.number(), name: v.string() }));

/** Asks the server itself about notifications: what the screen is compared with. */
export function askNotifications(origin: string, token: string) {
  const headers = { Authorization: `Bearer ${token}` };
  async function get(path: string): Promise<unknown> {
    const response = await fetch(new URL(path, origin), { headers });
    if (!response.ok) throw new Error(`${path}: ${response.status}`);
    return response.json();
  }
  return {
    history: async () =>
      v.parse(
        history,
        await get('/api/v1/notification/get/all?page=1&pageSize=100'),
      ).data,
    /** Who is checked in at a county's stations. */
    async active(county: string, to: number) {
      const query = `countyCodes=${county}&fromPollingStationNumber=1&toPollingStationNumber=${to}&currentlyCheckedIn=true`;
      const found = await get(`/api/v1/observer/active?${query}`);
      return v.parse(people, found);
    },
  };
}

export function titleField(page: Page): Locator {
  return page.getByRole('textbox', { name: ro('notifications.message.title') });
}

/** Writes a message and presses Send: the question is open then. */
export async function writeMessage(
  page: Page,
  title: string,
  message: string,
): Promise<Locator> {
  await titleField(page).fill(title);
  await page
    .getByRole('textbox', { name: ro('notifications.message.text') })
    .last()
    .fill(message);
  await page.getByRole('button', { name: /^Trimite/ }).click();
  const question = page.getByRole('alertdialog');
  await expect(question).toBeVisible();
  return question;
}

/** Writes and confirms a message, and waits until it is enqueued. */
export async function sendMessage(
  page: Page,
  title: string,
  message: string,
): Promise<void> {
  const question = await writeMessage(page, title, message);
  await question
    .getByRole('button', { name: ro('notifications.send'), exact: true })
    .click();
  await expect(page.getByText(ro('notifications.saved.title'))).toBeVisible();
}

/** Opens the compose screen and waits until all observers are cached. */
export async function openCompose(page: Page, query = ''): Promise<void> {
  await page.goto(`/notifications${query}`);
  await expect(titleField(page)).toBeVisible();
  await expect
    .poll(() => countRows(page, 'cache', 'observers'), { timeout: 60_000 })
    // The smaller NGO of the smallest demo has 33.
    .toBeGreaterThan(30);
}

/** Where the notifications that reached the server went, in order. */
export async function sendings(server: ServerProcess): Promise<string[]> {
  return (await server.requests())
    .filter(({ method }) => method === 'POST')
    .map(({ path }) => path)
    .filter((path) => path.startsWith('/api/v1/notification/send'));
}
