import type { Page } from '@playwright/test';

import { shellInstalled } from '../../../support/shell-installed';
import type { ServerProcess } from '../../../support/server-process';
import { askServer, demoSize } from '../demo';
import { countRows } from '../databases';
import { expectSent } from '../outbox';
import {
  addressOf,
  details,
  nameField,
  openProfile,
  phoneField,
  saveProfile,
  syncStatus,
  threadRows,
} from '../screens';
import { expect, test } from '../test';
import { ro } from '../words';

/**
 * Details that must be cached before the server is stopped: a few pages of the
 * list.
 */
const ENOUGH_DETAILS = 30;

/**
 * Steps 3 and 4 of the first issue: everything kept is readable with the server
 * really stopped, an edit made then is shown with its mark everywhere, survives
 * a reload, and reaches the server exactly once when it is back.
 */
export async function offlineJourney(
  page: Page,
  server: ServerProcess,
  token: string,
): Promise<void> {
  const ask = askServer(server.origin, token);
  const thread = await ask.find(
    ({ notes, observerPhoneNumber }) =>
      Boolean(observerPhoneNumber) &&
      notes.some(({ text }) => text && text.length < 99),
    { urgent: 'true', pageSize: 10 },
  );
  const note = thread.notes.find(({ text }) => text && text.length < 99)?.text;
  const phone = thread.observerPhoneNumber ?? '';
  // Digits that the demo gives to nobody.
  const newPhone = `0799${phone.slice(-6)}`;
  const newName = 'Ana Offline';

  await test.step('fills the device while there is a server', async () => {
    await page.goto('/');
    await expect(threadRows(page)).toHaveCount(10);
    await expect(syncStatus(page)).toContainText(ro('shell.sync.upToDate'));
    const kept = (table: string) => () => countRows(page, 'cache', table);
    await expect
      .poll(kept('details'), { timeout: 60_000 })
      .toBeGreaterThan(ENOUGH_DETAILS);
    await expect.poll(kept('counties')).toBe(43);
    await expect.poll(kept('formBodies')).toBeGreaterThanOrEqual(4);
    await expect
      .poll(kept('observers'), { timeout: 60_000 })
      .toBe(demoSize.observers);
    await shellInstalled(page);
  });

  await server.stop();

  await test.step('starts cold without a server, in a new page', async () => {
    const address = page.url();
    await page.close();
    page = await page.context().newPage();
    await page.goto(address);
    await expect(threadRows(page)).toHaveCount(10);
    await page.reload();
    await expect(threadRows(page)).toHaveCount(10);
    const status = page.getByRole('status').filter({
      hasText: /actualizate la \d\d:\d\d/,
    });
    await expect(status).toBeVisible({ timeout: 40_000 });
    await expect(syncStatus(page)).toContainText(ro('shell.sync.offline'));
  });

  await test.step('reads every kept thread of the page, and counties', async () => {
    for (const row of await threadRows(page).all()) {
      await row.click();
      const station = (await row.textContent())?.match(/\d+/)?.[0] ?? '';
      await expect(
        details(page).getByRole('heading', { level: 2 }),
      ).toContainText(station);
      // One for each published form; one more when there are notes.
      await expect(details(page).getByRole('tab').nth(3)).toBeVisible();
      await expect(
        details(page).getByText(ro('answers.detail.failed')),
      ).toBeHidden();
    }
    await page.goto(addressOf(thread, 'urgents'));
    await details(page)
      .getByRole('tab', { name: ro('answers.note.tab') })
      .click();
    await expect(
      details(page)
        .getByText(note ?? '')
        .first(),
    ).toBeVisible();
    await expect(
      page.getByLabel(ro('answers.filter.county')).locator('option'),
    ).toHaveCount(44);
  });

  await test.step('keeps an edit, and shows it everywhere with its mark', async () => {
    await openProfile(page, phone);
    await expect(syncStatus(page)).toContainText(ro('shell.sync.offline'), {
      timeout: 40_000,
    });
    await nameField(page).fill(newName);
    await phoneField(page).fill(newPhone);
    await saveProfile(page);
    await openProfile(page, newPhone);
    await expect(
      page.getByRole('main').getByText(ro('common.pending.waiting')),
    ).toBeVisible();
    await syncStatus(page).click();
    const waiting = page.getByRole('region', {
      name: ro('outbox.group.waiting'),
    });
    await expect(waiting.getByText(newName).first()).toBeVisible();

    // Each start tries once to reach the server: until that has failed for good,
    // the change counts as being sent.
    const unsent = new RegExp(
      `${ro('common.pending.waiting')}|${ro('common.pending.sending')}`,
    );
    await page.goto(addressOf(thread, 'urgents'));
    await expect(details(page).getByText(newName)).toBeVisible();
    await expect(details(page).getByText(newPhone)).toBeVisible();
    const row = threadRows(page).filter({ hasText: newName }).first();
    await expect(row).toContainText(unsent);
    await openProfile(page, newPhone);
    await page.reload();
    await expect(nameField(page)).toHaveValue(newName);
    await expect(page.getByRole('main').getByText(unsent)).toBeVisible();
  });

  await test.step('sends it exactly once when the server is back', async () => {
    await server.start();
    await expectSent(page);
    await openProfile(page, newPhone);
    await expect(nameField(page)).toHaveValue(newName);
    await expect(page.getByText(ro('common.pending.waiting'))).toHaveCount(0);
    await expect(syncStatus(page)).toContainText(ro('shell.sync.upToDate'), {
      timeout: 30_000,
    });
    expect((await ask.observerByPhone(newPhone))?.name).toBe(newName);
    const writes = (await server.requests()).filter(
      ({ method, path }) => method !== 'GET' && !path.includes('authorize'),
    );
    expect(
      writes.map(({ method, path, status }) => [method, path, status]),
    ).toEqual([['PUT', '/api/v1/observer', 200]]);
  });
}
