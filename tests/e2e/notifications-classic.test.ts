import { shellInstalled } from '../support/shell-installed';
import {
  askNotifications,
  openCompose,
  sendings,
  sendMessage,
} from './support/notifications';
import { expectOutbox, expectSent, outboxGroup } from './support/outbox';
import { expect, test } from './support/test';
import { ro } from './support/words';

// Every third notification reaches the phones and is answered with 500.
test.use({ isClassic: true });

test('a failure after the phones buzzed is never sent again by itself', async ({
  page,
  server,
}) => {
  test.setTimeout(180_000);
  await openCompose(page);
  for (const [at, title] of ['Prima', 'A doua'].entries()) {
    await sendMessage(page, title, 'Către toți.');
    await expectSent(page, at + 1);
    await page.goBack();
  }
  await sendMessage(page, 'A treia', 'Către toți.');
  await expect(page.getByText(ro('notifications.needsYou'))).toBeVisible({
    timeout: 60_000,
  });
  await expectOutbox(page, { sent: 2, needsYou: 1 });
  const needsYou = outboxGroup(page, 'needsYou');
  await expect(needsYou).toContainText(ro('outbox.fate.absent'));
  await needsYou
    .getByRole('button', { name: new RegExp(`^${ro('outbox.wasSent')}`) })
    .click();
  await expectSent(page, 3);
  expect(await sendings(server)).toHaveLength(3);
});

test('shows all of a long history whose pages come in no order', async ({
  page,
  server,
  token,
}) => {
  test.setTimeout(120_000);
  const headers = {
    Authorization: `Bearer ${token}`,
    'Content-Type': 'application/json',
  };
  const before = (await askNotifications(server.origin, token).history())
    .length;
  let stored = before;
  for (let n = 1; stored < 250; n += 1) {
    const reply = await fetch(`${server.origin}/api/v1/notification/send/all`, {
      method: 'POST',
      headers,
      body: JSON.stringify({
        channel: 'Firebase',
        from: 'Monitorizare Vot',
        title: `Mesajul ${n}`,
        message: 'Către toți.',
      }),
    });
    if (reply.ok) stored += 1;
  }
  await page.goto('/notifications/history');
  await expect(page.getByText('Afișate 1–100 din 250')).toBeVisible({
    timeout: 30_000,
  });
  await shellInstalled(page);
  await server.stop();
  await page.reload();
  await page.getByRole('button', { name: 'Pagina 3' }).click();
  await expect(page.getByText('Afișate 201–250 din 250')).toBeVisible();
  await expect(page.getByRole('row')).toHaveCount(51);
});
