import { shellInstalled } from '../../support/shell-installed';
import { askForms, drag, formNames, formRow } from '../support/forms';
import { expectSent, expectUnsent, settled } from '../support/outbox';
import { expect, test } from '../support/test';
import { ro } from '../support/words';

test.use({ ownServer: 'forms' });

test('publishes, takes back, duplicates and deletes, on the server', async ({
  page,
  server,
  token,
}) => {
  const ask = askForms(server.origin, token);
  await ask.add('PUB', ['Întrebare?']);
  await page.goto('/formulare?draft=true');
  const row = formRow(page, 'Formular PUB');

  await row.getByRole('button', { name: ro('forms.publish') }).click();
  await page.getByRole('button', { name: ro('forms.goTo.public') }).click();
  await expect(page).toHaveURL('/formulare?draft=false');
  await expect(row).toBeVisible();
  await expectSent(page);
  await page.goBack();
  await expect(row.getByText(ro('common.pending.waiting'))).toHaveCount(0);
  expect((await ask.byCode('PUB'))?.draft).toBe(false);

  await test.step('says why the server does not delete a published form', async () => {
    await row.getByRole('button', { name: ro('common.delete') }).click();
    await expect(page.getByText(ro('forms.deleteAsk'))).toBeVisible();
    await page.getByRole('button', { name: ro('common.ok') }).click();
    const refusal = page.getByRole('alert').filter({ hasText: 'PUB' });
    await expect(refusal).toContainText('The form is published', settled);
    await expect(row).toContainText(ro('common.pending.refused'));
    await refusal
      .getByRole('button', { name: ro('forms.parked.discard') })
      .click();
    await expect(refusal).toBeHidden();
  });

  await row.getByRole('button', { name: ro('forms.unpublish') }).click();
  await expect
    .poll(async () => (await ask.byCode('PUB'))?.draft, settled)
    .toBe(true);
  // Not loaded again: a request that it cuts off holds back what follows for a minute.
  await page.getByRole('button', { name: ro('forms.goTo.draft') }).click();
  await expect(page).toHaveURL('/formulare?draft=true');
  await row.getByRole('link', { name: ro('forms.duplicate') }).click();
  await expect(page.getByLabel(ro('forms.field.form.code'))).toHaveValue(
    'PUB2',
  );
  await page.getByRole('button', { name: ro('forms.saveDraft') }).click();
  await expect(formRow(page, 'Formular PUB (copie)')).toBeVisible();
  await expect
    .poll(async () => (await ask.byCode('PUB2'))?.description, settled)
    .toBe('Formular PUB (copie)');

  await row.getByRole('button', { name: ro('common.delete') }).click();
  await page.getByRole('button', { name: ro('common.cancel') }).click();
  await expect(row).toBeVisible();
  await row.getByRole('button', { name: ro('common.delete') }).click();
  await page.getByRole('button', { name: ro('common.ok') }).click();
  await expect(row).toBeHidden();
  await expect
    .poll(async () => await ask.byCode('PUB'), settled)
    .toBeUndefined();
});

test('keeps the order that rows were dragged into', async ({ page }) => {
  await page.goto('/formulare?draft=false');
  await expect(page.getByRole('rowheader').first()).toBeVisible();
  const [first = '', second = '', ...rest] = await formNames(page);
  const grips = page.locator('[data-sort-id]');
  await drag(page, grips.nth(0), grips.nth(1));
  await expect.poll(() => formNames(page)).toEqual([second, first, ...rest]);
  await page.reload();
  await expect(page.getByRole('rowheader').first()).toHaveText(second);

  await grips.nth(0).focus();
  await page.keyboard.press('Alt+ArrowDown');
  await expect.poll(() => formNames(page)).toEqual([first, second, ...rest]);
  await expect(grips.nth(1)).toBeFocused();
});

test('does not move a row that was pulled less than 5 px', async ({ page }) => {
  await page.goto('/formulare?draft=false');
  await expect(page.getByRole('rowheader').first()).toBeVisible();
  const box = await page.locator('[data-sort-id]').first().boundingBox();
  if (!box) throw new Error('No handle');
  await page.mouse.move(box.x + 5, box.y + 5);
  await page.mouse.down();
  await page.mouse.move(box.x + 5, box.y + 9, { steps: 4 });
  await expect(page.locator('.sortable-drag')).toHaveCount(0);
  await page.mouse.move(box.x + 5, box.y + 15, { steps: 4 });
  await expect(page.locator('.sortable-drag')).toHaveCount(1);
  await page.mouse.up();
});

test('publishes without a server, and sends it once', async ({
  page,
  server,
  token,
}) => {
  const ask = askForms(server.origin, token);
  await ask.add('OFF', ['Întrebare?']);
  await page.goto('/formulare?draft=true');
  const row = formRow(page, 'Formular OFF');
  await expect(row).toBeVisible();
  await shellInstalled(page);
  await server.forget();
  await server.stop();

  await row.getByRole('button', { name: ro('forms.publish') }).click();
  await expectUnsent(page);
  await page.goto('/formulare?draft=false');
  // Not yet tried, or tried and nobody there: either way it is said.
  const unsent = new RegExp(
    `${ro('common.pending.waiting')}|${ro('common.pending.sending')}`,
  );
  await expect(row).toContainText(unsent);
  await page.reload();
  await expect(row).toContainText(unsent);

  await server.start();
  await expectSent(page);
  await page.goBack();
  await expect(row).not.toContainText(unsent);
  expect((await ask.byCode('OFF'))?.draft).toBe(false);
  const writes = (await server.requests()).filter(
    ({ method }) => method !== 'GET',
  );
  expect(
    writes
      .filter(({ path }) => path.startsWith('/api/v1/form'))
      .map(({ method, status }) => [method, status]),
  ).toEqual([['PUT', 200]]);
});

test.describe('an admin who is no organizer', () => {
  test.use({ signedIn: false });

  test('may add a form and nothing else, and is told why', async ({
    page,
    server,
    token,
  }) => {
    const ask = askForms(server.origin, token);
    await page.goto('/formulare');
    await page.getByLabel(ro('login.user')).fill('admin@demo.org');
    await page
      .getByLabel(ro('login.password'), { exact: true })
      .fill('demo-admin');
    await page.getByRole('button', { name: ro('login.submit') }).click();
    await expect(page.getByRole('rowheader').first()).toBeVisible();
    const publish = page
      .getByRole('button', { name: ro('forms.unpublish') })
      .first();
    await expect(publish).toHaveAttribute('aria-disabled', 'true');
    await expect(publish).toHaveAccessibleDescription(
      ro('forms.organizerOnly'),
    );

    await page.getByRole('rowheader').first().getByRole('link').click();
    await expect(page.getByText(ro('forms.readOnly'))).toBeVisible();
    await expect(
      page.getByLabel(ro('forms.field.form.title')),
    ).not.toBeEditable();

    await page.goto('/formulare/nou');
    await page.getByLabel(ro('forms.field.form.code')).fill('ADM');
    await page.getByLabel(ro('forms.field.form.title')).fill('Al adminului');
    await page
      .getByLabel(ro('forms.field.form.description'))
      .fill('Al adminului');
    await page.getByRole('button', { name: ro('forms.saveDraft') }).click();
    await expect(formRow(page, 'Al adminului')).toBeVisible();
    await expect
      .poll(async () => (await ask.byCode('ADM'))?.draft, settled)
      .toBe(true);
  });
});
