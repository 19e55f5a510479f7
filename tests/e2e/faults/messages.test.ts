import {
  askNotifications,
  openCompose,
  sendMessage,
  writeMessage,
} from '../support/notifications';
import { askObservers } from '../support/observers';
import { expectOutbox, expectSent } from '../support/outbox';
import { quicken } from '../support/sync-worker';
import { expect, test } from '../support/test';
import { ro } from '../support/words';

test.use({ isProxied: true, ownServer: 'messages' });

const send = { method: 'POST', path: /notification\/send/ };
const settled = { timeout: 90_000 };

test('a lost reply never makes phones buzz twice', async ({
  page,
  server,
  faults,
  token,
}) => {
  await openCompose(page);
  await quicken(page, 10);
  faults.fail({ ...send, fault: { kind: 'cutAfter' } });
  await sendMessage(page, 'Răspuns pierdut', 'O singură dată.');
  // It is asked what became of it once the lost request must have died.
  await expectSent(page, 1, settled);
  // Chromium itself repeats a request on a kept connection that dies like this:
  // by the same key the server knows it for the same one.
  const keys = (await server.requests())
    .filter(({ path }) => path === '/api/v1/notification/send/all')
    .map(({ idempotencyKey }) => idempotencyKey);
  expect(keys[0]).toMatch(/^[\da-f-]{36}$/);
  expect(new Set(keys).size).toBe(1);
  const kept = await askNotifications(server.origin, token).history();
  expect(kept.filter(({ title }) => title === 'Răspuns pierdut')).toHaveLength(
    1,
  );
});

test('a message that never left is not taken for the same text sent to two before', async ({
  page,
  server,
  faults,
  token,
}) => {
  const people = await askObservers(server.origin, token).all();
  const ids = people.slice(0, 2).map(({ id }) => id);
  await openCompose(page, `?toObserverIds=${JSON.stringify(ids)}`);
  await quicken(page, 10);
  await sendMessage(page, 'Aceeași', 'Trimiteți formularul C.');
  await expectSent(page, 1, settled);
  await page.goBack();

  faults.fail({ ...send, fault: { kind: 'cutBefore' } });
  await page
    .getByRole('button', { name: ro('notifications.chosen.clear') })
    .click();
  const question = await writeMessage(
    page,
    'Aceeași',
    'Trimiteți formularul C.',
  );
  await question
    .getByRole('button', { name: ro('notifications.confirm.yesAgain') })
    .click();
  await expectOutbox(page, { sent: 1, needsYou: 1 }, settled);
  await expect(page.getByText(ro('outbox.fate.absent'))).toBeVisible();
  const kept = await askNotifications(server.origin, token).history();
  expect(kept.filter(({ title }) => title === 'Aceeași')).toHaveLength(1);

  await test.step('and goes out once when a person wants it', async () => {
    faults.heal();
    await page
      .getByRole('button', {
        name: new RegExp(`^${ro('outbox.sendThisNow')} ?:`),
      })
      .click();
    await page
      .getByRole('alertdialog')
      .getByRole('button', { name: ro('outbox.sendThisNow') })
      .click();
    await expectSent(page, 2, settled);
    const history = await askNotifications(server.origin, token).history();
    expect(history.filter(({ title }) => title === 'Aceeași')).toHaveLength(2);
  });
});

test('a message to an observer deleted meanwhile goes to who is left', async ({
  page,
  server,
  token,
}) => {
  const ask = askObservers(server.origin, token);
  const stays = { name: 'Rămâne Aici', phone: '0711000001' };
  const leaves = { name: 'Pleacă Acum', phone: '0711000002' };
  for (const one of [stays, leaves]) await ask.add(one);
  const [left] = await ask.byPhone(stays.phone);
  const [gone] = await ask.byPhone(leaves.phone);
  const ids = [left?.id, gone?.id];
  await openCompose(page, `?toObserverIds=${JSON.stringify(ids)}`);
  await expect(page.getByText(leaves.name).first()).toBeVisible();
  await sendMessage(page, 'Către doi', 'Verificați listele.');
  await fetch(`${server.origin}/api/v1/observer?id=${gone?.id}`, {
    method: 'DELETE',
    headers: { Authorization: `Bearer ${token}` },
  });
  await expectOutbox(page, { needsYou: 1 }, settled);
  await page
    .getByRole('button', {
      name: new RegExp(`^${ro('outbox.sendThisNow')} ?:`),
    })
    .click();
  const question = page.getByRole('alertdialog');
  await expect(question).toContainText(
    ro('outbox.again.left', { names: stays.name }),
  );
  await expect(question).toContainText(ro('outbox.again.gone', { count: 1 }));
  await question
    .getByRole('button', { name: ro('outbox.again.sendLeft', { count: 1 }) })
    .click();
  await expectSent(page, 1, settled);
  const kept = await askNotifications(server.origin, token).history();
  const sent = kept.filter(({ title }) => title === 'Către doi');
  expect(sent.map(({ sentObserverIds }) => sentObserverIds)).toEqual([
    [left?.id],
  ]);
});

test('a message that a busy server turned away goes out by itself, once', async ({
  page,
  server,
  faults,
  token,
}) => {
  await openCompose(page);
  await quicken(page, 10);
  faults.fail({ ...send, times: 1, fault: { kind: 'reply', status: 503 } });
  await sendMessage(page, 'Ocupat', 'O singură dată.');
  await expect.poll(() => faults.struck(send.path)).toBe(1);
  await expectSent(page, 1, settled);
  const kept = await askNotifications(server.origin, token).history();
  expect(kept.filter(({ title }) => title === 'Ocupat')).toHaveLength(1);
});
