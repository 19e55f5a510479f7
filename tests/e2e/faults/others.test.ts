import type { Page } from '@playwright/test';
import * as v from 'valibot';

import type { FaultProxy } from '../../support/fault-proxy';
import { edit, nameOnServer, put, putStatuses } from '../support/edits';
import { askedAt, countRows } from '../support/databases';
import { askObservers, observerRow, openList } from '../support/observers';
import {
  expectOutbox,
  expectSent,
  expectWaiting,
  outboxGroup,
  settled,
} from '../support/outbox';
import {
  nameField,
  openProfile,
  phoneField,
  saveProfile,
} from '../support/screens';
import { expect, test } from '../support/test';
import { ro } from '../support/words';

test.use({ isProxied: true, ownServer: 'others' });

const all = /\/api\/v1\/observer\?.*PageSize=1000/;

/** What another user does meanwhile, straight on the server. */
async function change(
  origin: string,
  token: string,
  body: { observerId: number; name?: string; phone?: string },
) {
  const response = await fetch(`${origin}/api/v1/observer`, {
    method: 'PUT',
    headers: {
      Authorization: `Bearer ${token}`,
      'Content-Type': 'application/json',
    },
    body: JSON.stringify(body),
  });
  expect(response.status).toBe(200);
}

/** Has the list read once more, to its end. */
async function sweep(page: Page): Promise<void> {
  const before = await askedAt(page, 'observers');
  await page.reload();
  await expect.poll(() => askedAt(page, 'observers')).toBeGreaterThan(before);
}

test('another user changed the other field: both changes are on the server', async ({
  page,
  faults,
  server,
  token,
}) => {
  const ask = askObservers(server.origin, token);
  const { id, phone } = await ask.some(true, 0);
  const undo = faults.fail({ ...put, fault: { kind: 'reply', status: 503 } });
  await edit(page, phone, 'Zoe a Noastră');
  await expectWaiting(page, 1, ro('outbox.sentAgain'));
  await change(server.origin, token, { observerId: id, phone: '0799000401' });
  undo();
  await expectSent(page);
  expect(await ask.byPhone('0799000401')).toMatchObject([
    { id, name: 'Zoe a Noastră' },
  ]);
  await openProfile(page, '0799000401');
  await expect(nameField(page)).toHaveValue('Zoe a Noastră');
  await expect(phoneField(page)).toHaveValue('0799000401');
});

test('another user changed the same field: nothing is overwritten, and a person is asked', async ({
  page,
  faults,
  server,
  token,
}) => {
  const { id, phone } = await askObservers(server.origin, token).some(true, 1);
  await openProfile(page, phone);
  // Nothing of this page has looked since.
  const undo = faults.fail({ path: /\/api\//, fault: { kind: 'cutBefore' } });
  await nameField(page).fill('Zoe a Noastră');
  await saveProfile(page);
  await expectWaiting(page);
  await change(server.origin, token, { observerId: id, name: 'Zoe a Lor' });
  await server.forget();
  undo();
  await expectOutbox(page, { needsYou: 1 });
  expect(await putStatuses(server)).toEqual([]);
  expect(await nameOnServer(server, token, phone)).toBe('Zoe a Lor');
  const parked = outboxGroup(page, 'needsYou');
  await expect(parked).toContainText('Zoe a Noastră');
  await expect(parked).toContainText(ro('common.failure.conflict'));

  await parked.getByRole('button', { name: ro('outbox.discard') }).click();
  await page
    .getByRole('alertdialog')
    .getByRole('button', { name: ro('outbox.confirm.yes') })
    .click();
  // It closes once the decision is kept; while it is open, all behind it counts as hidden.
  await expect(page.getByRole('alertdialog')).toBeHidden();
  await expect(parked).toBeHidden();
  await openProfile(page, phone);
  await expect(nameField(page)).toHaveValue('Zoe a Lor');
});

const wholeList = v.looseObject({
  data: v.array(v.looseObject({ id: v.number() })),
});
type Row = v.InferOutput<typeof wholeList>['data'][number];

/** Has lists of observers come with other rows; returns the undo. */
function rewrite(
  faults: FaultProxy,
  path: RegExp,
  change: (rows: Row[]) => Row[],
): () => void {
  return faults.fail({
    method: 'GET',
    path,
    fault: {
      kind: 'edit',
      body(body) {
        const list = v.parse(wholeList, JSON.parse(body));
        const data = change(list.data);
        return JSON.stringify({ ...list, data, totalItems: data.length });
      },
    },
  });
}

test('a server that lost nine observers of ten takes none away from this device', async ({
  page,
  faults,
  server,
  token,
}) => {
  const ask = askObservers(server.origin, token);
  const total = await ask.count();
  const deleted = { name: 'Ana Ștearsă', phone: '0799000402' };
  await ask.add(deleted);
  const [{ id = 0 } = {}] = await ask.byPhone(deleted.phone);
  await openList(page, `?phone=${deleted.phone}`);
  await expect(observerRow(page, deleted.name)).toBeVisible();
  const kept = () => countRows(page, 'cache', 'observers');
  await expect.poll(kept).toBe(total + 1);

  // Neither the list nor a question by phone finds them.
  const undo = rewrite(faults, /\/api\/v1\/observer\?/, (rows) =>
    rows.filter((row) => row.id % 10 === 0),
  );
  for (let turn = 0; turn < 3; turn += 1) await sweep(page);
  expect(await kept()).toBe(total + 1);
  const confirm = page.getByRole('button', {
    name: ro('shell.deletions.confirm'),
  });
  await expect(confirm).toBeVisible();
  await expect(observerRow(page, deleted.name)).toBeVisible();

  await test.step('until a user confirms it', async () => {
    const left = (await ask.all()).filter((row) => row.id % 10 === 0);
    await confirm.click();
    await expect.poll(kept).toBe(left.length);
    await expect(confirm).toBeHidden();
  });
  undo();

  await test.step('and what the server has again is there again', async () => {
    await sweep(page);
    await expect.poll(kept).toBe(total + 1);
    await expect(observerRow(page, deleted.name)).toBeVisible();
  });

  await test.step('but one that is gone from the whole list goes', async () => {
    const headers = { Authorization: `Bearer ${token}` };
    await fetch(`${server.origin}/api/v1/observer?id=${id}`, {
      method: 'DELETE',
      headers,
    });
    for (let turn = 0; turn < 3; turn += 1) await sweep(page);
    await expect.poll(kept).toBe(total);
    await expect(observerRow(page, deleted.name)).toBeHidden();
  });
});

test('pages that shift while they are read hide nobody', async ({
  page,
  faults,
  server,
  token,
}) => {
  const total = await askObservers(server.origin, token).count();
  await openList(page);
  const kept = () => countRows(page, 'cache', 'observers');
  await expect.poll(kept).toBe(total);
  // The total is right, but some came twice and others on no page.
  rewrite(faults, all, (rows) => [...rows.slice(0, 5), ...rows.slice(0, -5)]);
  for (let turn = 0; turn < 3; turn += 1) await sweep(page);
  expect(await kept()).toBe(total);
});

test('a list whose pages shift says how much of it is here until one reading is clean', async ({
  page,
  faults,
  server,
  token,
}) => {
  const total = await askObservers(server.origin, token).count();
  const number = (value: number) => value.toLocaleString('ro');
  // The last three came on no page, and the first three twice.
  const undo = faults.fail({
    method: 'GET',
    path: all,
    fault: {
      kind: 'edit',
      body(body) {
        const list = v.parse(wholeList, JSON.parse(body));
        const data = [...list.data.slice(0, 3), ...list.data.slice(0, -3)];
        return JSON.stringify({ ...list, data });
      },
    },
  });
  await openList(page);
  const partly = page.getByText(
    ro('common.partly', { cached: number(total - 3), total: number(total) }),
    { exact: true },
  );
  await expect(partly).toBeVisible(settled);
  const stamp = ro('common.asOf', { time: '' }).trim();
  const head = page.getByRole('main').getByText(stamp);
  await expect(head).toHaveCount(0);

  await test.step('an import calls nobody new beside it', async () => {
    await page.goto('/observatori/import');
    await expect(
      page.getByText(ro('observerImport.partlyKnown')),
    ).toBeVisible();
  });

  undo();
  await test.step('and is whole after a clean reading, without a reload', async () => {
    await page.goto('/observatori');
    await expect(partly).toBeHidden(settled);
    await expect(head.first()).toBeVisible();
    expect(await countRows(page, 'cache', 'observers')).toBe(total);
  });
});

test('an observer deleted by another user while a change waited is said', async ({
  page,
  faults,
  server,
  token,
}) => {
  const ask = askObservers(server.origin, token);
  const someone = { name: 'Ana Dusă', phone: '0799000403' };
  await ask.add(someone);
  const [{ id = 0 } = {}] = await ask.byPhone(someone.phone);
  await openProfile(page, someone.phone);
  const undo = faults.fail({ path: /\/api\//, fault: { kind: 'cutBefore' } });
  await nameField(page).fill('Ana Schimbată');
  await saveProfile(page);
  await expectWaiting(page);
  await fetch(`${server.origin}/api/v1/observer?id=${id}`, {
    method: 'DELETE',
    headers: { Authorization: `Bearer ${token}` },
  });
  undo();
  await expectOutbox(page, { needsYou: 1 });
  await expect(outboxGroup(page, 'needsYou')).toContainText(
    ro('common.failure.missing'),
  );
});
