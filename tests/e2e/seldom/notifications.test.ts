import { shellInstalled } from '../../support/shell-installed';
import { demoSize } from '../support/demo';
import {
  askNotifications,
  openCompose,
  sendings,
  sendMessage,
  titleField,
  writeMessage,
} from '../support/notifications';
import { signInAsAdmin } from '../support/observers';
import { expectSent } from '../support/outbox';
import { expect, test } from '../support/test';
import { ro } from '../support/words';

// Ten seconds to undo, then the way to the server.
const sent = { timeout: 40_000 };
const SEND = '/api/v1/notification/send';

test('finds the observers of a county, writes to them, and shows it in the history', async ({
  page,
  server,
  token,
}) => {
  const ask = askNotifications(server.origin, token);
  const active = await ask.active('AB', 320);
  expect(active.length).toBeGreaterThan(1);
  await openCompose(page);
  await expect(
    page.getByText(
      ro('notifications.count.all', { count: demoSize.observers }),
    ),
  ).toBeVisible();

  await page
    .getByRole('combobox', { name: ro('notifications.filter.county') })
    .fill('alb');
  await page.getByRole('option', { name: 'Alba' }).click();
  await expect(page.getByText(/^\[1 – \d+\]$/).first()).toBeVisible();
  await page.getByLabel(ro('notifications.range.to')).fill('320');
  await page
    .getByRole('button', { name: ro('notifications.filter.search') })
    .click();
  await expect(
    page.getByText(ro('notifications.count.found', { count: active.length }), {
      exact: true,
    }),
  ).toBeVisible();

  const question = await writeMessage(
    page,
    'Liste suplimentare',
    '<b>Verificați</b> listele.',
  );
  await expect(question).toContainText(
    ro('notifications.confirm.title', { count: active.length }),
  );
  await expect(question).toContainText('<b>Verificați</b> listele.');
  await question
    .getByRole('button', { name: ro('notifications.send'), exact: true })
    .click();
  await expect(page.getByText(ro('notifications.saved.title'))).toBeVisible();
  await expect(titleField(page)).toHaveValue('');
  expect(await sendings(server)).toEqual([]);

  await expect(page.getByText(ro('NOTIFICATION_SENT_SUCCESS'))).toBeVisible(
    sent,
  );
  await expectSent(page);
  await page.goBack();
  expect(await sendings(server)).toEqual([SEND]);
  const [kept] = await ask.history();
  expect(kept).toMatchObject({
    title: 'Liste suplimentare',
    body: '<b>Verificați</b> listele.',
  });
  expect(kept?.sentObserverIds.toSorted((a, b) => a - b)).toEqual(
    active.map(({ id }) => id).toSorted((a, b) => a - b),
  );

  await page.getByRole('link', { name: ro('notifications.history') }).click();
  const row = page.getByRole('row').filter({ hasText: 'Liste suplimentare' });
  await expect(row).toContainText('organizer@demo.org');
  await expect(row).toContainText(
    ro('history.observers', { count: active.length }),
  );
  await expect(row).toContainText('<b>Verificați</b> listele.');

  await test.step('warns before the same message goes to the same people', async () => {
    const ids = JSON.stringify(active.map(({ id }) => id));
    await openCompose(page, `?toObserverIds=${encodeURIComponent(ids)}`);
    const again = await writeMessage(
      page,
      'Liste suplimentare',
      '<b>Verificați</b> listele.',
    );
    await expect(again).toContainText('Același mesaj a fost trimis');
    await again.getByRole('button', { name: ro('common.cancel') }).click();
    await expect(again).toBeHidden();
  });
});

test('sends nothing that was undone, and to all when nobody is chosen', async ({
  page,
  server,
}) => {
  await openCompose(page);
  await sendMessage(page, 'Greșit', 'Nu trebuia.');
  await page
    .getByRole('button', { name: ro('notifications.saved.undo') })
    .click();
  await expect(page.getByText(ro('notifications.saved.undone'))).toBeVisible();
  await expect(titleField(page)).toHaveValue('Greșit');

  await sendMessage(page, 'Corect', 'Acum da.');
  // The one that was undone is not among them.
  await expectSent(page);
  expect(await sendings(server)).toEqual([`${SEND}/all`]);
});

test('waits for the server, shows that it waits, and goes out once', async ({
  page,
  server,
  token,
}) => {
  const ask = askNotifications(server.origin, token);
  const [first, second] = await ask.active('CJ', 999);
  const ids = [first?.id, second?.id];
  await openCompose(page, `?toObserverIds=${JSON.stringify(ids)}`);
  await expect(page.getByText(first?.name ?? '').first()).toBeVisible();
  await shellInstalled(page);
  await server.stop();
  await page.reload();

  await test.step('guesses nobody without a server', async () => {
    await page
      .getByRole('button', { name: ro('notifications.chosen.clear') })
      .click();
    await page
      .getByRole('combobox', {
        name: ro('notifications.filter.county'),
        exact: true,
      })
      .fill('clu');
    await page.getByRole('option', { name: 'Cluj' }).click();
    await page
      .getByRole('button', { name: ro('notifications.filter.search') })
      .click();
    await expect(
      page.getByText(ro('notifications.filter.failed')),
    ).toBeVisible();
    await expect(
      page.getByRole('button', { name: ro('notifications.send'), exact: true }),
    ).toBeDisabled();
    await page.goBack();
  });

  await page.goto(`/notifications?toObserverIds=${JSON.stringify(ids)}`);
  await expect(
    page.getByText(ro('notifications.count.chosen', { count: 2 })),
  ).toBeVisible();
  await sendMessage(page, 'Fără rețea', 'Scrisă fără server.');
  await page.goto('/notifications/history');
  const row = page.getByRole('row').filter({ hasText: 'Fără rețea' });
  await expect(row).toContainText(ro('history.observers', { count: 2 }));
  await expect(row.getByRole('link')).toHaveText(/în așteptare|se trimite/);
  await page.goto('/outbox');
  await expect(page.getByText('Scrisă fără server.')).toBeVisible();
  await page.reload();
  await expect(page.getByText('Scrisă fără server.')).toBeVisible();

  await server.start();
  await expectSent(page, 1, { timeout: 60_000 });
  expect(await sendings(server)).toEqual([SEND]);
  const kept = await ask.history();
  expect(kept.filter(({ title }) => title === 'Fără rețea')).toHaveLength(1);
  await page.goto('/notifications/history');
  await expect(row.getByRole('link')).toHaveCount(0);
  await expect(row).toContainText('organizer@demo.org');
});

test.describe('between this device and the server', () => {
  test.use({ isProxied: true });

  test("a refusal is told in the server's words, and waits for a decision", async ({
    page,
    server,
    faults,
  }) => {
    await openCompose(page);
    faults.fail({
      method: 'POST',
      path: /notification\/send/,
      times: 1,
      fault: {
        kind: 'reply',
        status: 400,
        type: 'text/plain',
        body: 'The channel is closed.',
      },
    });
    await sendMessage(page, 'Refuzată', 'Se refuză.');
    await expect(page.getByText(ro('NOTIFICATION_SENT_ERROR'))).toBeVisible(
      sent,
    );
    await expect(page.getByText(/The channel is closed\./)).toBeVisible();
    await page
      .getByRole('button', { name: ro('notifications.openOutbox') })
      .click();
    await expect(page).toHaveURL('/outbox');
    const needsYou = page.getByRole('region', {
      name: ro('outbox.group.needsYou'),
    });
    await expect(needsYou).toContainText('The channel is closed.');

    await needsYou
      .getByRole('link', { name: new RegExp(`^${ro('outbox.editAgain')}`) })
      .click();
    await expect(titleField(page)).toHaveValue('Refuzată');
    await sendMessage(page, 'Îndreptată', 'Se primește.');
    await expectSent(page);
    expect(await sendings(server)).toEqual([`${SEND}/all`]);
  });
});

test('says what is wrong with the recipients of the address', async ({
  page,
}) => {
  await openCompose(page, '?toObserverIds=%5B41,%22x%22%5D');
  await expect(
    page.getByText(ro('notifications.malformed.title')),
  ).toBeVisible();
  await expect(
    page.getByRole('combobox', { name: ro('notifications.filter.county') }),
  ).toBeVisible();

  await openCompose(page, '?toObserverIds=%5B999999%5D');
  await expect(
    page.getByText(ro('notifications.chosen.gone', { count: 1 })),
  ).toBeVisible({ timeout: 30_000 });
  const send = page.getByRole('button', { name: /^Trimite/ });
  await expect(send).toBeDisabled();
  await expect(send).toHaveAccessibleDescription(
    ro('notifications.reason.allGone'),
  );

  await openCompose(page, '?toObserverIds=%5B%5D');
  await expect(send).toHaveAccessibleDescription(
    ro('notifications.reason.nobodyChosen'),
  );
});

test.describe('an NGO admin who is no organizer', () => {
  test.use({ signedIn: false });

  test('may look but not send, and is not signed out for asking', async ({
    page,
    server,
  }) => {
    await signInAsAdmin(page, server);
    await openCompose(page);
    const send = page.getByRole('button', { name: /^Trimite/ });
    await expect(send).toBeDisabled();
    await expect(send).toHaveAccessibleDescription(ro('common.organizerOnly'));
    await page.getByRole('link', { name: ro('notifications.history') }).click();
    await expect(page.getByText(ro('history.failed'))).toBeVisible();
    await expect(page.getByText(ro('common.failure.forbidden'))).toBeVisible();
    await page
      .getByRole('link', { name: ro('notifications.title') })
      .first()
      .click();
    await expect(titleField(page)).toBeVisible();
    expect(await sendings(server)).toEqual([]);
  });
});
