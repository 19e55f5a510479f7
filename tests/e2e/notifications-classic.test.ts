import { outboxStates } from './support/kept';
import { openCompose, sendings, sendMessage } from './support/notifications';
import { expect, test } from './support/test';
import { ro } from './support/words';

// Every third notification reaches the phones and is answered with 500.
test.use({ isClassic: true });

test('a failure after the phones buzzed is never sent again by itself', async ({
  page,
  host,
}) => {
  test.setTimeout(180_000);
  await openCompose(page);
  for (const [at, title] of ['Prima', 'A doua'].entries()) {
    await sendMessage(page, title, 'Către toți.');
    await expect
      .poll(() => outboxStates(page), { timeout: 40_000 })
      .toEqual(Array.from({ length: at + 1 }, () => 'done'));
  }
  await sendMessage(page, 'A treia', 'Către toți.');
  await expect
    .poll(() => outboxStates(page), { timeout: 60_000 })
    .toEqual(['done', 'done', 'needsConfirm']);
  await expect(page.getByText(ro('NOTIFICATION_SENT_ERROR'))).toBeVisible();

  await page.goto('/outbox');
  const needsYou = page.getByRole('region', {
    name: ro('outbox.group.needsYou'),
  });
  await expect(needsYou).toContainText(ro('outbox.fateUnknown'));
  await needsYou
    .getByRole('button', { name: new RegExp(`^${ro('outbox.wasSent')}`) })
    .click();
  await expect.poll(() => outboxStates(page)).toEqual(['done', 'done', 'done']);
  expect(await sendings(host)).toHaveLength(3);
});
