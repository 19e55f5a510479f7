import {
  edit,
  expectOneEffect,
  putStatuses,
  somePhone,
} from '../support/edits';
import { noteFault } from '../support/fault-count';
import { openList } from '../support/observers';
import { expectWaiting } from '../support/outbox';
import { threadRows } from '../support/screens';
import { expect, test as base } from '../support/test';
import type { TwoBuilds } from '../support/two-builds';
import { serveTwoBuilds } from '../support/two-builds';
import { ro } from '../support/words';

/** The app on one origin, its API on another. */
const test = base.extend<{ builds: TwoBuilds }>({
  builds: async ({ server }, give) => {
    const builds = await serveTwoBuilds(server.origin, '');
    await give(builds);
    await builds.close();
  },
  origin: async ({ builds }, give) => give(builds.origin),
});

test.use({ hasOtherServer: true });

const list = /\/api\/v1\/answers\?/;

test('a refused preflight is no connection, and nothing is lost by it', async ({
  page,
  builds,
  faults,
  server,
  token,
}) => {
  builds.configure({ apiHost: faults.origin });
  const phone = await somePhone(server, token, 21);
  await openList(page);
  await page.goto('/answers');
  await expect(threadRows(page)).toHaveCount(10);
  const undo = faults.fail({
    method: 'OPTIONS',
    path: /\/api\//,
    fault: { kind: 'reply', status: 403 },
  });
  const pane = page.getByRole('region', { name: ro('answers.list.pane') });
  // Chromium remembers a preflight for 5 s.
  await expect(async () => {
    const before = faults.passed('GET', list);
    await page.reload();
    await expect
      .poll(() => faults.struck(list) + faults.passed('GET', list))
      .toBeGreaterThan(before);
    expect(faults.struck(list)).toBeGreaterThan(0);
  }).toPass();
  await expect(pane.getByText(ro('common.failure.offline'))).toBeVisible();
  await expect(threadRows(page)).toHaveCount(10);
  await edit(page, phone, 'Ana Necunoscută');
  expect(await putStatuses(server)).toEqual([]);
  await expectWaiting(page);
  undo();
  await expectOneEffect(page, server, token, phone, 'Ana Necunoscută');
});

test('a server whose name nobody knows is no connection, and no empty list', async ({
  page,
  builds,
}) => {
  noteFault('unknown name');
  builds.configure({ apiHost: 'http://vmo.invalid' });
  await page.goto('/answers');
  await expect(page.getByText(ro('answers.list.failed'))).toBeVisible();
  await expect(
    page.getByText(ro('common.failure.offline')).first(),
  ).toBeVisible();
  await expect(page.getByText(ro('answers.none.all'))).toBeHidden();
});
