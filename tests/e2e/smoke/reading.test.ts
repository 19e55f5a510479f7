import { askServer } from '../support/demo';
import {
  addressOf,
  details,
  formTabs,
  openForm,
  threadRows,
} from '../support/screens';
import { expect, test } from '../support/test';
import { en, ro } from '../support/words';

const PICTURE = /\.(jpe?g|png)(\?|$)/i;

test('urgent threads come first, filter and page, and the address keeps it', async ({
  page,
  server,
  token,
}) => {
  const { totalItems } = await askServer(server.origin, token).threads({
    urgent: 'true',
  });
  await page.goto('/');
  await expect(page).toHaveURL('/answers?urgente=true');
  await expect(
    page.getByRole('heading', { name: ro('answers.titleUrgent') }),
  ).toBeVisible();
  await expect(threadRows(page)).toHaveCount(10);
  const pages = page.getByRole('navigation', {
    name: ro('answers.list.pages'),
  });
  await expect(pages).toContainText(`1–10 din ${totalItems}`);

  const first = await threadRows(page).first().textContent();
  await pages
    .getByRole('button', { name: ro('common.pagination.next') })
    .click();
  await expect(pages).toContainText(
    `11–${Math.min(20, totalItems)} din ${totalItems}`,
  );
  await expect(threadRows(page).first()).not.toHaveText(first ?? '');
  await page.reload();
  await expect(pages).toContainText(
    `11–${Math.min(20, totalItems)} din ${totalItems}`,
  );

  const { totalItems: inBacau } = await askServer(server.origin, token).threads(
    {
      urgent: 'true',
      county: 'BC',
    },
  );
  const filter = page.getByRole('form', { name: ro('answers.filter.name') });
  await filter.getByLabel(ro('answers.filter.county')).selectOption('Bacău');
  await filter.getByRole('button', { name: ro('common.filter') }).click();
  await expect(pages).toContainText(`din ${inBacau}`);
  for (const row of await threadRows(page).all()) {
    await expect(row).toContainText('Bacău');
  }
  await page.reload();
  await expect(pages).toContainText(`din ${inBacau}`);
  await filter.getByRole('button', { name: ro('common.reset') }).click();
  await expect(pages).toContainText(`din ${totalItems}`);
});

test('a thread shows answers, free text, flags, notes and pictures', async ({
  page,
  server,
  token,
}) => {
  const ask = askServer(server.origin, token);
  const thread = await ask.find(
    ({ notes }) =>
      notes.some(({ attachmentsPaths }) =>
        attachmentsPaths.some((path) => PICTURE.test(path)),
      ) && notes.some(({ text }) => text && text.length < 100),
    { urgent: 'true' },
  );
  await page.goto(addressOf(thread, 'urgents'));
  const pane = details(page);
  await expect(pane.getByRole('heading', { level: 2 })).toContainText(
    thread.pollingStationName,
  );
  await expect(pane).toContainText(thread.observerName);
  await expect(pane.getByRole('term').first()).toHaveText(
    ro('answers.extra.arrival'),
  );

  // The tab with the flagged answer is open; every answer of the server is ticked.
  await expect(
    pane.getByText(ro('answers.option.flagged')).first(),
  ).toBeVisible();
  const chosen = pane.getByRole('listitem').filter({
    has: page.getByText(ro('answers.option.chosen'), { exact: true }),
  });
  let ticked = 0;
  await expect(formTabs(pane)).toHaveCount(4);
  for (const tab of await formTabs(pane).all()) {
    await openForm(pane, tab);
    ticked += await chosen.count();
  }
  const onServer = thread.answers.reduce(
    (sum, row) => sum + row.answers.length,
    0,
  );
  expect(ticked).toBe(onServer);

  const short = thread.notes.find(
    ({ text }) => text && text.length < 100,
  )?.text;
  const notesTab = pane.getByRole('tab', { name: ro('answers.note.tab') });
  await notesTab.click();
  await expect(pane.getByText(short ?? '').first()).toBeVisible();

  await pane.getByRole('button', { name: /Poza 1 din/ }).click();
  const viewer = page.getByRole('region', { name: ro('answers.picture.name') });
  const picture = viewer.getByRole('img').first();
  await expect(picture).toBeVisible();
  await expect
    .poll(() =>
      picture.evaluate((img) =>
        img instanceof HTMLImageElement ? img.naturalWidth : 0,
      ),
    )
    .toBeGreaterThan(0);
  // The details are narrower now, and the open tab is still in sight.
  await expect(notesTab).toBeInViewport({ ratio: 0.95 });
});

test('what an observer wrote is shown letter by letter', async ({
  page,
  server,
  token,
}) => {
  const ask = askServer(server.origin, token);
  const free = await ask.find(({ answers }) =>
    answers.some((row) => row.answers.some(({ value }) => value)),
  );
  const value = free.answers.flatMap((row) =>
    row.answers.flatMap((answer) => answer.value ?? []),
  )[0];
  await page.goto(addressOf(free));
  const pane = details(page);
  await expect(formTabs(pane)).toHaveCount(4);
  for (const tab of await formTabs(pane).all()) {
    await openForm(pane, tab);
    if ((await pane.getByText(value ?? '').count()) > 0) break;
  }
  await expect(pane.getByText(value ?? '').first()).toBeVisible();

  const name = '<img src=x onerror="window.hacked=1"> & <b>Ana</b>';
  await ask.rename(free.observerId, name);
  await page.reload();
  await expect(pane.getByText(name)).toBeVisible();
  await expect(
    threadRows(page).filter({ hasText: name }).first(),
  ).toBeVisible();
  expect(await page.evaluate(() => 'hacked' in window)).toBe(false);
});

test('another language changes everything, and the address stays', async ({
  page,
}) => {
  await page.goto('/answers');
  await threadRows(page).first().click();
  await expect(details(page).getByRole('tab').first()).toBeVisible();
  const url = page.url();
  await page.getByRole('button', { name: ro('shell.language') }).click();
  await page.getByRole('menuitemradio', { name: 'English' }).click();

  await expect(
    page.getByRole('heading', { name: en('answers.titleAll') }),
  ).toBeVisible();
  await expect(page).toHaveURL(url);
  await expect(page.locator('html')).toHaveAttribute('lang', 'en');
  const pane = page.getByRole('region', { name: en('answers.detail.name') });
  await expect(pane.getByRole('term').first()).toHaveText(
    en('answers.extra.arrival'),
  );
  const words = await page.locator('body').innerText();
  expect(words).not.toContain(ro('common.filter'));
  await page.reload();
  await expect(
    page.getByRole('heading', { name: en('answers.titleAll') }),
  ).toBeVisible();
});

test('an address of a thread that is not there says so and offers the list', async ({
  page,
}) => {
  await page.goto('/answers/details/999999/999999');
  const pane = details(page);
  await expect(pane.getByText(ro('answers.detail.unknown'))).toBeVisible();
  await expect(threadRows(page)).toHaveCount(10);
  await page.goto('/nowhere');
  await expect(page.getByText(ro('shell.notFound.what'))).toBeVisible();
});
