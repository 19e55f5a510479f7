import type { Page } from '@playwright/test';
import { expect } from '@playwright/test';

import type { ServerProcess } from '../../support/server-process';
import { askServer } from './demo';
import { expectSent } from './outbox';
import { nameField, openProfile, saveProfile } from './screens';
import { ro } from './words';

/** The request that sends the edit of an observer. */
export const put = { method: 'PUT', path: /\/api\/v1\/observer/ };

/** Phones of the observers of the newest threads, each once. */
export async function phonesOf(
  server: ServerProcess,
  token: string,
): Promise<string[]> {
  const { data } = await askServer(server.origin, token).threads();
  return [...new Set(data.map((row) => row.observerPhoneNumber ?? ''))];
}

/** One of them, whom no other test of the file touches. */
export async function somePhone(
  server: ServerProcess,
  token: string,
  at: number,
): Promise<string> {
  return (await phonesOf(server, token))[at] ?? '';
}

/** Gives an observer another name, and waits until the change is enqueued. */
export async function edit(
  page: Page,
  phone: string,
  name: string,
): Promise<void> {
  await openProfile(page, phone);
  await nameField(page).fill(name);
  await saveProfile(page);
}

/** How the server answered the edits that reached it. */
export async function putStatuses(server: ServerProcess): Promise<number[]> {
  return (await server.requests())
    .filter(({ method }) => method === 'PUT')
    .map(({ status }) => status);
}

/** By how many keys the server knows the edits that reached it. */
export async function countPutKeys(server: ServerProcess): Promise<number> {
  const puts = (await server.requests()).filter(
    ({ method }) => method === 'PUT',
  );
  return new Set(puts.map(({ idempotencyKey }) => idempotencyKey)).size;
}

export async function nameOnServer(
  server: ServerProcess,
  token: string,
  phone: string,
): Promise<string | undefined> {
  return (await askServer(server.origin, token).observerByPhone(phone))?.name;
}

/** The change is on the server, once, and nothing on the device waits for it. */
export async function expectOneEffect(
  page: Page,
  server: ServerProcess,
  token: string,
  phone: string,
  name: string,
): Promise<void> {
  await expectSent(page);
  await openProfile(page, phone);
  await expect(nameField(page)).toHaveValue(name);
  await expect(page.getByText(ro('common.pending.waiting'))).toHaveCount(0);
  await expect(page.getByText(ro('common.pending.sending'))).toHaveCount(0);
  expect(await putStatuses(server)).toEqual([200]);
  expect(await nameOnServer(server, token, phone)).toBe(name);
}
