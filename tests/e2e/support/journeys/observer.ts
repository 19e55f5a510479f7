import type { Page } from '@playwright/test';

import { shellInstalled } from '../../../support/shell-installed';
import type { ServerProcess } from '../../../support/server-process';
import {
  addObserver,
  askObservers,
  chooseAction,
  confirmDelete,
  filterBy,
  observerRow,
  openList,
  writesOf,
} from '../observers';
import { expectSent, settled } from '../outbox';
import { nameField, syncStatus } from '../screens';
import { expect, test } from '../test';
import { ro } from '../words';

const marks = new RegExp(
  `${ro('common.pending.waiting')}|${ro('common.pending.sending')}`,
);

/**
 * An observer added, one edited and one deleted with the server really stopped:
 * shown at once and after a cold start, sent once each when it is back.
 */
export async function observerJourney(
  page: Page,
  server: ServerProcess,
  token: string,
): Promise<void> {
  const ask = askObservers(server.origin, token);
  const edited = await ask.some(true, 3);
  const deleted = { name: 'Ana Trecatoare', phone: '0799000078' };
  await ask.add(deleted);
  await server.forget();
  const before = await ask.count();
  await openList(page);
  await shellInstalled(page);
  await server.stop();
  // The next question is up to a minute away: a page that starts asks at once.
  await page.reload();
  await expect(syncStatus(page)).toContainText(
    ro('shell.sync.offline'),
    settled,
  );

  await addObserver(page, 'Zamfira Deconectata', '0799000077', '1357');
  await page.goto(
    `/observatori/profil/edit/${encodeURIComponent(edited.phone)}`,
  );
  await expect(page.getByLabel(ro('profile.keepPin'))).toBeChecked();
  await nameField(page).fill('Zoe Schimbata');
  await page.getByRole('button', { name: ro('common.save') }).click();
  await expect(
    page.getByText(ro('common.savedOnDevice')).first(),
  ).toBeVisible();
  await filterBy(page, 'phone', deleted.phone);
  await chooseAction(page, deleted.name, ro('common.delete'));
  await confirmDelete(page, deleted.name);

  await test.step('all of it is there after a cold start', async () => {
    const context = page.context();
    await page.close();
    page = await context.newPage();
    await page.goto('/observatori?name=Zamfira');
    // A start that does not know the server is gone tries once, and then cannot be
    // sure: an addition waits until its request must have died.
    await expect(observerRow(page, 'Zamfira Deconectata')).toContainText(marks);
    await filterBy(page, 'name', 'zoe schimbata');
    await expect(observerRow(page, 'Zoe Schimbata')).toContainText(marks);
    await expect(page.getByRole('heading', { level: 1 })).toContainText(
      String(before),
    );
    await filterBy(page, 'name', '');
    await filterBy(page, 'phone', deleted.phone);
    await expect(page.getByText(/^Niciun rezultat/)).toBeVisible();
    await page.goto('/observatori/profil/edit/0799000077');
    await expect(nameField(page)).toHaveValue('Zamfira Deconectata');
  });

  await server.start();
  await expectSent(page, 3, { timeout: 180_000 });
  expect(await ask.byPhone('0799000077')).toMatchObject([
    { name: 'Zamfira Deconectata' },
  ]);
  expect((await ask.byPhone(edited.phone))[0]?.name).toBe('Zoe Schimbata');
  expect(await ask.byPhone(deleted.phone)).toEqual([]);
  expect((await writesOf(server)).toSorted()).toEqual([
    'DELETE',
    'POST',
    'PUT',
  ]);
  await page.goto('/observatori?name=Zamfira');
  const row = observerRow(page, 'Zamfira Deconectata');
  await expect(row).toBeVisible();
  await expect(row).not.toContainText(marks);
}
