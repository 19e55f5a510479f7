import type { Page } from '@playwright/test';

import type { HostProcess } from '../support/host-process';
import { askHost } from './support/demo';
import { outboxStates } from './support/kept';
import { nameField, openProfile, saveProfile } from './support/screens';
import { expect, test } from './support/test';
import { ro } from './support/words';

test.use({ isProxied: true });

const put = { method: 'PUT', path: /\/api\/v1\/observer/ };

/** An observer whom no other test of this file touches. */
async function someObserver(host: HostProcess, token: string, at: number) {
  const { data } = await askHost(host.origin, token).threads();
  const phones = [...new Set(data.map((row) => row.observerPhoneNumber ?? ''))];
  return phones[at] ?? '';
}

async function writes(host: HostProcess) {
  return (await host.requests())
    .filter(({ method }) => method === 'PUT')
    .map(({ status }) => status);
}

async function edit(page: Page, phone: string, name: string) {
  await openProfile(page, phone);
  await nameField(page).fill(name);
  await saveProfile(page);
}

/** The change is on the host, once, and nothing on the device waits for it. */
async function expectOneEffect(
  page: Page,
  host: HostProcess,
  token: string,
  phone: string,
  name: string,
) {
  await expect
    .poll(() => outboxStates(page), { timeout: 40_000 })
    .toEqual(['done']);
  await openProfile(page, phone);
  await expect(nameField(page)).toHaveValue(name);
  await expect(page.getByText(ro('common.pending.waiting'))).toBeHidden();
  await expect(page.getByText(ro('common.pending.sending'))).toBeHidden();
  expect(await writes(host)).toEqual([200]);
  const found = await askHost(host.origin, token).observerByPhone(phone);
  expect(found?.name).toBe(name);
}

test('page closed right after the change was kept', async ({
  page,
  context,
  faults,
  host,
  token,
}) => {
  const phone = await someObserver(host, token, 1);
  const undo = faults.fail({ ...put, fault: { kind: 'cutBefore' } });
  await edit(page, phone, 'Ana Închisă');
  await page.close();
  expect(await writes(host)).toEqual([]);
  undo();
  const next = await context.newPage();
  await next.goto('/answers');
  await expectOneEffect(next, host, token, phone, 'Ana Închisă');
});

test('worker ended after the claim, before the host saw anything', async ({
  page,
  faults,
  host,
  token,
}) => {
  const phone = await someObserver(host, token, 2);
  const undo = faults.fail({ ...put, fault: { kind: 'silence' } });
  await edit(page, phone, 'Ana Revendicată');
  await expect.poll(() => faults.struck(put.path)).toBeGreaterThan(0);
  expect(await outboxStates(page)).toEqual(['inflight']);
  await endWorker(page);
  undo();
  await page.reload();
  await expectOneEffect(page, host, token, phone, 'Ana Revendicată');
});

test('worker ended after the host did it, before the reply', async ({
  page,
  faults,
  host,
  token,
}) => {
  const phone = await someObserver(host, token, 3);
  const undo = faults.fail({ ...put, fault: { kind: 'swallow' } });
  await edit(page, phone, 'Ana Aplicată');
  await expect.poll(() => writes(host)).toEqual([200]);
  expect(await outboxStates(page)).toEqual(['inflight']);
  await endWorker(page);
  undo();
  await page.reload();
  await expectOneEffect(page, host, token, phone, 'Ana Aplicată');
});

test('page closed while the request is on its way', async ({
  page,
  context,
  faults,
  host,
  token,
}) => {
  const phone = await someObserver(host, token, 4);
  const undo = faults.fail({ ...put, fault: { kind: 'swallow' } });
  await edit(page, phone, 'Ana Plecată');
  await expect.poll(() => writes(host)).toEqual([200]);
  await page.close();
  undo();
  const next = await context.newPage();
  await next.goto('/answers');
  await expectOneEffect(next, host, token, phone, 'Ana Plecată');
});

test('reply broken off half way', async ({ page, faults, host, token }) => {
  const phone = await someObserver(host, token, 5);
  faults.fail({ ...put, fault: { kind: 'cutReply' }, times: 1 });
  await edit(page, phone, 'Ana Ruptă');
  await expectOneEffect(page, host, token, phone, 'Ana Ruptă');
});

test('reply lost without a byte', async ({ page, faults, host, token }) => {
  const phone = await someObserver(host, token, 7);
  faults.fail({ ...put, fault: { kind: 'cutAfter' }, times: 1 });
  await edit(page, phone, 'Ana Pierdută');
  await expect
    .poll(() => outboxStates(page), { timeout: 40_000 })
    .toEqual(['done']);
  // Chromium itself repeats a request on a kept connection that dies like this,
  // below all code of ours: by the same key the host knows it for the same one.
  const keys = (await host.requests())
    .filter(({ method }) => method === 'PUT')
    .map(({ idempotencyKey }) => idempotencyKey);
  expect(keys[0]).toMatch(/^[\da-f-]{36}$/);
  expect(new Set(keys).size).toBe(1);
  const found = await askHost(host.origin, token).observerByPhone(phone);
  expect(found?.name).toBe('Ana Pierdută');
});

test('a refusal shows the words of the host and changes nothing', async ({
  page,
  faults,
  host,
  token,
}) => {
  const phone = await someObserver(host, token, 6);
  const before = await askHost(host.origin, token).observerByPhone(phone);
  faults.fail({
    ...put,
    fault: {
      kind: 'reply',
      status: 400,
      type: 'application/problem+json',
      body: JSON.stringify({ status: 400, detail: 'Action not allowed' }),
    },
  });
  await edit(page, phone, 'Ana Refuzată');
  await expect.poll(() => outboxStates(page)).toEqual(['rejected']);
  await page.goto('/outbox');
  const parked = page.getByRole('region', {
    name: ro('outbox.group.needsYou'),
  });
  await expect(parked).toContainText('Action not allowed');
  await openProfile(page, phone);
  await expect(nameField(page)).toHaveValue(before?.name ?? '');
  expect(await writes(host)).toEqual([]);
});

/** Ends the sync thread as a crash would: nothing of it runs on. */
async function endWorker(page: Page): Promise<void> {
  const sync = page.workers().find((worker) => /sync/.test(worker.url()));
  if (!sync) throw new Error('There is no sync worker');
  const closed = sync.waitForEvent('close');
  await sync.evaluate(() => self.close());
  await closed;
}
