import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

import type { Page } from '@playwright/test';

import { readyAnswer } from '../../support/phone-answer';
import { askServer } from '../support/demo';
import { fillOutbox } from '../support/filled-outbox';
import { askForms } from '../support/forms';
import { putRows } from '../support/databases';
import { addressOf } from '../support/screens';
import { expect, test } from '../support/test';
import { ro } from '../support/words';

const axe = readFileSync(
  createRequire(import.meta.url).resolve('axe-core/axe.min.js'),
  'utf8',
);
const TAGS = [
  'wcag2a',
  'wcag2aa',
  'wcag21a',
  'wcag21aa',
  'wcag22aa',
  'best-practice',
];

/** The laptop, the tablet held upright and the phone of the specification. */
const SIZES = [
  { name: 'laptop', width: 1366, height: 768 },
  { name: 'tablet', width: 768, height: 1024 },
  { name: 'phone', width: 390, height: 844 },
];

/** What axe finds wrong on the page as it is, one line for each place. */
async function findings(page: Page, only?: string): Promise<string[]> {
  // Put in by the debugger: the page's own policy would refuse a script tag.
  const isThere = await page.evaluate(() => 'axe' in window);
  if (!isThere) await page.evaluate(axe);
  const runOnly =
    only === undefined
      ? { type: 'tag', values: TAGS }
      : { type: 'rule', values: [only] };
  return page.evaluate(async (runOnly) => {
    const run = Reflect.get(Reflect.get(window, 'axe'), 'run');
    const { violations } = await run(document, {
      runOnly,
      resultTypes: ['violations'],
    });
    const found = violations.flatMap(
      (each: { id: string; nodes: { html: string }[] }) =>
        each.nodes.map(({ html }) => `${each.id}: ${html.slice(0, 200)}`),
    );
    // Half a table out of sight is half a decision; a row of tabs may scroll.
    const root = document.documentElement;
    const tables = [
      ...document.querySelectorAll('main section, [role$=dialog] div'),
    ].filter(
      (each) =>
        each.querySelector('table') &&
        getComputedStyle(each).overflowX !== 'visible',
    );
    const sideways = [root, ...tables].filter(
      (each) => each.scrollWidth > each.clientWidth,
    );
    const scrolls = sideways.map(
      (each) =>
        `${each.ariaLabel ?? each.className} scrolls sideways by ${each.scrollWidth - each.clientWidth}`,
    );
    return [...found, ...scrolls];
  }, runOnly);
}

interface Screen {
  name: string;
  path: string;
  /** Opens what is to be looked at on that page. */
  open?: ((page: Page) => Promise<void>) | undefined;
  /** What was opened stays when the window changes its size. */
  stays?: true | undefined;
}

const press = (name: string | RegExp) => async (page: Page) => {
  await page.getByRole('button', { name }).first().click();
};

const startOf = (key: string) => new RegExp(`^${ro(key).split('{{')[0]}`);

const menu = async (page: Page, item: string) => {
  await page.getByRole('menuitem', { name: item }).click();
};

/** One row that is a line of a plan, and one that is not. */
async function choosePlan(page: Page) {
  const input = page.getByLabel(ro('importFile.chosen'), { exact: true });
  await input.setInputFiles({
    name: 'plan.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(
      'phone,county,station,from,to\n0700000041,AB,1,,\n0700000042,Atlantida,1,,',
    ),
  });
  await page.getByRole('table').waitFor();
}

/** Imports that plan, and looks at it by what its rows are. */
async function storePlan(
  page: Page,
  rows: 'county' | 'observer' | 'line' = 'county',
) {
  await choosePlan(page);
  await page.getByRole('checkbox').check();
  const store = ro('plan.import.store', { count: 1 });
  await page.getByRole('button', { name: store }).click();
  await page.getByRole('list', { name: ro('plan.figures') }).waitFor();
  if (rows !== 'county') {
    await page
      .getByRole('main')
      .getByRole('link', { name: ro(`plan.rows.${rows}`), exact: true })
      .click();
  }
  await page.getByRole('rowheader').first().waitFor();
  // The message appears under the pointer, which holds it.
  await page.mouse.move(0, 0);
}

/** On a phone the filters stand behind a button. */
async function showFilters(page: Page) {
  const opener = page.getByRole('button', {
    name: startOf('answers.filter.open'),
  });
  if (await opener.isVisible()) await opener.click();
  await page.getByLabel(ro('answers.more.text')).waitFor();
}

/** Makes a read-only token with a long name, so that the list and the log have a row of it. */
async function makeReadToken(origin: string, token: string) {
  const reply = await fetch(`${origin}/api/extensions/tokens`, {
    method: 'POST',
    headers: {
      Authorization: `Bearer ${token}`,
      'Content-Type': 'application/json',
    },
    body: JSON.stringify({
      name: 'Tabloul de bord al coaliției celor care observă',
    }),
  });
  expect(reply.status).toBe(200);
}

/** Two observers answer a question at the same station, each in another way. */
async function contradict(origin: string, token: string) {
  const { data } = await askServer(origin, token).threads();
  const phones = new Set(
    data.flatMap(({ observerPhoneNumber }) => observerPhoneNumber ?? []),
  );
  for (const [at, phone] of [...phones].slice(0, 2).entries()) {
    const reply = await fetch(`${origin}/api/v1/observer/reset`, {
      method: 'POST',
      headers: {
        Authorization: `Bearer ${token}`,
        'Content-Type': 'application/json',
      },
      body: JSON.stringify({
        action: 'reset-password',
        phoneNumber: phone,
        pin: '5678',
      }),
    });
    expect(reply.status).toBe(200);
    const option = ({ flagged }: { flagged: boolean }) => flagged === at > 0;
    await (
      await readyAnswer(origin, { phone, pin: '5678' }, { option })
    )();
  }
}

/** Begins to set a second factor up, which counts for nothing until a code confirms it. */
async function showQrCode(page: Page) {
  await press(ro('secondFactor.turnOn'))(page);
  const panel = page.getByRole('region', { name: ro('secondFactor.title') });
  const password = panel.getByLabel(startOf('account.current'));
  await password.fill('demo-organizer');
  await panel.getByRole('button', { name: ro('secondFactor.next') }).click();
  await page.getByRole('img', { name: ro('secondFactor.qr') }).waitFor();
}

/** Each group is a test of its own, so that several workers take part. */
const GROUPS = ['threads', 'observers', 'forms', 'figures', 'others'] as const;

type Group = (typeof GROUPS)[number];

function screensWith(thread: string, phone: string): Record<Group, Screen[]> {
  const profile = `/observatori/profil/edit/${encodeURIComponent(phone)}`;
  // The list with one row: axe looks at each of a hundred.
  const one = `/observatori?phone=${encodeURIComponent(phone)}`;
  const threads: Screen[] = [
    { name: 'all threads', path: '/answers' },
    { name: 'urgent threads', path: '/answers?urgente=true' },
    { name: 'thread', path: thread },
    {
      name: 'picture',
      path: thread,
      open: async (page) => {
        // All notes of the thread, whichever form they belong to.
        await page.getByRole('tab', { name: /^Note \d/ }).click();
        await press(/Poza 1 din/)(page);
        await page
          .getByRole('region', { name: ro('answers.picture.name') })
          .waitFor();
      },
    },
    {
      name: 'thread with a decision',
      path: thread,
      open: async (page) => {
        await press(ro('answers.triage.state.resolved'))(page);
        await page.locator('summary').click();
        await page.getByText('organizer@demo.org,').first().waitFor();
      },
    },
    { name: 'unknown thread', path: '/answers/details/1/1' },
    {
      name: 'more filters, three of them in force',
      path: '/answers?urgente=true&flagged=true&unread=true&silentFor=1',
      open: showFilters,
    },
    {
      name: 'filters that cannot be applied',
      path: '/answers?triage=later&notes=maybe&colour=red',
      open: showFilters,
    },
    {
      name: 'nothing found for several filters',
      path: '/answers?observer=xyzzy&stationFrom=3',
      open: (page) =>
        page.getByText(ro('answers.none.clearAll')).first().waitFor(),
    },
    {
      name: 'saved views',
      path: '/answers?urgente=true&triage=new',
      open: async (page) => {
        await press(ro('answers.views.open'))(page);
        const dialog = page.getByRole('dialog');
        const name = dialog.getByLabel(ro('answers.views.name'));
        // Sizes come one after the other, and no two views have one name.
        const { width } = page.viewportSize() ?? { width: 0 };
        await name.fill(`De decis ${width}`);
        await page.keyboard.press('Enter');
        await dialog
          .getByRole('button', { name: startOf('answers.views.pin') })
          .last()
          .click();
      },
    },
    {
      name: 'a saved view that is renamed',
      path: '/answers?urgente=true',
      open: async (page) => {
        await press(ro('answers.views.open'))(page);
        const dialog = page.getByRole('dialog');
        await dialog
          .getByRole('button', { name: startOf('answers.views.renameOf') })
          .first()
          .click();
        await dialog.getByRole('listitem').getByRole('textbox').waitFor();
      },
    },
    {
      name: 'selection of threads',
      path: '/answers?urgente=true',
      open: async (page) => {
        await press(ro('answers.bulk.start'))(page);
        await page.getByRole('checkbox').first().click();
        await page
          .getByRole('region', { name: ro('answers.bulk.name') })
          .waitFor();
      },
    },
    {
      name: 'urgent threads one by one',
      path: '/urgents/queue',
      open: async (page) => {
        await page
          .getByRole('region', { name: ro('answers.triage.name') })
          .waitFor();
      },
    },
    {
      name: 'end of the urgent threads',
      path: '/urgents/queue',
      open: async (page) => {
        const skip = page.getByRole('button', {
          name: ro('answers.queue.skip'),
        });
        const next = page.getByRole('button', {
          name: ro('answers.queue.continue'),
        });
        const open = page.getByRole('heading', { level: 2 });
        await open.waitFor();
        while (await open.count()) await skip.click();
        await next.waitFor();
      },
    },
  ];
  const observers: Screen[] = [
    { name: 'observers', path: '/observatori' },
    {
      name: 'menu of an observer',
      path: one,
      open: press(startOf('observers.more')),
    },
    {
      name: 'deletion of an observer',
      path: one,
      open: async (page) => {
        await press(startOf('observers.more'))(page);
        await menu(page, ro('common.delete'));
      },
    },
    {
      name: 'new PIN',
      path: one,
      open: async (page) => {
        await press(startOf('observers.more'))(page);
        await menu(page, ro('observers.reset.action'));
      },
    },
    {
      name: 'selection of observers',
      path: one,
      open: async (page) => {
        await page.getByRole('checkbox').last().click();
      },
    },
    { name: 'profile', path: profile },
    {
      name: 'link for a PIN',
      path: profile,
      open: async (page) => {
        await press(ro('profile.pinLink.action'))(page);
        await press(ro('profile.pinLink.make'))(page);
        const qr = ro('profile.pinLink.qr');
        await page.getByRole('img', { name: qr }).waitFor();
      },
    },
    { name: 'new profile', path: '/observatori/profil/new' },
    { name: 'import', path: '/observatori/import' },
  ];
  const forms: Screen[] = [
    { name: 'forms', path: '/formulare?draft=false' },
    { name: 'drafts', path: '/formulare?draft=true' },
    {
      name: 'deletion of a form',
      path: '/formulare?draft=true',
      open: async (page) => {
        const more = page.getByRole('button', { name: startOf('forms.more') });
        const row = page.getByRole('rowheader').first();
        await row.waitFor();
        // A menu where there is no room for the buttons.
        if (await more.count()) {
          await more.first().click();
          await menu(page, ro('common.delete'));
        } else await press(startOf('common.delete'))(page);
      },
    },
    { name: 'editor', path: '/formulare/1' },
    { name: 'new form', path: '/formulare/nou' },
  ];
  const figures: Screen[] = [
    { name: 'statistics', path: '/statistics' },
    {
      name: 'complete list',
      path: '/statistics',
      open: press(new RegExp(`^${ro('statistics.complete')}`)),
    },
    { name: 'one statistic', path: '/statistics/sesizari-judete' },
    { name: 'questions', path: '/statistics/questions' },
    { name: 'one question', path: '/statistics/questions/1/1' },
    {
      name: 'one question in two counties',
      path: '/statistics/questions/1/1?county=CJ&versus=B',
    },
    { name: 'agreement by station', path: '/agreement' },
    { name: 'search', path: '/search?q=vot' },
    { name: 'search without finds', path: '/search?q=zzzz' },
    { name: 'agreement by question', path: '/agreement?by=question' },
    {
      name: 'reports of one station',
      path: '/agreement',
      open: async (page) => {
        await page.locator('tbody a').first().click();
        await page.getByText(ro('agreement.onlyDiffering')).waitFor();
      },
    },
    { name: 'coverage by county', path: '/coverage' },
    { name: 'coverage by observer', path: '/coverage?by=observer' },
    { name: 'coverage without a plan', path: '/coverage?by=plan' },
    {
      name: 'preview of a plan with problems',
      path: '/coverage/plan',
      open: choosePlan,
    },
    {
      name: 'coverage by plan',
      path: '/coverage/plan',
      open: (page) => storePlan(page),
    },
    {
      name: 'plan by observer',
      path: '/coverage/plan',
      open: (page) => storePlan(page, 'observer'),
    },
    {
      name: 'plan by row',
      path: '/coverage/plan',
      open: (page) => storePlan(page, 'line'),
    },
    {
      name: 'coverage of nobody',
      path: '/coverage?by=observer&county=AB&silent=neverSeen',
    },
    {
      name: 'selection of silent observers',
      path: '/coverage?by=observer',
      open: async (page) => {
        // A row on top: one that is scrolled to lies half below the head.
        await page
          .getByRole('checkbox', { name: /^Selectează: / })
          .first()
          .click();
        await page
          .getByRole('button', { name: ro('observers.notify'), exact: true })
          .waitFor();
      },
    },
    {
      name: 'calls to several observers',
      path: '/coverage?by=observer',
      open: async (page) => {
        const boxes = page.getByRole('checkbox', { name: /^Selectează: / });
        await boxes.first().click();
        await boxes.nth(1).click();
        await press(ro('calls.mark', { count: 2 }))(page);
        await page.getByRole('dialog').waitFor();
      },
    },
    {
      name: 'plan of a file that is none',
      path: '/coverage/plan',
      open: async (page) => {
        await page
          .getByLabel(ro('importFile.chosen'), { exact: true })
          .setInputFiles({
            name: 'plan.csv',
            mimeType: 'text/csv',
            buffer: Buffer.from([0, 1, 2, 0, 255]),
          });
        await page
          .getByText(/plan\.csv/)
          .nth(1)
          .waitFor();
      },
    },
    {
      name: 'call to an observer',
      path: '/coverage?by=observer',
      open: press(startOf('calls.markOf')),
    },
    { name: 'wall display', path: '/wall' },
    {
      name: 'wall display, full screen',
      path: '/wall',
      open: async (page) => {
        const button = page.getByRole('button', {
          name: ro('coverage.wall.fullScreen'),
          exact: true,
        });
        await button.click();
        await expect(button).toHaveCount(0);
      },
    },
    { name: 'counties', path: '/polling-stations' },
    { name: 'county', path: '/polling-stations/1' },
    { name: 'editing a county', path: '/polling-stations/1/edit' },
  ];
  const others: Screen[] = [
    {
      name: 'menu of the account',
      path: '/outbox',
      open: async (page) => {
        await page
          .getByRole('banner')
          .locator('[aria-haspopup="menu"]:visible')
          .last()
          .click();
        await page.getByRole('menu').waitFor();
      },
    },
    { name: 'accounts', path: '/accounts' },
    { name: 'organisations', path: '/accounts?by=organisation' },
    { name: 'read-only tokens', path: '/accounts?by=token' },
    {
      name: 'dialog of a new read-only token',
      path: '/accounts?by=token',
      open: press(ro('accounts.tokens.make')),
    },
    {
      name: 'sessions of an account',
      path: '/accounts',
      open: async (page) => {
        const name = ro('accounts.more', { name: 'organizer@demo.org' });
        await page.getByRole('button', { name }).click();
        const item = ro('accounts.sessions');
        await page.getByRole('menuitem', { name: item }).click();
        await page.getByRole('dialog').getByRole('listitem').first().waitFor();
      },
    },
    { name: 'audit', path: '/audit' },
    {
      name: 'dialog of a new account',
      path: '/accounts',
      open: press(ro('accounts.addAccount')),
    },
    { name: 'own account', path: '/account' },
    {
      name: 'second factor, before the password',
      path: '/account',
      open: press(ro('secondFactor.turnOn')),
    },
    { name: 'second factor, QR code', path: '/account', open: showQrCode },
    { name: 'notifications', path: '/notifications' },
    { name: 'history', path: '/notifications/history' },
    { name: 'outbox', path: '/outbox' },
    {
      name: 'palette',
      path: '/outbox',
      open: async (page) => {
        await page.keyboard.press('Control+K');
        await page.getByRole('option').first().waitFor();
      },
    },
    {
      name: 'palette without finds',
      path: '/outbox',
      open: async (page) => {
        await page.keyboard.press('Control+K');
        await page.getByRole('combobox').fill('xyzzy');
        await page.getByText(ro('palette.noneHint')).waitFor();
      },
    },
    {
      name: 'shortcuts',
      path: '/outbox',
      open: async (page) => {
        await page.keyboard.press('?');
        await page.getByRole('dialog').waitFor();
      },
    },
    { name: 'no such page', path: '/nowhere' },
  ];
  return { threads, observers, forms, figures, others };
}

/** What only shows where this device holds something: it is put there before. */
function filledScreens(form: number, phone: string): Screen[] {
  const dialog = (page: Page) => page.locator('dialog[open]').waitFor();
  const asks = (key: string) => async (page: Page) => {
    await press(startOf(key))(page);
    await dialog(page);
  };
  const row = (kind: string) => (page: Page) =>
    page.getByRole('listitem').filter({ hasText: ro(`outbox.kind.${kind}`) });
  return [
    { name: 'filled outbox', path: '/outbox', stays: true },
    {
      name: 'resolver',
      path: '/outbox',
      stays: true,
      open: asks('outbox.resolve.action'),
    },
    {
      name: 'discard',
      path: '/outbox',
      stays: true,
      async open(page) {
        const refused = row('observer.delete')(page).first();
        const name = startOf('outbox.discard');
        await refused.getByRole('button', { name }).click();
        await dialog(page);
      },
    },
    {
      name: 'letting a refused decision go',
      path: '/outbox',
      stays: true,
      async open(page) {
        const panel = page.getByRole('region', {
          name: ro('outbox.mark.title'),
        });
        const name = startOf('outbox.discard');
        await panel.getByRole('button', { name }).click();
        await dialog(page);
      },
    },
    {
      name: 'send now',
      path: '/outbox',
      stays: true,
      async open(page) {
        const message = row('notification.send')(page).first();
        const name = startOf('outbox.sendNow');
        await message.getByRole('button', { name }).click();
        await dialog(page);
      },
    },
    {
      name: 'taking a queue',
      path: '/outbox',
      stays: true,
      async open(page) {
        const saved = page.waitForEvent('download');
        await press(ro('outbox.save'))(page);
        const path = await (await saved).path();
        await page.getByLabel(ro('outbox.take.file')).setInputFiles(path);
        await dialog(page);
      },
    },
    {
      name: 'logout with unsent work',
      path: '/outbox',
      stays: true,
      async open(page) {
        await page
          .getByRole('banner')
          .locator('[aria-haspopup="menu"]:visible')
          .last()
          .click();
        await menu(page, ro('shell.logout.item'));
        await dialog(page);
      },
    },
    {
      name: 'publishing with a warning',
      path: `/formulare/${form}`,
      stays: true,
      async open(page) {
        await page.getByLabel(ro('forms.field.form.code')).fill('A');
        await page
          .getByText(ro('forms.warning.formCodeTaken', { code: 'A' }))
          .first()
          .waitFor();
        await press(ro('forms.publish'))(page);
        await dialog(page);
      },
    },
    {
      name: 'menu of a form',
      path: '/formulare?draft=true',
      async open(page) {
        await page.getByRole('rowheader').first().waitFor();
        const more = page.getByRole('button', { name: startOf('forms.more') });
        // Where there is room, the row has buttons.
        if (await more.count()) await more.first().click();
      },
    },
    {
      name: 'import preview',
      path: '/observatori/import',
      stays: true,
      async open(page) {
        const text = `Phone,Pin,Name\n0799600001,1111,"Stan, Mihai"\n${phone},2222,Ana\n,12,`;
        await page
          .getByLabel(ro('importFile.chosen'), { exact: true })
          .setInputFiles({
            name: 'observatori.csv',
            mimeType: 'text/csv',
            buffer: Buffer.from(text),
          });
        await page.getByRole('row').nth(1).waitFor();
      },
    },
    {
      name: 'import whose columns are shown first',
      path: '/observatori/import',
      stays: true,
      async open(page) {
        await page
          .getByLabel(ro('importFile.chosen'), { exact: true })
          .setInputFiles({
            name: 'observatori.csv',
            mimeType: 'text/csv',
            buffer: Buffer.from('1111;0799600001;Ana Pop;a remark'),
          });
        await page
          .getByRole('button', { name: ro('importFile.columns.confirm') })
          .waitFor();
      },
    },
    {
      name: 'history with rows',
      path: '/notifications/history',
      stays: true,
      open: (page) => page.getByRole('row').nth(1).waitFor(),
    },
    {
      name: 'draft of a profile',
      path: '/observatori/profil/new',
      stays: true,
      open: (page) => page.getByText(ro('common.draft.resume')).waitFor(),
    },
  ];
}

async function sendToAll(origin: string, token: string): Promise<void> {
  const url = new URL('/api/v1/notification/send/all', origin);
  const { ok, status } = await fetch(url, {
    method: 'POST',
    headers: {
      Authorization: `Bearer ${token}`,
      'Content-Type': 'application/json',
    },
    body: JSON.stringify({
      channel: 'Firebase',
      from: 'Vote Monitor',
      title: 'Verificați listele',
      message: 'Trimiteți formularul C până la 15:30, și fotografiile.',
    }),
  });
  if (!ok) throw new Error(`POST notification: ${status}`);
}

/** A new size is drawn in one frame, and what the screen makes of it in the next. */
async function drawn(page: Page): Promise<void> {
  await page.evaluate(async () => {
    for (let frame = 0; frame < 3; frame += 1) {
      await new Promise(requestAnimationFrame);
    }
  });
}

async function lookAt(page: Page, screens: readonly Screen[]): Promise<void> {
  for (const { name, path, open, stays } of screens) {
    for (const { name: size, width, height } of SIZES) {
      await test.step(`${name}, ${size}`, async () => {
        // A window that fills the screen has no other size.
        await page.evaluate(() =>
          document.fullscreenElement ? document.exitFullscreen() : undefined,
        );
        await page.setViewportSize({ width, height });
        // What was opened at one size is opened anew at the next.
        if ((open && !stays) || size === 'laptop') {
          await page.goto(path);
          await page.getByRole('heading', { level: 1 }).first().waitFor();
          await expect(page.getByText(ro('common.loading'))).toHaveCount(0);
          await open?.(page);
        }
        // A toast that lies over a button is not the screen's.
        await expect(page.locator('ol[aria-live="polite"] > li')).toHaveCount(
          0,
        );
        await drawn(page);
        const where = `${name}, ${size}`;
        expect.soft(await findings(page), where).toEqual([]);
        await page.emulateMedia({ colorScheme: 'dark' });
        const colours = await findings(page, 'color-contrast');
        expect.soft(colours, `${where}, dark`).toEqual([]);
        await page.emulateMedia({ colorScheme: 'light' });
      });
    }
  }
}

// Colours in the middle of a transition are nobody's.
test.use({ contextOptions: { reducedMotion: 'reduce' } });

test.describe.configure({ mode: 'parallel' });

for (const group of GROUPS) {
  test(`is open to everybody on every screen and size, in both themes: ${group}`, async ({
    page,
    server,
    token,
  }) => {
    test.setTimeout(600_000);
    if (group === 'forms') {
      await askForms(server.origin, token).add('AXE', ['Întrebare?']);
    }
    if (group === 'others') await makeReadToken(server.origin, token);
    if (group === 'figures') await contradict(server.origin, token);
    const thread = await askServer(server.origin, token).find(
      ({ notes }) => notes.some(({ attachmentsPaths }) => attachmentsPaths[0]),
      { urgent: 'true' },
    );
    const phone = thread.observerPhoneNumber ?? '';
    const screens = screensWith(addressOf(thread, 'urgents'), phone);
    await lookAt(page, screens[group]);
  });
}

test('is open to everybody where this device holds something unsent', async ({
  page,
  server,
  token,
}) => {
  test.setTimeout(300_000);
  const form = await askForms(server.origin, token).add('AXW', ['Întrebare?']);
  await sendToAll(server.origin, token);
  const { observerPhoneNumber } = await askServer(server.origin, token).find(
    (thread) => Boolean(thread.observerPhoneNumber),
  );
  await page.goto('/outbox');
  await page.getByText(ro('outbox.empty.title')).waitFor();
  await fillOutbox(page);
  await putRows(page, 'intent', 'drafts', [
    {
      draftKey: 'observer:new',
      updatedAt: Date.now(),
      input: { name: 'Ana', phone: '07', hadPin: true },
    },
  ]);
  await lookAt(page, filledScreens(form, observerPhoneNumber ?? ''));
});

for (const colorScheme of ['light', 'dark'] as const) {
  test.describe(`the ${colorScheme} theme, signed out`, () => {
    test.use({ colorScheme, signedIn: false });

    for (const [path, shown] of [
      ['/login', ro('login.welcome')],
      ['/pin#code', ro('pin.title')],
      ['/pin', ro('pin.title')],
    ] as const) {
      test(`is open to everybody at ${path}`, async ({ page }) => {
        await page.goto(path);
        await expect(page.getByRole('heading', { name: shown })).toBeVisible();
        for (const { name, width, height } of SIZES) {
          await page.setViewportSize({ width, height });
          expect.soft(await findings(page), name).toEqual([]);
        }
      });
    }
  });
}
