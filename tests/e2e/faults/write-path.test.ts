import {
  edit,
  expectOneEffect,
  nameOnServer,
  put,
  putStatuses,
  somePhone,
} from '../support/edits';
import { noteFault } from '../support/fault-count';
import { expectOutbox, expectSent, outboxGroup } from '../support/outbox';
import { nameField, openProfile } from '../support/screens';
import { endWorker } from '../support/sync-worker';
import { expect, test } from '../support/test';

test.use({ isProxied: true });

test('page closed right after the change was enqueued', async ({
  page,
  context,
  faults,
  server,
  token,
}) => {
  const phone = await somePhone(server, token, 1);
  const undo = faults.fail({ ...put, fault: { kind: 'cutBefore' } });
  await edit(page, phone, 'Ana Închisă');
  noteFault('closed tab');
  await page.close();
  expect(await putStatuses(server)).toEqual([]);
  undo();
  const next = await context.newPage();
  await next.goto('/answers');
  await expectOneEffect(next, server, token, phone, 'Ana Închisă');
});

test('worker ended after the claim, before the server saw anything', async ({
  page,
  faults,
  server,
  token,
}) => {
  const phone = await somePhone(server, token, 2);
  const undo = faults.fail({ ...put, fault: { kind: 'silence' } });
  await edit(page, phone, 'Ana Revendicată');
  await expect.poll(() => faults.struck(put.path)).toBeGreaterThan(0);
  await expectOutbox(page, { sending: 1 });
  await endWorker(page);
  undo();
  await page.reload();
  await expectOneEffect(page, server, token, phone, 'Ana Revendicată');
});

test('worker ended after the server did it, before the reply', async ({
  page,
  faults,
  server,
  token,
}) => {
  const phone = await somePhone(server, token, 3);
  const undo = faults.fail({ ...put, fault: { kind: 'swallow' } });
  await edit(page, phone, 'Ana Aplicată');
  await expect.poll(() => putStatuses(server)).toEqual([200]);
  await expectOutbox(page, { sending: 1 });
  await endWorker(page);
  undo();
  await page.reload();
  await expectOneEffect(page, server, token, phone, 'Ana Aplicată');
});

test('page closed while the request is on its way', async ({
  page,
  context,
  faults,
  server,
  token,
}) => {
  const phone = await somePhone(server, token, 4);
  const undo = faults.fail({ ...put, fault: { kind: 'swallow' } });
  await edit(page, phone, 'Ana Plecată');
  await expect.poll(() => putStatuses(server)).toEqual([200]);
  noteFault('closed tab');
  await page.close();
  undo();
  const next = await context.newPage();
  await next.goto('/answers');
  await expectOneEffect(next, server, token, phone, 'Ana Plecată');
});

test('reply broken off half way', async ({ page, faults, server, token }) => {
  const phone = await somePhone(server, token, 5);
  faults.fail({ ...put, fault: { kind: 'cutReply' }, times: 1 });
  await edit(page, phone, 'Ana Ruptă');
  await expectOneEffect(page, server, token, phone, 'Ana Ruptă');
});

test('reply lost without a byte', async ({ page, faults, server, token }) => {
  const phone = await somePhone(server, token, 7);
  faults.fail({ ...put, fault: { kind: 'cutAfter' }, times: 1 });
  await edit(page, phone, 'Ana Pierdută');
  await expectSent(page);
  // Chromium itself repeats a request on a kept connection that dies like this,
  // below all code of ours: by the same key the server knows it for the same one.
  const keys = (await server.requests())
    .filter(({ method }) => method === 'PUT')
    .map(({ idempotencyKey }) => idempotencyKey);
  expect(keys[0]).toMatch(/^[\da-f-]{36}$/);
  expect(new Set(keys).size).toBe(1);
  expect(await nameOnServer(server, token, phone)).toBe('Ana Pierdută');
});

test('a refusal shows the words of the server and changes nothing', async ({
  page,
  faults,
  server,
  token,
}) => {
  const phone = await somePhone(server, token, 6);
  const before = await nameOnServer(server, token, phone);
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
  await expectOutbox(page, { needsYou: 1 });
  await expect(outboxGroup(page, 'needsYou')).toContainText(
    'Action not allowed',
  );
  await openProfile(page, phone);
  await expect(nameField(page)).toHaveValue(before ?? '');
  expect(await putStatuses(server)).toEqual([]);
});
