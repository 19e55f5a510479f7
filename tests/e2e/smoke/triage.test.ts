import type { Page } from '@playwright/test';

import { shellInstalled } from '../../support/shell-installed';
import { askServer } from '../support/demo';
import { addressOf, syncStatus, threadRows } from '../support/screens';
import { expect, test } from '../support/test';
import { bar, decide, named } from '../support/triage';
import { ro } from '../support/words';

test('five urgent threads are decided by keyboard, stay without a server, and are filtered', async ({
  page,
  server,
}) => {
  await page.goto('/answers?urgente=true');
  await expect(threadRows(page)).toHaveCount(10);
  await expect(syncStatus(page)).toContainText(ro('shell.sync.upToDate'));
  for (const [at, [key, state]] of (
    [
      ['3', 'resolved'],
      ['4', 'falseAlarm'],
      ['3', 'resolved'],
      ['2', 'inProgress'],
      ['3', 'resolved'],
    ] as const
  ).entries()) {
    await page.keyboard.press('j');
    await page.keyboard.press('Enter');
    const row = threadRows(page).nth(at);
    await expect(row).toHaveAttribute('aria-current', 'true');
    await decide(page, key, named(state));
    await expect(row).toContainText(named(state));
  }
  await shellInstalled(page);

  await server.stop();
  await page.reload();
  await expect(threadRows(page)).toHaveCount(10);
  await expect(threadRows(page).nth(0)).toContainText(named('resolved'));
  await expect(threadRows(page).nth(1)).toContainText(named('falseAlarm'));
  await expect(threadRows(page).nth(3)).toContainText(named('inProgress'));
  await expect(threadRows(page).nth(5)).not.toContainText(named('resolved'));

  const filter = page.getByRole('form', { name: ro('answers.filter.name') });
  await filter
    .getByLabel(ro('answers.triage.name'))
    .selectOption(named('resolved'));
  await filter.getByRole('button', { name: ro('common.filter') }).click();
  await expect(page).toHaveURL(/triage=resolved/);
  await expect(threadRows(page)).toHaveCount(3);
  await expect(
    page.getByRole('region', { name: ro('answers.list.pane') }),
  ).toContainText('pe acest dispozitiv');
  await page.reload();
  await expect(threadRows(page)).toHaveCount(3);
});

test('decisions of two accounts reach each other: made offline, the later one holds, both stay', async ({
  page,
  server,
  browser,
  contextOptions,
}) => {
  const admin = await server.signIn('admin@demo.org', 'demo-admin');
  const threads = askServer(server.origin, admin).threads({ urgent: 'true' });
  const thread = (await threads).data[2];
  if (!thread) throw new Error('The demo has no third urgent thread');
  const address = addressOf(thread, 'urgents');
  const elsewhere = await browser.newContext({
    ...contextOptions,
    storageState: {
      cookies: [],
      origins: [
        {
          origin: server.origin,
          localStorage: [{ name: 'token-id', value: admin }],
        },
      ],
    },
  });
  const other = await elsewhere.newPage();
  for (const each of [page, other]) {
    await each.goto(address);
    await expect(syncStatus(each)).toContainText(ro('shell.sync.upToDate'));
  }

  await page.context().setOffline(true);
  await bar(page).getByLabel(ro('answers.triage.note')).fill('Sunat la secție');
  await bar(page)
    .getByRole('button', { name: named('inProgress') })
    .click();
  const marks = (each: Page) => bar(each).getByRole('listitem');
  await bar(page).locator('summary').click();
  await expect(marks(page)).toHaveCount(1);
  await expect(marks(page)).toContainText(ro('common.pending.waiting'));
  await decide(other, '3', named('resolved'));
  // Shared, and so nothing waits.
  await bar(other).locator('summary').click();
  await expect(marks(other).first()).not.toContainText(
    ro('common.pending.waiting'),
  );

  await page.context().setOffline(false);
  await expect(marks(page)).toHaveCount(2);
  await other.reload();
  await bar(other).locator('summary').click();
  for (const each of [page, other]) {
    await expect(marks(each)).toHaveText([
      new RegExp(`^${named('resolved')} admin@demo.org, [\\d:]+ *$`),
      new RegExp(
        `^${named('inProgress')} organizer@demo.org, [\\d:]+ Sunat la secție *$`,
      ),
    ]);
    await expect(
      bar(each).getByRole('button', { name: named('resolved') }),
    ).toHaveAttribute('aria-pressed', 'true');
  }
  await elsewhere.close();
});
