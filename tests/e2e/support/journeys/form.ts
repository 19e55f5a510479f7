import type { Page } from '@playwright/test';

import { shellInstalled } from '../../../support/shell-installed';
import type { ServerProcess } from '../../../support/server-process';
import {
  action,
  askForms,
  field,
  fillHead,
  formRow,
  saveDraft,
} from '../forms';
import { expectSent } from '../outbox';
import { expect, test } from '../test';

/**
 * A form written and kept with the server really stopped, under a temporary
 * address; numbered, changed and sent, once each, when the server is back.
 */
export async function formJourney(
  page: Page,
  server: ServerProcess,
  token: string,
): Promise<void> {
  const ask = askForms(server.origin, token);
  await page.goto('/formulare?draft=true');
  await expect(page.getByRole('rowheader').first()).toBeVisible();
  await shellInstalled(page);
  await server.forget();
  await server.stop();

  await test.step('writes and saves a form that nobody has', async () => {
    await page.goto('/formulare/nou');
    await fillHead(page, 'FR', 'Fără rețea');
    await action(page, 'forms.addSection').click();
    await field(page, 'section.description').fill('Singura');
    await action(page, 'forms.addQuestion').click();
    await field(page, 'question.text').fill('Merge?');
    await action(page, 'forms.addOption').click();
    await page.keyboard.type('Da');
    await saveDraft(page);
    await page.reload();
    await expect(formRow(page, 'Fără rețea')).toBeVisible();
  });

  await test.step('shows it under its temporary address', async () => {
    await formRow(page, 'Fără rețea')
      .getByRole('link', { name: 'Fără rețea', exact: true })
      .click();
    await expect(page).toHaveURL(/\/formulare\/-\d+$/);
    await expect(field(page, 'question.text')).toHaveValue('Merge?');
  });

  await server.start();

  await test.step('goes to the real address once the server numbered it', async () => {
    await expect(page).toHaveURL(/\/formulare\/\d+$/, { timeout: 90_000 });
    await expect(field(page, 'question.text')).toHaveValue('Merge?');
    await field(page, 'question.text').fill('Merge acum?');
    await saveDraft(page);
    await expectSent(page, 2);
  });

  const writes = (await server.requests()).filter(
    ({ method, path }) => method !== 'GET' && path.startsWith('/api/v1/form'),
  );
  expect(writes.map(({ method, status }) => [method, status])).toEqual([
    ['POST', 200],
    ['PUT', 200],
  ]);
  expect(await ask.byCode('FR')).toMatchObject({ draft: true });
}
