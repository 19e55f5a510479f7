import { formJourney } from '../support/journeys/form';
import {
  action,
  askForms,
  drag,
  field,
  fillHead,
  formRow,
  outline,
  outlineCodes,
  saveDraft,
} from '../support/forms';
import { expectSent, settled } from '../support/outbox';
import { expect, test } from '../support/test';
import { ro } from '../support/words';

test.use({ ownServer: 'forms' });

test('writes a new form by keyboard and publishes it', async ({
  page,
  server,
  token,
}) => {
  const ask = askForms(server.origin, token);
  await page.goto('/formulare/nou');
  await expect(
    page.getByRole('heading', { name: 'Adauga formular nou' }),
  ).toBeVisible();
  await expect(action(page, 'forms.publish')).toHaveAttribute(
    'aria-disabled',
    'true',
  );
  await fillHead(page, 'N', 'Formular nou');
  await action(page, 'forms.addSection').click();
  await expect(field(page, 'section.code')).toBeFocused();
  await expect(field(page, 'section.code')).toHaveValue('N1');
  await field(page, 'section.description').fill('Prima');
  await action(page, 'forms.addQuestion').click();
  await expect(field(page, 'question.text')).toBeFocused();
  await page.keyboard.type('Este deschis?');
  await action(page, 'forms.addOption').click();
  await page.keyboard.type('Da');
  await page.keyboard.press('Enter');
  await page.keyboard.type('Nu');
  await action(page, 'forms.flag').nth(1).click();
  await action(page, 'forms.predefined.open').click();
  for (const key of ['YES', 'DONT_KNOW']) {
    const name = ro(`PREDEFINED_OPTIONS.CONFIRMATION.${key}`);
    await page.getByRole('checkbox', { name }).check();
  }
  await page
    .getByRole('dialog')
    .getByRole('button', { name: ro('forms.predefined.add') })
    .click();
  await action(page, 'forms.publish').click();

  await expect(page).toHaveURL('/formulare?draft=false');
  await expect(formRow(page, 'Formular nou')).toBeVisible();
  await expectSent(page);
  const form = await ask.byCode('N');
  expect(form).toMatchObject({ draft: false, currentVersion: 1 });
  expect(await ask.sections(form?.id ?? 0)).toMatchObject([
    {
      code: 'N1',
      description: 'Prima',
      questions: [
        {
          code: 'N1.1',
          text: 'Este deschis?',
          questionType: 1,
          optionsToQuestions: [
            { text: 'Da', flagged: false },
            { text: 'Nu', flagged: true },
            { text: 'Nu știu', flagged: false },
          ],
        },
      ],
    },
  ]);
});

test('edits with all ids kept, and removes what was removed', async ({
  page,
  server,
  token,
}) => {
  const ask = askForms(server.origin, token);
  const id = await ask.add('ED', ['Prima?', 'A doua?', 'A treia?']);
  const [before] = await ask.sections(id);
  await page.goto(`/formulare/${id}`);
  await expect
    .poll(() => outlineCodes(page))
    .toEqual(['S1', 'ED1', 'ED2', 'ED3']);

  await field(page, 'question.text').fill('Prima, altfel?');
  await page.getByRole('button', { name: /^Șterge.*ED2/ }).click();
  await expect.poll(() => outlineCodes(page)).toEqual(['S1', 'ED1', 'ED3']);
  const grips = outline(page).locator('[data-sort-id]');
  await drag(page, grips.nth(2), grips.nth(1));
  await expect.poll(() => outlineCodes(page)).toEqual(['S1', 'ED3', 'ED1']);
  await page.keyboard.press('Control+z');
  await expect.poll(() => outlineCodes(page)).toEqual(['S1', 'ED1', 'ED3']);
  await page.keyboard.press('Control+Shift+z');
  await expect.poll(() => outlineCodes(page)).toEqual(['S1', 'ED3', 'ED1']);
  await saveDraft(page);

  await expectSent(page);
  const [after] = await ask.sections(id);
  const questions = after?.questions ?? [];
  const old = before?.questions ?? [];
  expect(questions.map(({ id }) => id)).toEqual([old[2]?.id, old[0]?.id]);
  expect(questions[1]?.text).toBe('Prima, altfel?');
  expect(questions[1]?.optionsToQuestions.map(({ id }) => id)).toEqual(
    old[0]?.optionsToQuestions.map(({ id }) => id),
  );
});

test('drags options into order', async ({ page, server, token }) => {
  const id = await askForms(server.origin, token).add('OPT', ['Prima?']);
  await page.goto(`/formulare/${id}`);
  const list = page.getByRole('list', {
    name: ro('forms.optionsOf', { code: 'OPT1' }),
  });
  const grips = list.locator('[data-sort-id]');
  await expect(grips).toHaveCount(2);
  await drag(page, grips.nth(0), grips.nth(1));
  await expect(list.getByRole('textbox').first()).toHaveValue('Nu');
  await expect(list.getByRole('textbox').nth(1)).toHaveValue('Da');
});

test('begins without a server and is finished with one, sent once', async ({
  page,
  server,
  token,
}) => {
  await formJourney(page, server, token);
  const ask = askForms(server.origin, token);
  const form = await ask.byCode('FR');
  expect(await ask.sections(form?.id ?? 0)).toMatchObject([
    { description: 'Singura', questions: [{ text: 'Merge acum?' }] },
  ]);
});

test('survives a crash: what was typed is offered on return', async ({
  page,
  context,
  server,
  token,
}) => {
  const id = await askForms(server.origin, token).add('CR', ['Prima?']);
  await page.goto(`/formulare/${id}`);
  await field(page, 'question.text').fill('Nesalvat');
  await expect(
    page.getByText(/salvat automat pe acest dispozitiv, \d\d:\d\d/),
  ).toBeVisible();
  // Closed without a question and without a farewell, as by a crash.
  await page.close({ runBeforeUnload: false });

  const next = await context.newPage();
  await next.goto(`/formulare/${id}`);
  await action(next, 'forms.draft.resume').click();
  await expect(field(next, 'question.text')).toHaveValue('Nesalvat');
});

test('is never changed under the cursor', async ({
  page,
  context,
  server,
  token,
}) => {
  const ask = askForms(server.origin, token);
  const id = await ask.add('NEW', ['Prima?']);
  await page.goto(`/formulare/${id}`);
  await field(page, 'question.text').fill('Al meu');
  await ask.remove(id);
  // Another tab asks for the list; what it hears, this one knows.
  const other = await context.newPage();
  await other.goto('/formulare?draft=true');
  const gone = page
    .getByRole('alert')
    .filter({ hasText: ro('forms.gone.title') });
  await expect(gone).toBeVisible({ timeout: 40_000 });
  await expect(field(page, 'question.text')).toHaveValue('Al meu');
  await gone.getByRole('button', { name: ro('forms.gone.saveAsNew') }).click();
  await expect(formRow(page, 'Formular NEW')).toBeVisible();
  await expect
    .poll(async () => (await ask.byCode('NEW'))?.id, settled)
    .not.toBe(undefined);
  const again = await ask.byCode('NEW');
  expect(await ask.sections(again?.id ?? 0)).toMatchObject([
    { questions: [{ text: 'Al meu' }] },
  ]);
});

test('says why the server refused a code, and can be edited again', async ({
  page,
  server,
  token,
}) => {
  const ask = askForms(server.origin, token);
  await ask.add('DUB', ['Prima?']);
  await page.goto('/formulare/nou');
  await fillHead(page, 'DUB', 'Al doilea');
  await expect(
    page.getByText(ro('forms.warning.formCodeTaken', { code: 'DUB' })),
  ).toBeVisible();
  await action(page, 'forms.saveDraft').click();
  const refusal = page.getByRole('alert').filter({ hasText: 'Al doilea' });
  await expect(refusal).toContainText('Serverul a răspuns', settled);
  await refusal.getByRole('link', { name: ro('forms.parked.edit') }).click();
  await action(page, 'forms.parked.resume').click();
  await field(page, 'form.code').fill('DUC');
  await action(page, 'forms.saveDraft').click();
  await expect
    .poll(async () => (await ask.byCode('DUC'))?.description, settled)
    .toBe('Al doilea');
  await expect(refusal).toBeHidden();
});

test('asks before a changed form is left', async ({ page, server, token }) => {
  const id = await askForms(server.origin, token).add('LV', ['Prima?']);
  await page.goto(`/formulare/${id}`);
  await field(page, 'form.title').fill('Altul');
  await page.getByRole('link', { name: ro('shell.places.statistics') }).click();
  await action(page, 'shell.leave.stay').click();
  await expect(field(page, 'form.title')).toHaveValue('Altul');
  await page.getByRole('link', { name: ro('forms.back') }).click();
  await action(page, 'shell.leave.discard').click();
  await expect(page).toHaveURL('/formulare?draft=true');
  await page.goto(`/formulare/${id}`);
  await expect(field(page, 'form.title')).toHaveValue('Formular LV');
});

test('the back button is asked about, and goes back once that is agreed to', async ({
  page,
  server,
  token,
}) => {
  const id = await askForms(server.origin, token).add('LB', ['Prima?']);
  await page.goto('/formulare');
  await page.getByRole('link', { name: ro('forms.tabs.draft') }).click();
  await page.getByRole('link', { name: 'Formular LB', exact: true }).click();
  await field(page, 'form.title').fill('Altul');
  for (const answer of ['stay', 'stay', 'discard']) {
    await page.evaluate(() => history.back());
    await action(page, `shell.leave.${answer}`).waitFor();
    await expect(page).toHaveURL(`/formulare/${id}`);
    await expect(field(page, 'form.title')).toHaveValue('Altul');
    await action(page, `shell.leave.${answer}`).click();
  }
  await expect(page).toHaveURL('/formulare?draft=true');
  await page.evaluate(() => history.back());
  await expect(page).toHaveURL('/formulare');
  await page.evaluate(() => history.forward());
  await expect(page).toHaveURL('/formulare?draft=true');
});
