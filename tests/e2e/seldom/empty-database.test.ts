import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import type { Page } from '@playwright/test';

import { signIn as signInPhone } from '../../../server/simulate/phone';
import {
  startServerProcess,
  type ServerProcess,
} from '../../server/support/server-process';
import { action, field, fillHead, formRow } from '../support/forms';
import { expectSent } from '../support/outbox';
import { threadRows } from '../support/screens';
import { expect, test as base } from '../support/test';
import { ro } from '../support/words';

/** A server with a first account and nothing else, not even a place. */
const test = base.extend<{ fresh: ServerProcess }>({
  fresh: async ({ isProxied: _ }, give) => {
    const folder = await mkdtemp(join(tmpdir(), 'vote-monitoring-empty-'));
    const server = startServerProcess(['--port', '0', '--data', folder], {
      DATABASE_URL: '',
    });
    await give(server);
    server.child.kill('SIGTERM');
    await server.exit;
    await rm(folder, { recursive: true, force: true });
  },
  origin: async ({ fresh }, give) => give(await fresh.address()),
});

test.use({ storageState: { cookies: [], origins: [] } });
// So much on so many screens, and a database that is made first.
test.setTimeout(300_000);

const PASSWORD = 'o parolă de probă';
const NGO = 'Vot Curat';
const STATION = {
  countyCode: 'ZZ',
  municipalityCode: 'ZZ-1',
  pollingStationNumber: 2,
};

async function signIn(page: Page, user: string, password: string) {
  await page.goto('/login');
  await page.getByLabel(ro('login.user')).fill(user);
  await page.getByLabel(ro('login.password'), { exact: true }).fill(password);
  await page.getByRole('button', { name: ro('login.submit') }).click();
  await expect(page).toHaveURL(/\/answers/);
}

function choose(page: Page, lines: string[]) {
  return page
    .getByLabel(ro('importFile.chosen'), { exact: true })
    .setInputFiles({
      name: 'fișier.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(lines.join('\n')),
    });
}

const add = (page: Page) =>
  page
    .getByRole('dialog')
    .getByRole('button', { name: ro('accounts.add'), exact: true });

test('an empty database becomes an election by the screens alone, and a report arrives', async ({
  page,
  browser,
  origin,
}) => {
  await signIn(page, 'a@example.org', 'long enough too');

  await page.goto('/polling-stations/import');
  await choose(page, [
    'Regiune;Cod regiune;Cod județ;Județ;Diaspora;Cod localitate;Localitate;Secție;Adresă',
    'Moldova;MO;ZZ;Județul Nou;;ZZ-1;Satul Nou;1;Școala 1',
    ';;ZZ;;;ZZ-1;;2;Căminul',
  ]);
  await page.getByRole('button', { name: ro('places.store') }).click();
  await expect(page.getByText(ro('places.done'))).toBeVisible();

  await page.goto('/accounts?by=organisation');
  await page
    .getByRole('button', { name: ro('accounts.addOrganisation') })
    .click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel(ro('accounts.organisation')).fill(NGO);
  await dialog.getByLabel(ro('accounts.shortName')).fill('VC');
  await add(page).click();
  await expect(page.getByRole('rowheader', { name: NGO })).toBeVisible();
  await page.goto('/accounts');
  await page.getByRole('button', { name: ro('accounts.addAccount') }).click();
  await dialog
    .getByLabel(ro('accounts.organisation'))
    .selectOption({ label: NGO });
  await dialog.getByLabel(ro('accounts.account')).fill('dan@vc.example');
  await dialog.getByLabel(/^Parolă nouă/).fill(PASSWORD);
  await add(page).click();
  await expect(
    page.getByRole('rowheader', { name: 'dan@vc.example' }),
  ).toBeVisible();

  await page.goto('/formulare/nou');
  await fillHead(page, 'A', 'Deschiderea secției');
  await action(page, 'forms.addSection').click();
  await field(page, 'section.description').fill('Prima');
  await action(page, 'forms.addQuestion').click();
  await page.keyboard.type('Este sigilată urna?');
  await action(page, 'forms.addOption').click();
  await page.keyboard.type('Da');
  await page.keyboard.press('Enter');
  await page.keyboard.type('Nu');
  await action(page, 'forms.flag').nth(1).click();
  await action(page, 'forms.publish').click();
  await expect(formRow(page, 'Deschiderea secției')).toBeVisible();
  await expectSent(page);

  await page.goto('/observatori/import');
  await page.getByLabel(ro('observerImport.ngo')).fill('2');
  await choose(page, ['Telefon;PIN;Nume', '0733000111;445566;Ioana Munteanu']);
  await page
    .getByRole('button', { name: ro('observerImport.send', { count: 1 }) })
    .click();
  await page
    .getByRole('alertdialog')
    .getByRole('button', {
      name: ro('observerImport.ask.confirm'),
      exact: true,
    })
    .click();
  await expect(
    page.getByText(ro('observerImport.done', { count: 1 })).first(),
  ).toBeVisible();

  const phone = await signInPhone(
    (path, init) => fetch(`${origin}${path}`, init),
    '0733000111',
    '445566',
  );
  const [form] = await phone.readForms();
  const [question] = form?.sections.flatMap((each) => each.questions) ?? [];
  const flagged = question?.optionsToQuestions.find((each) => each.flagged);
  if (!question || !flagged) throw new Error('The phone has no such form');
  await phone.answer(STATION, [
    {
      questionId: question.id,
      options: [{ optionId: flagged.id, value: null }],
    },
  ]);

  // Its own staff see it, and the organizer.
  const context = await browser.newContext({
    baseURL: origin,
    storageState: { cookies: [], origins: [] },
    locale: 'ro-RO',
  });
  const dans = await context.newPage();
  await signIn(dans, 'dan@vc.example', PASSWORD);
  for (const each of [dans, page]) {
    await each.goto('/answers?urgente=true');
    await expect(threadRows(each)).toHaveCount(1);
    await expect(threadRows(each)).toContainText('Ioana Munteanu');
  }
  await context.close();
});
