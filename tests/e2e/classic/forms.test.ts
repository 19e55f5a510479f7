import { formJourney } from '../support/journeys/form';
import { askForms, formRow } from '../support/forms';
import { expectSent } from '../support/outbox';
import { expect, test } from '../support/test';
import { ro } from '../support/words';

test.use({ isClassic: true, ownServer: 'forms-classic' });

test('a form begun without a classic server is finished with one, sent once', async ({
  page,
  server,
  token,
}) => {
  await formJourney(page, server, token);
});

test('a form is published on a classic server', async ({
  page,
  server,
  token,
}) => {
  await askForms(server.origin, token).add('PUB', ['Întrebare?']);
  await page.goto('/formulare?draft=true');
  const row = formRow(page, 'Formular PUB');
  await row.getByRole('button', { name: ro('forms.publish') }).click();
  await expectSent(page);
  const writes = (await server.requests()).filter(
    ({ method }) => method === 'PUT',
  );
  expect(writes).toHaveLength(1);
});
