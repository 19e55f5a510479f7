import type { BrowserContext, Page } from '@playwright/test';

import {
  edit,
  expectOneEffect,
  nameOnServer,
  put,
  putStatuses,
  somePhone,
} from '../support/edits';
import { noteFault } from '../support/fault-count';
import { leaderEpoch } from '../support/databases';
import { observerRow } from '../support/observers';
import { openOutbox, outboxGroup, settled } from '../support/outbox';
import { threadRows } from '../support/screens';
import { crash } from '../support/sync-worker';
import { expect, test } from '../support/test';

test.use({ isProxied: true });

/** The first tab leads; the next ones follow it. */
async function openTabs(context: BrowserContext, page: Page, count: number) {
  const tabs = [page];
  while (tabs.length < count) tabs.push(await context.newPage());
  for (const tab of tabs) {
    await tab.goto('/answers');
    await expect(threadRows(tab).first()).toBeVisible();
  }
  await expect.poll(() => leaderEpoch(page)).toBeGreaterThan(0);
  return tabs;
}

/** The names that were sent, in order, by any tab. */
function watchNames(context: BrowserContext): string[] {
  const names: string[] = [];
  context.on('request', (request) => {
    if (request.method() !== 'PUT') return;
    names.push(String(Object(request.postDataJSON()).name));
  });
  return names;
}

test('edits of one observer from five tabs go out in their order, and every tab shows the last', async ({
  page,
  context,
  server,
  token,
}) => {
  const phone = await somePhone(server, token, 31);
  const sent = watchNames(context);
  // The first tab leads and stays: a leader that leaves its page in mid-request
  // makes the next edit wait until that request is surely dead.
  const [, ...tabs] = await openTabs(context, page, 6);
  const names = tabs.map((_, at) => `Ana ${at + 1}`);
  for (const [at, tab] of tabs.entries()) {
    await edit(tab, phone, names[at] ?? '');
    await tab.goto(`/observatori?phone=${encodeURIComponent(phone)}`);
  }
  const [tab = page] = tabs;
  await openOutbox(tab);
  await expect(outboxGroup(tab, 'sent')).toContainText('Ana 5', settled);
  for (const group of ['waiting', 'sending', 'needsYou'] as const) {
    await expect(outboxGroup(tab, group)).toBeHidden(settled);
  }
  await tab.goBack();
  // An edit that found the one before it unsent has joined it.
  expect(sent).toEqual(names.filter((name) => sent.includes(name)));
  expect(sent.at(-1)).toBe('Ana 5');
  for (const each of tabs) {
    await expect(observerRow(each, 'Ana 5')).toBeVisible();
  }
  expect(await nameOnServer(server, token, phone)).toBe('Ana 5');
});

const ends: [string, (page: Page) => Promise<void>][] = [
  [
    'is closed',
    (page) => {
      noteFault('closed tab');
      return page.close();
    },
  ],
  ['crashes', crash],
];

test.describe('when the tab that leads', () => {
  for (const [at, [what, end]] of ends.entries()) {
    test(`${what} with a request on its way, another leads and finishes it`, async ({
      page,
      context,
      faults,
      server,
      token,
    }) => {
      const phone = await somePhone(server, token, 32 + at);
      const name = `Ana Moștenită ${at}`;
      const [, other = page] = await openTabs(context, page, 2);
      const epoch = await leaderEpoch(other);
      const undo = faults.fail({ ...put, fault: { kind: 'swallow' } });
      await edit(other, phone, name);
      await expect.poll(() => putStatuses(server)).toEqual([200]);
      undo();
      await end(page);
      await expect.poll(() => leaderEpoch(other)).toBe(epoch + 1);
      await expectOneEffect(other, server, token, phone, name);
    });
  }
});
