import type { Page } from '@playwright/test';

import { shellInstalled } from '../../support/shell-installed';
import {
  askObservers,
  observerRow,
  openList,
  signInAsAdmin,
} from '../support/observers';
import { syncStatus } from '../support/screens';
import type { ServerProcess } from '../../support/server-process';
import { expect, test } from '../support/test';
import { ro } from '../support/words';

test.use({ ownServer: 'observer-import' });

const settled = { timeout: 40_000 };

/** Opens the import and chooses a file. */
async function choose(page: Page, text: string, name = 'observatori.csv') {
  await page
    .getByLabel(ro('importFile.chosen'), { exact: true })
    .setInputFiles({
      name,
      mimeType: 'text/csv',
      buffer: Buffer.from(text),
    });
}

async function openImport(page: Page) {
  await openList(page);
  await page.getByRole('link', { name: ro('observers.import') }).click();
  await expect(page).toHaveURL('/observatori/import');
  await page.getByLabel(ro('observerImport.ngo')).fill('1');
}

function send(page: Page, count: number) {
  return page.getByRole('button', {
    name: ro('observerImport.send', { count }),
  });
}

/** Sends the rows, and says yes to the question before. */
async function sendAll(page: Page, count: number) {
  await send(page, count).click();
  await page
    .getByRole('alertdialog')
    .getByRole('button', {
      name: ro('observerImport.ask.confirm'),
      exact: true,
    })
    .click();
}

/** How many files of observers reached the server. */
async function importsOf(server: ServerProcess): Promise<number> {
  const all = await server.requests();
  return all.filter(
    ({ method, path }) => method === 'POST' && path.includes('/import'),
  ).length;
}

test('imports a file: previewed, corrected, sent once, on the server', async ({
  page,
  server,
  token,
}) => {
  const ask = askObservers(server.origin, token);
  const before = await ask.count();
  const [known] = await ask.all();
  await openImport(page);
  await choose(
    page,
    `\uFEFFNume;Telefon;PIN\r\n"Stan; Mihai";0799100001;1111\r\n` +
      `Fără Pin;0799100002;\r\n${known?.name};${known?.phone};1\r\n`,
  );
  await expect(send(page, 1)).toBeEnabled();
  await expect(page.getByRole('row')).toHaveCount(4);

  const pin = page.getByLabel(
    ro('observerImport.cell', {
      column: ro('observerImport.column.pin'),
      line: 3,
    }),
  );
  await expect(pin).toHaveAttribute('aria-invalid', 'true');
  await pin.fill('2222');
  await pin.press('Enter');
  await sendAll(page, 2);
  await expect(
    page.getByText(ro('observerImport.done', { count: 2 })).first(),
  ).toBeVisible();
  expect(await ask.count()).toBe(before + 2);
  expect(await ask.byPhone('0799100001')).toMatchObject([
    { name: 'Stan; Mihai' },
  ]);
  expect(await ask.byPhone('0799100002')).toMatchObject([{ name: 'Fără Pin' }]);

  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page
      .getByRole('button', {
        name: ro('observerImport.saveLeft', { count: 1 }),
      })
      .click(),
  ]);
  expect(download.suggestedFilename()).toMatch(/\.csv$/);
  await page.getByRole('link', { name: ro('observerImport.toList') }).click();
  await page.goto('/observatori?phone=0799100001');
  await expect(observerRow(page, 'Stan; Mihai')).toBeVisible(settled);
  expect(await importsOf(server)).toBe(1);
});

test('says why the server refuses, and nothing was added', async ({
  page,
  server,
  token,
}) => {
  const ask = askObservers(server.origin, token);
  const before = await ask.count();
  await openImport(page);
  await page.getByLabel(ro('observerImport.ngo')).fill('99999');
  await choose(page, 'Phone,Pin,Name\n0799200001,1111,Ana');
  await sendAll(page, 1);
  const refusal = page
    .getByRole('alert')
    .filter({ hasText: ro('observerImport.failed') });
  await expect(refusal).toContainText(ro('observerImport.error'));
  await expect(refusal).toContainText('99999');
  expect(await ask.count()).toBe(before);
});

test('prepared with the server stopped, sent when it is back', async ({
  page,
  server,
  token,
}) => {
  const ask = askObservers(server.origin, token);
  const before = await ask.count();
  await openImport(page);
  await shellInstalled(page);
  await server.stop();
  // The next question is up to a minute away: a page that starts asks at once.
  await openImport(page);
  await expect(syncStatus(page)).toContainText(
    ro('shell.sync.offline'),
    settled,
  );
  await choose(page, '0799300001\t1111\tIoana Radu', 'observatori.tsv');
  // Without heads a person looks at what the columns were taken for.
  await page
    .getByRole('button', { name: ro('importFile.columns.confirm') })
    .click();
  await expect(send(page, 1)).toBeDisabled();
  await expect(send(page, 1)).toHaveAccessibleDescription(
    ro('common.needsServer'),
  );
  await server.start();
  await expect(send(page, 1)).toBeEnabled(settled);
  expect(await importsOf(server)).toBe(0);
  await sendAll(page, 1);
  await expect(
    page.getByText(ro('observerImport.done', { count: 1 })).first(),
  ).toBeVisible();
  expect(await ask.count()).toBe(before + 1);
  expect(await importsOf(server)).toBe(1);
});

test('previews 20,000 rows without freezing, and finds the bad one', async ({
  page,
}) => {
  await openImport(page);
  const rows = Array.from(
    { length: 20_000 },
    (_, at) => `08${String(at).padStart(8, '0')},1111,Obs ${at}`,
  );
  rows[7] = '0800000007,1111,';
  await choose(page, `Phone,Pin,Name\n${rows.join('\n')}`);
  const invalid = page.getByRole('button', {
    name: new RegExp(`^${ro('observerImport.kind.invalid')}`),
  });
  await expect(invalid).toContainText('1');
  await expect(send(page, 19_999)).toBeEnabled();
  expect(await page.locator('*').count()).toBeLessThan(3000);
  await invalid.click();
  await page
    .getByLabel(
      ro('observerImport.cell', {
        column: ro('observerImport.column.name'),
        line: 9,
      }),
    )
    .fill('Ion Corectat');
  await page.keyboard.press('Enter');
  await expect(send(page, 20_000)).toBeEnabled();
});

test.describe('with a lost reply', () => {
  test.use({ isProxied: true });

  test('says that nobody knows, asks the server, and sends nothing again', async ({
    page,
    server,
    faults,
    token,
  }) => {
    const ask = askObservers(server.origin, token);
    const before = await ask.count();
    await openImport(page);
    faults.fail({
      method: 'POST',
      path: /\/observer\/import/,
      fault: { kind: 'cutReply' },
    });
    await choose(page, 'Phone,Pin,Name\n0799400001,1111,Ana Pierdută');
    await sendAll(page, 1);
    await expect(
      page.getByText(ro('observerImport.unknown', { count: 1 })),
    ).toBeVisible();
    await expect(send(page, 1)).toBeDisabled();
    await page
      .getByRole('button', { name: ro('observerImport.check') })
      .click();
    await expect(
      page.getByText(ro('observerImport.verdict.applied')),
    ).toBeVisible(settled);
    // The list has them now, so nobody in the file is new any more.
    await expect(send(page, 0)).toBeDisabled();
    expect(await ask.count()).toBe(before + 1);
    expect(await importsOf(server)).toBe(1);
  });

  test('that never reached the server may be sent again by the person', async ({
    page,
    server,
    faults,
    token,
  }) => {
    const ask = askObservers(server.origin, token);
    const before = await ask.count();
    await openImport(page);
    const undo = faults.fail({
      method: 'POST',
      path: /\/observer\/import/,
      fault: { kind: 'cutBefore' },
    });
    await choose(page, 'Phone,Pin,Name\n0799500001,1111,Ana Oprită');
    await sendAll(page, 1);
    await page
      .getByRole('button', { name: ro('observerImport.check') })
      .click();
    await expect(
      page.getByText(ro('observerImport.verdict.notApplied')),
    ).toBeVisible(settled);
    expect(await ask.count()).toBe(before);
    undo();
    await sendAll(page, 1);
    await expect(
      page.getByText(ro('observerImport.done', { count: 1 })).first(),
    ).toBeVisible();
    expect(await ask.count()).toBe(before + 1);
  });
});

test.describe('an admin who is no organizer', () => {
  test.use({ signedIn: false });

  test('has their own NGO locked, and why nothing can be imported', async ({
    page,
    server,
  }) => {
    await signInAsAdmin(page, server);
    await page.goto('/observatori/import');
    const ngo = page.getByLabel(ro('observerImport.ngo'));
    await expect(ngo).toHaveValue(/^\d+$/);
    await expect(ngo).not.toBeEditable();
    await expect(page.getByText(ro('observerImport.notAllowed'))).toBeVisible();
    const button = page.getByRole('button', { name: ro('observers.import') });
    await expect(button).toBeDisabled();
    await expect(button).toHaveAccessibleDescription(
      ro('common.organizerOnly'),
    );
  });
});
