import { signIn } from '../../server/simulate/phone';
import { demoStations } from '../../server/simulate/stations';
import { sweptLists } from './support/databases';
import { askServer } from './support/demo';
import { syncStatus, threadRows } from './support/screens';
import { expect, test } from './support/test';
import { ro } from './support/words';

test.use({ ownServer: 'live' });

/** What the product promises; without the stream it would be a minute. */
const WITHIN_MS = 2_000;

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
  const observer = await signIn(
    (path, init) => fetch(`${server.origin}${path}`, init),
    phone,
    '5678',
  );
  const forms = await observer.readForms();
  const questions = forms
    .filter(({ diaspora }) => !diaspora)
    .flatMap(({ sections }) => sections.flatMap((each) => each.questions));
  const flagged = questions.flatMap(({ id, optionsToQuestions }) =>
    optionsToQuestions
      .filter((option) => option.flagged && !option.isFreeText)
      .map((option) => ({ questionId: id, optionId: option.id })),
  )[0];
  const visited = new Set(
    (await asked.threads()).data.map((each) => each.pollingStationId),
  );
  const station = demoStations().find(
    ({ id, isDiaspora }) => !isDiaspora && !visited.has(id),
  );
  if (!flagged || !station) throw new Error('The demo has nothing to answer');
  const { questionId, optionId } = flagged;
  const { countyCode, municipalityCode, pollingStationNumber } = station;
  await server.forget();
  await observer.answer(
    { countyCode, municipalityCode, pollingStationNumber },
    [{ questionId, options: [{ optionId, value: null }] }],
  );
  const answeredAt = Date.now();

  // Rows do not jump under the cursor: the pill over the list has the news.
  const shownAfter = await Promise.all(
    [page, other].map(async (each) => {
      const pill = each.getByRole('button', { name: '1 nouă' });
      await expect(pill).toBeVisible({ timeout: 5 * WITHIN_MS });
      return Date.now() - answeredAt;
    }),
  );
  const description = `${shownAfter.join(' and ')} ms`;
  test.info().annotations.push({ type: 'until each screen', description });
  expect(Math.max(...shownAfter), description).toBeLessThan(WITHIN_MS);
  for (const each of [page, other]) {
    await each.getByRole('button', { name: '1 nouă' }).click();
    await expect(threadRows(each).first()).toContainText(known.observerName);
  }
  // Neither the forms nor the people: nobody said that they changed.
  const paths = (await server.requests()).map(({ path }) => path);
  expect(paths).not.toContain('/api/v1/observer');
  expect(paths).not.toContain('/api/v1/form');
  expect(paths).not.toContain(stream);
  await elsewhere.close();
});
