import type { Page } from '@playwright/test';

import { shellInstalled } from '../../support/shell-installed';
import type { Fault } from '../../support/fault-proxy';
import {
  countPutKeys,
  edit,
  expectOneEffect,
  nameOnServer,
  put,
  putStatuses,
  somePhone,
} from '../support/edits';
import { askedAt, readRows } from '../support/databases';
import { askServer } from '../support/demo';
import {
  addObserver,
  askObservers,
  observerRow,
  openList,
} from '../support/observers';
import {
  expectSent,
  expectUnsent,
  expectWaiting,
  openOutbox,
  outboxGroup,
} from '../support/outbox';
import {
  addressOf,
  details,
  nameField,
  openProfile,
  saveProfile,
  syncStatus,
  threadRows,
} from '../support/screens';
import { quicken, wake } from '../support/sync-worker';
import { expect, test } from '../support/test';
import { ro } from '../support/words';

test.use({ isProxied: true, ownServer: 'faults' });

const everything = /\/api\//;
const list = /\/api\/v1\/answers\?/;
const probe = /\/api\/v1\/observer\/count/;
const portal: Fault = {
  kind: 'reply',
  status: 200,
  type: 'text/html',
  body: '<title>Wi-Fi</title>',
};

/** Since when the server is spared, in epoch ms; 0: it is not. */
async function coolingSince(page: Page): Promise<number> {
  const rows = (await readRows(page, 'cache', 'meta')).map(Object);
  const row = rows.find(({ k }) => k === 'connection');
  return row?.v.state === 'cooling' ? row.v.since : 0;
}

/** Waits until something was counted so many times more. */
async function expectMore(count: () => number, more: number): Promise<void> {
  await expect.poll(count).toBeGreaterThanOrEqual(count() + more);
}

/** Puts all words into elements, as translators of browsers do; some leave none out. */
async function translate(page: Page): Promise<void> {
  await page.evaluate(() => {
    const walker = document.createTreeWalker(
      document.body,
      NodeFilter.SHOW_TEXT,
    );
    const texts: Node[] = [];
    while (walker.nextNode()) texts.push(walker.currentNode);
    for (const text of texts) {
      const element = document.createElement('font');
      element.textContent = text.nodeValue;
      text.parentNode?.replaceChild(element, text);
    }
  });
}

/** Renames in the profile that is open. */
async function rename(page: Page, name: string) {
  await nameField(page).fill(name);
  await saveProfile(page);
}

test.describe('a request that arrives late', () => {
  test('changes nothing any more once a newer change is done', async ({
    page,
    faults,
    server,
    token,
  }) => {
    const phone = await somePhone(server, token, 11);
    faults.fail({ ...put, fault: { kind: 'hold' }, times: 1 });
    await edit(page, phone, 'Ana Veche');
    await expect.poll(() => faults.struck(put.path)).toBe(1);
    await page.reload();
    await expectSent(page);
    // It waits until the lost request must have died, in case no key is known.
    await edit(page, phone, 'Ana Nouă');
    await quicken(page, 10);
    await expectSent(page, 2);

    faults.release();
    await expect.poll(() => putStatuses(server)).toEqual([200, 200, 200]);
    expect(await countPutKeys(server)).toBe(2);
    expect(await nameOnServer(server, token, phone)).toBe('Ana Nouă');
  });

  test('with an addition that nobody waits for any more is found, and not sent again', async ({
    page,
    faults,
    server,
    token,
  }) => {
    const phone = '0799000301';
    const post = { method: 'POST', path: /\/api\/v1\/observer/ };
    await openList(page);
    faults.fail({ ...post, fault: { kind: 'hold' }, times: 1 });
    await addObserver(page, 'Ana Târzie', phone, '1234');
    await expect.poll(() => faults.struck(post.path)).toBe(1);
    await page.reload();
    await quicken(page, 10);
    await expectWaiting(page, 1, ro('outbox.asksFirst'));
    faults.release();
    await expectSent(page);
    const posts = (await server.requests()).filter(
      ({ method, path }) => method === 'POST' && path === '/api/v1/observer',
    );
    expect(posts).toHaveLength(1);
    const found = await askObservers(server.origin, token).byPhone(phone);
    expect(found).toHaveLength(1);
  });
});

test('a request delivered twice has the effect of one', async ({
  page,
  faults,
  server,
  token,
}) => {
  const phone = '0799000302';
  faults.fail({
    method: 'POST',
    path: /\/api\/v1\/observer/,
    fault: { kind: 'duplicate' },
  });
  faults.fail({ ...put, fault: { kind: 'duplicate' } });
  await openList(page);
  await addObserver(page, 'Ana Dublă', phone, '1234');
  await expectSent(page);
  await edit(page, phone, 'Ana Simplă');
  await expectSent(page, 2);
  expect(await putStatuses(server)).toEqual([200, 200]);
  expect(await countPutKeys(server)).toBe(1);
  const found = await askObservers(server.origin, token).byPhone(phone);
  expect(found.map(({ name }) => name)).toEqual(['Ana Simplă']);
});

test('a list that was asked for before a change and comes after it does not bring the old name back', async ({
  page,
  context,
  faults,
  server,
  token,
}) => {
  const ask = askObservers(server.origin, token);
  const { id, name, phone } = await ask.some(true, 7);
  await openList(page, `?phone=${phone}`);
  await expect(observerRow(page, name)).toBeVisible();
  const all = /\/api\/v1\/observer\?.*PageSize=1000/;
  // The reply that lags must not run into its time-out, however slow the machine is.
  await quicken(page, 0.1);
  faults.fail({ path: all, fault: { kind: 'lag' }, times: 1 });
  await openOutbox(page);
  await page.goBack();
  await expect.poll(() => faults.struck(all)).toBe(1);

  const other = await context.newPage();
  await edit(other, phone, 'Zoe Proaspătă');
  await expectSent(other);
  await expect(observerRow(page, 'Zoe Proaspătă')).toBeVisible();

  await page.evaluate((old) => {
    new MutationObserver(() => {
      if (!document.querySelector('main')?.textContent.includes(old)) return;
      document.documentElement.dataset['flicker'] = old;
    }).observe(document, {
      childList: true,
      subtree: true,
      characterData: true,
    });
  }, name);
  const before = await askedAt(page, 'observers');
  faults.release();
  await expect.poll(() => askedAt(page, 'observers')).toBeGreaterThan(before);
  const kept = await readRows(page, 'cache', 'observers');
  expect(kept).toContainEqual(
    expect.objectContaining({ id, name: 'Zoe Proaspătă' }),
  );
  await expect(observerRow(page, 'Zoe Proaspătă')).toBeVisible();
  expect(
    await page.evaluate(() => document.documentElement.dataset['flicker']),
  ).toBeUndefined();
});

test('a cache on the way that gives the list of before a save does not bring the old name back', async ({
  page,
  faults,
  server,
  token,
}) => {
  const ask = askObservers(server.origin, token);
  const { id, name, phone } = await ask.some(true, 8);
  const observers = /\/api\/v1\/observer\?/;
  faults.fail({
    method: 'GET',
    path: observers,
    fault: { kind: 'stored', replies: new Map() },
  });
  await openList(page, `?phone=${phone}`);
  await expect(observerRow(page, name)).toBeVisible();
  const storedBy = Date.now();
  await edit(page, phone, 'Zoe Proaspătă');
  await expectSent(page);
  // A copy that is younger than three seconds is not told from a reply (7.3).
  await expect.poll(() => Date.now() - storedBy).toBeGreaterThan(4_000);

  const before = await askedAt(page, 'observers');
  await openList(page, `?phone=${phone}`);
  await expect.poll(() => askedAt(page, 'observers')).toBeGreaterThan(before);
  await expect(observerRow(page, 'Zoe Proaspătă')).toBeVisible();
  expect(await readRows(page, 'cache', 'observers')).toContainEqual(
    expect.objectContaining({ id, name: 'Zoe Proaspătă' }),
  );
});

test('a storm of 503 is waited out with few questions, and then all is sent', async ({
  page,
  faults,
  server,
  token,
}) => {
  const phone = await somePhone(server, token, 12);
  await page.goto('/answers');
  await expect(threadRows(page).first()).toBeVisible();
  await openProfile(page, phone);
  const undo = faults.fail({
    path: everything,
    fault: { kind: 'reply', status: 503 },
  });
  await rename(page, 'Ana Răbdătoare');
  const changedPage = Date.now();
  await page.goto('/answers');
  // The new page's worker has to find out, too: what the one before it noted is shown until then.
  await expect
    .poll(() => coolingSince(page))
    .toBeGreaterThanOrEqual(changedPage);
  await expect(syncStatus(page)).toContainText(ro('shell.sync.cooling'));
  await expect(threadRows(page).first()).toBeVisible();
  // The one question of the screen itself is answered: only the engine asks from here on.
  const pane = page.getByRole('region', { name: ro('answers.list.pane') });
  await expect(pane.getByText(ro('common.failure.busy'))).toBeVisible();

  // A worker sends a probe 5 s after it paused, behind all that was under way then.
  const probes = () => faults.struck(probe);
  const others = () => faults.struck(everything) - probes();
  await expectMore(probes, 1);
  const asked = others();
  await expectMore(probes, 2);
  expect(others()).toBe(asked);
  await expectUnsent(page);
  undo();
  await expectOneEffect(page, server, token, phone, 'Ana Răbdătoare');
});

test('a reply of one byte a second holds up nothing else, and is given up', async ({
  page,
  faults,
  server,
  token,
}) => {
  const phone = await somePhone(server, token, 13);
  await page.goto('/answers');
  // The first rows of a first visit are drawn before they are cached.
  await expect(syncStatus(page)).toContainText(ro('shell.sync.upToDate'));
  faults.fail({ path: list, fault: { kind: 'slow' } });
  await page.reload();
  await expect.poll(() => faults.struck(list)).toBeGreaterThan(0);
  await expect(threadRows(page)).toHaveCount(10);

  await edit(page, phone, 'Ana Grăbită');
  await expectSent(page);
  expect(await nameOnServer(server, token, phone)).toBe('Ana Grăbită');

  await page.goto('/answers');
  await quicken(page, 10);
  const pane = page.getByRole('region', { name: ro('answers.list.pane') });
  const slow = pane.getByText(ro('common.failure.timeout'));
  // A request that left before the clock was quickened has its whole minute.
  await expect(slow).toBeVisible({ timeout: 90_000 });
  await expect(threadRows(page)).toHaveCount(10);
  faults.heal();
  // Nobody has to press anything: the list is asked for again by itself.
  await expect(slow).toBeHidden({ timeout: 60_000 });
});

const strangers: [string, Fault, RegExp, word?: string][] = [
  ['accepts and never answers', { kind: 'silence' }, everything, 'silent'],
  ['answers every call with the page of a portal', portal, everything],
  [
    'sends every call to the page of a portal',
    { kind: 'reply', status: 302, location: '/portal' },
    everything,
  ],
];

test.describe('a line that', () => {
  for (const [at, [what, fault, path, word]] of strangers.entries()) {
    test(`${what} is no connection, and the change is sent once it is over`, async ({
      page,
      faults,
      server,
      token,
    }) => {
      const phone = await somePhone(server, token, 14 + at);
      const name = `Ana Străină ${at}`;
      await openProfile(page, phone);
      await quicken(page, 5);
      const undo = faults.fail({ path, fault });
      await rename(page, name);
      const said = ro(`shell.sync.${word ?? 'offline'}`);
      await expect(syncStatus(page)).toContainText(said);
      await expectUnsent(page);
      expect(await putStatuses(server)).toEqual([]);
      undo();
      await expectOneEffect(page, server, token, phone, name);
    });
  }
});

test('a server that stops answering is said while a change is still on its way', async ({
  page,
  faults,
  server,
  token,
}) => {
  const phone = await somePhone(server, token, 20);
  await openProfile(page, phone);
  faults.fail({ ...put, fault: { kind: 'silence' } });
  await rename(page, 'Ana Tăcută');
  await expect.poll(() => faults.struck(put.path)).toBe(1);
  await translate(page);
  faults.fail({ path: everything, fault: { kind: 'silence' } });
  // Its own, longer time-out is not over: nobody calls it lost.
  await expect(syncStatus(page)).toHaveText(
    new RegExp(
      `${ro('shell.sync.silent')}.*${ro('shell.sync.alsoSending', { count: 1 })}`,
    ),
  );
  await expect(
    page.getByText(/Serverul nu răspunde din \d\d:\d\d\./),
  ).toBeVisible();
  faults.heal();
  await expectOneEffect(page, server, token, phone, 'Ana Tăcută');
});

test('a line that is refused again and again still brings every change through, once', async ({
  page,
  faults,
  server,
  token,
}) => {
  const phones = await Promise.all(
    [17, 18, 19].map((at) => somePhone(server, token, at)),
  );
  const undo = faults.fail({ ...put, fault: { kind: 'cutBefore' } });
  await page.goto('/answers');
  await shellInstalled(page);
  for (const phone of phones) await edit(page, phone, `Ana ${phone}`);
  undo();
  await quicken(page, 10);
  await openOutbox(page);
  const sent = outboxGroup(page, 'sent').getByRole('listitem');
  let done = 0;
  for (let turn = 0; turn < 4; turn += 1) {
    const failed = page.waitForEvent('requestfailed');
    const listen = await faults.refuse();
    await wake(page);
    await failed;
    const answered = page.waitForEvent('requestfinished');
    await listen();
    await wake(page);
    await answered;
    const now = await sent.count();
    expect(now).toBeGreaterThanOrEqual(done);
    done = now;
  }
  await expectSent(page, 3);
  expect(await countPutKeys(server)).toBe(3);
  for (const phone of phones) {
    expect(await nameOnServer(server, token, phone)).toBe(`Ana ${phone}`);
  }
});

test('a thread that could not be loaded loads by itself when the server is reached again', async ({
  page,
  faults,
  server,
  token,
}) => {
  const { data } = await askServer(server.origin, token).threads();
  // The oldest one, which is not among those that are fetched ahead.
  const thread = data.at(-1);
  if (!thread) throw new Error('The demo data has no thread');
  await page.goto('/answers');
  await expect(threadRows(page)).toHaveCount(10);
  const heal = faults.fail({ path: everything, fault: { kind: 'cutBefore' } });
  await page.goto(addressOf(thread));
  const failed = details(page).getByText(ro('answers.detail.failed'));
  await expect(failed).toBeVisible();
  heal();
  await expect(details(page).getByRole('tab').first()).toBeVisible();
  await expect(failed).toBeHidden();
});
