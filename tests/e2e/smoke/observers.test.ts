import { readFileSync } from 'node:fs';

import { shellInstalled } from '../../support/shell-installed';
import { observerJourney } from '../support/journeys/observer';
import {
  addObserver,
  askObservers,
  chooseAction,
  confirmDelete,
  filterBy,
  observerRow,
  openList,
  signInAsAdmin,
  writesOf,
} from '../support/observers';
import { expectOutbox, expectSent, settled } from '../support/outbox';
import { nameField } from '../support/screens';
import { expect, test } from '../support/test';
import { ro } from '../support/words';
import { readWorkbook } from '../support/workbook';

test.use({ ownServer: 'observers' });

test('adds, finds, edits and deletes an observer, on the server', async ({
  page,
  server,
  token,
}) => {
  const ask = askObservers(server.origin, token);
  const before = await ask.count();
  await openList(page);
  await addObserver(page, 'Țăndărică  Ștrengaru', ' +40 799 000 001 ', '4321');

  await expectSent(page);
  await page.goBack();
  await filterBy(page, 'name', 'TANDARICA str');
  await expect(page.getByRole('row')).toHaveCount(2);
  await expect(observerRow(page, 'Țăndărică Ștrengaru')).toContainText(
    '0799000001',
  );
  await expect(page).toHaveURL(/name=TANDARICA/);
  expect(await ask.count()).toBe(before + 1);
  expect(await ask.byPhone('0799000001')).toMatchObject([
    { name: 'Țăndărică Ștrengaru' },
  ]);

  await test.step('edits name and PIN', async () => {
    await page.getByRole('link', { name: /^Modifică/ }).click();
    await expect(page).toHaveURL('/observatori/profil/edit/0799000001');
    await page.getByLabel(ro('profile.keepPin')).uncheck();
    await nameField(page).fill('Țăndărică Cuminte');
    await page.getByLabel(new RegExp(`^${ro('profile.pin')}`)).fill('567890');
    await page.getByRole('button', { name: ro('common.save') }).click();
    await expect(page.getByText(ro('profile.saved'))).toBeVisible();
    // As the list was left.
    await expect(page).toHaveURL(/name=TANDARICA/);
    await filterBy(page, 'name', 'cuminte');
    await expect(observerRow(page, 'Țăndărică Cuminte')).toBeVisible();
    await expect
      .poll(async () => (await ask.byPhone('0799000001'))[0]?.name, settled)
      .toBe('Țăndărică Cuminte');
  });

  await test.step('opens the profile to look at it', async () => {
    await observerRow(page, 'Țăndărică Cuminte').click();
    await expect(page).toHaveURL(/\/profil\/view\//);
    await expect(nameField(page)).toBeDisabled();
    await page.goBack();
  });

  await test.step('deletes', async () => {
    await chooseAction(page, 'Țăndărică Cuminte', ro('common.delete'));
    await confirmDelete(page, 'Țăndărică Cuminte');
    await expect(page.getByText(/^Niciun rezultat/)).toBeVisible();
    await expect.poll(() => ask.count(), settled).toBe(before);
  });
  await expect.poll(() => writesOf(server)).toEqual(['POST', 'PUT', 'DELETE']);
});

test('adds, edits and deletes with the server stopped, and sends each once', async ({
  page,
  server,
  token,
}) => {
  test.setTimeout(300_000);
  await observerJourney(page, server, token);
});

test('shows why the server does not delete somebody with answers', async ({
  page,
  server,
  token,
}) => {
  const ask = askObservers(server.origin, token);
  const kept = await ask.some(true, 5);
  await openList(page, `?phone=${encodeURIComponent(kept.phone)}`);
  await chooseAction(page, kept.name, ro('common.delete'));
  await confirmDelete(page, kept.name);
  const row = observerRow(page, kept.name);
  await expect(row).toContainText(ro('common.pending.refused'), settled);
  await expect(row).toContainText(ro('common.failure.hasReports'));
  const reason = { name: ro('common.failure.hasReports') };
  await row.getByRole('link', reason).click();
  const parked = page.getByRole('region', {
    name: ro('outbox.group.needsYou'),
  });
  await expect(parked).toContainText(ro('common.failure.hasReports'));
  expect(await ask.byPhone(kept.phone)).toHaveLength(1);
});

test('resets a password at once, and never later', async ({
  page,
  server,
  token,
}) => {
  const ask = askObservers(server.origin, token);
  const observer = await ask.some(true, 7);
  const { name, phone } = observer;
  await openList(page, `?phone=${encodeURIComponent(phone)}`);
  await chooseAction(page, name, ro('observers.reset.action'));
  const dialog = page.getByRole('dialog', {
    name: ro('observers.reset.title', { name }),
  });
  const pin = dialog.getByLabel(new RegExp(`^${ro('observers.reset.pin')}`));
  const send = dialog.getByRole('button', {
    name: ro('observers.reset.action'),
  });
  await pin.fill('12345');
  await expect(send).toBeDisabled();
  await pin.fill('2468');
  await send.click();
  await expect(page.getByText(ro('observers.reset.done'))).toBeVisible();
  await expect(dialog).toBeHidden();

  await test.step('the observer can use it', async () => {
    const reply = await fetch(`${server.origin}/api/v2/access/authorize`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({
        user: phone,
        password: '2468',
        channelName: 'Firebase',
        fcmToken: 'a-phone',
      }),
    });
    expect(reply.status).toBe(200);
  });

  await test.step('not without the server', async () => {
    await shellInstalled(page);
    await server.stop();
    // The next question is up to a minute away: a page that starts asks at once.
    await page.reload();
    await page
      .getByRole('button', {
        name: ro('observers.more', { name }),
        exact: true,
      })
      .click();
    const item = page.getByRole('menuitem', {
      name: new RegExp(`^${ro('observers.reset.action')}`),
    });
    await expect(item).toBeDisabled({ timeout: 40_000 });
    await expect(item).toContainText(ro('common.needsServer'));
    await page.keyboard.press('Escape');
    await expectOutbox(page, {});
  });
});

test('selects all that match and leads to their notification', async ({
  page,
  server,
  token,
}) => {
  const ask = askObservers(server.origin, token);
  const all = await ask.all();
  const wanted = all.filter(({ phone }) => phone.includes('00000'));
  expect(wanted.length).toBeGreaterThan(100);
  await openList(page, '?phone=00000');
  await page.getByLabel(ro('observers.selection.page')).check();
  const bar = page.getByRole('region', {
    name: ro('observers.selection.label'),
  });
  await expect(bar).toContainText(
    ro('observers.selection.count', { count: 100 }),
  );
  await bar
    .getByRole('button', {
      name: ro('observers.selection.all', { count: wanted.length }),
    })
    .click();
  await bar.getByRole('button', { name: ro('observers.notify') }).click();
  await expect(page).toHaveURL(/\/notifications\?toObserverIds=/);
  const ids: unknown = JSON.parse(
    new URL(page.url()).searchParams.get('toObserverIds') ?? '',
  );
  const expected = wanted.map(({ id }) => id).toSorted((a, b) => a - b);
  expect(Array.isArray(ids) && ids.toSorted((a, b) => a - b)).toEqual(expected);
});

test('exports what matches, and a workbook has numbers and dates', async ({
  page,
  server,
  token,
}) => {
  const ask = askObservers(server.origin, token);
  const { phone, name, lastSeen, numberOfPollingStations } = await ask.some(
    true,
    9,
  );
  await openList(page, `?phone=${encodeURIComponent(phone)}`);
  const save = async (item: RegExp) => {
    await page
      .getByRole('button', { name: ro('observers.export.action') })
      .click();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('menuitem', { name: item }).click(),
    ]);
    return {
      name: download.suggestedFilename(),
      bytes: readFileSync(await download.path()),
    };
  };

  const csv = await save(/^CSV/);
  expect(csv.name).toMatch(/^observatori-\d{4}-\d\d-\d\d\.csv$/);
  expect(csv.bytes.toString('utf8')).toContain(name);
  expect(csv.bytes.toString('utf8')).toMatch(/salvate pe acest dispozitiv/);

  const xlsx = await save(/XLSX/);
  expect(xlsx.name).toMatch(/\.xlsx$/);
  const { sheets, texts } = readWorkbook(xlsx.bytes);
  expect(sheets).toHaveLength(2);
  const [rows = '', about = ''] = sheets;
  expect(texts(rows)).toContain(name);
  expect(texts(about)).toMatch(/salvate pe acest dispozitiv, actualizate la/);
  // Typed cells stand there as bare numbers: days since 1900 for a date.
  expect(rows).toContain(`<v>${numberOfPollingStations}</v>`);
  const day = Math.floor(
    Date.parse(lastSeen ?? '') / (24 * 60 * 60_000) + 25_569,
  );
  expect(rows).toMatch(new RegExp(`<v>${day}|<v>${day + 1}`));
});

test.describe('an admin who is no organizer', () => {
  test.use({ signedIn: false });

  test('sees what is not permitted, with the reason, and may delete', async ({
    page,
    server,
  }) => {
    const admin = await signInAsAdmin(page, server);
    const ask = askObservers(server.origin, admin);
    const { name, phone } = await ask.some(false);
    await openList(page, `?phone=${encodeURIComponent(phone)}`);
    for (const key of ['observers.import', 'observers.add']) {
      const button = page.getByRole('button', { name: ro(key) });
      await expect(button).toBeDisabled();
      await expect(button).toHaveAccessibleDescription(
        ro('common.organizerOnly'),
      );
    }
    await page.goto('/observatori/profil/new');
    await expect(
      page.getByRole('button', { name: ro('common.save') }),
    ).toBeDisabled();
    await openList(page, `?phone=${encodeURIComponent(phone)}`);
    await chooseAction(page, name, ro('common.delete'));
    await confirmDelete(page, name);
    await expect.poll(() => ask.byPhone(phone), settled).toEqual([]);
    await expect(page).toHaveURL(/\/observatori/);
  });
});
