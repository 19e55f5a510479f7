import { readyAnswer } from '../../support/phone-answer';
import { sweptLists } from '../support/databases';
import { askServer } from '../support/demo';
import { syncStatus, threadRows } from '../support/screens';
import { expect, test } from '../support/test';
import { ro } from '../support/words';

test.use({ ownServer: 'live' });

/** Shorter than the minute between two polls; how soon it is shown is in `npm run bench -- news`. */
const BEFORE_A_POLL_MS = 15_000;

const stream = '/api/extensions/changes';

test('a flagged answer reaches the open screens of two accounts, which ask for nothing else', async ({
  page,
  server,
  browser,
  contextOptions,
}) => {
  const admin = await server.signIn('admin@demo.org', 'demo-admin');
  const asked = askServer(server.origin, admin);
  const [known] = (await asked.threads({ urgent: 'true' })).data;
  const phone = known?.observerPhoneNumber;
  if (!known || !phone) throw new Error('The demo has no urgent thread');
  const elsewhere = await browser.newContext({
    ...contextOptions,
    storageState: {
      cookies: [],
      origins: [
        {
          origin: server.origin,
          localStorage: [{ name: 'token-id', value: admin }],
        },
      ],
    },
  });
  const other = await elsewhere.newPage();
  for (const each of [page, other]) {
    await each.goto('/answers?urgente=true');
    await expect(syncStatus(each)).toContainText(ro('shell.sync.upToDate'));
    await expect.poll(() => sweptLists(each)).toBe(3);
  }
  const streams = async () =>
    (await server.requests()).filter(({ path }) => path === stream).length;
  await expect.poll(streams).toBe(2);

  const organizer = await server.signIn();
  const reset = await fetch(`${server.origin}/api/v1/observer/reset`, {
    method: 'POST',
    headers: {
      Authorization: `Bearer ${organizer}`,
      'Content-Type': 'application/json',
    },
    body: JSON.stringify({
      action: 'reset-password',
      phoneNumber: phone,
      pin: '5678',
    }),
  });
  expect(reset.status).toBe(200);
  const visited = new Set(
    (await asked.threads()).data.map((each) => each.pollingStationId),
  );
  const send = await readyAnswer(
    server.origin,
    { phone, pin: '5678' },
    {
      option: ({ flagged }) => flagged,
      station: ({ id }) => !visited.has(id),
    },
  );
  await server.forget();
  await send();

  for (const each of [page, other]) {
    // Rows do not jump under the cursor: the pill over the list has the news.
    const pill = each.getByRole('button', { name: '1 nouă' });
    await pill.click({ timeout: BEFORE_A_POLL_MS });
    await expect(threadRows(each).first()).toContainText(known.observerName);
  }
  // Neither the forms nor the people: nobody said that they changed.
  const paths = (await server.requests()).map(({ path }) => path);
  expect(paths).not.toContain('/api/v1/observer');
  expect(paths).not.toContain('/api/v1/form');
  expect(paths).not.toContain(stream);
  await elsewhere.close();
});
