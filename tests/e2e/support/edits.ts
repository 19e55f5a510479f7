import type { Page } from '@playwright/test';
import { expect } from '@playwright/test';

import type { ServerProcess } from '../../support/server-process';
import { askHost } from './demo';
import { expectSent } from './outbox';
import { nameField, openProfile, saveProfile } from './screens';
import { ro } from './words';

/** The request that sends the edit of an observer. */
export const put = { method: 'PUT', path: /\/api\/v1\/observer/ };

/** Phones of the observers of the newest threads, each once. */
export async function phonesOf(
  host: ServerProcess,
  token: string,
): Promise<string[]> {
  const { data } = await askHost(host.origin, token).threads();
  return [...new Set(data.map((row) => row.observerPhoneNumber ?? ''))];
}

/** One of them, whom no other test of the file touches. */
export async function somePhone(
  host: ServerProcess,
  token: string,
  at: number,
): Promise<string> {
  return (await phonesOf(host, token))[at] ?? '';
}

/** Gives an observer another name, and waits until that is kept. */
export async function edit(
  page: Page,
  phone: string,
  name: string,
): Promise<void> {
  await openProfile(page, phone);
  await nameField(page).fill(name);
  await saveProfile(page);
}

/** How the host answered the edits that reached it. */
export async function putStatuses(host: ServerProcess): Promise<number[]> {
  return (await host.requests())
    .filter(({ method }) => method === 'PUT')
    .map(({ status }) => status);
}

/** By how many keys the host knows the edits that reached it. */
export async function countPutKeys(host: ServerProcess): Promise<number> {
  const puts = (await host.requests()).filter(({ method }) => method === 'PUT');
  return new Set(puts.map(({ idempotencyKey }) => idempotencyKey)).size;
}

export async function nameOnHost(
  host: ServerProcess,
  token: string,
  phone: string,
): Promise<string | undefined> {
  return (await askHost(host.origin, token).observerByPhone(phone))?.name;
}

/** The change is on the host, once, and nothing on the device waits for it. */
export async function expectOneEffect(
  page: Page,
  host: ServerProcess,
  token: string,
  phone: string,
  name: string,
): Promise<void> {
  await expectSent(page);
  await openProfile(page, phone);
  await expect(nameField(page)).toHaveValue(name);
  await expect(page.getByText(ro('common.pending.waiting'))).toHaveCount(0);
  await expect(page.getByText(ro('common.pending.sending'))).toHaveCount(0);
  expect(await putStatuses(host)).toEqual([200]);
  expect(await nameOnHost(host, token, phone)).toBe(name);
}
