import type { Page } from '@playwright/test';

import { type Deferred, deferred } from '../../support/deferred';
import { builtFiles, chunkName, gzipSize, readBuilt } from '../support/built';
import { askServer } from '../support/demo';
import {
  addressOf,
  details,
  nameField,
  openProfile,
  saveProfile,
  signOut,
  threadRows,
} from '../support/screens';
import { expect, test } from '../support/test';
import { ro } from '../support/words';

/** Bytes, gzip (docs/performance.md, section 7). */
const LOGIN_BUDGET = 130_000;
/** Names of the chunks that the sign-in screen needs. */
const SIGN_IN_SCRIPTS = ['base', 'boot', 'rolldown-runtime', 'shared'];
/** What the first list needs, worker included. */
const FIRST_ROW_BUDGET = 275_000;

test.describe('nobody signed in', () => {
  test.use({ signedIn: false });

  test('the sign-in screen needs few scripts', async ({ page }) => {
    const asked = noteRequests(page);
    await page.goto('/login');
    await expect(page.getByLabel(ro('login.user'))).toBeEditable();
    expect(asked.scripts()).toEqual(SIGN_IN_SCRIPTS);
    expect(sizeOf(SIGN_IN_SCRIPTS)).toBeLessThanOrEqual(LOGIN_BUDGET);
  });
});

test('the first list needs few scripts', async ({ page }) => {
  // What is loaded ahead waits for the service worker.
  await page.addInitScript(() =>
    Object.defineProperty(navigator.serviceWorker, 'ready', {
      value: new Promise(() => {}),
    }),
  );
  // The stream of changes follows the rows: it may be asked for by then.
  await page.route('**/assets/live-*.js', (route) => route.abort());
  const asked = noteRequests(page);
  await page.goto('/answers');
  await expect(threadRows(page)).toHaveCount(10);
  const scripts = [...SIGN_IN_SCRIPTS, 'app', 'core', 'sync.worker'].sort();
  const needed = asked.scripts().filter((name) => name !== 'live');
  expect(needed).toEqual(scripts);
  expect(sizeOf(scripts)).toBeLessThanOrEqual(FIRST_ROW_BUDGET);
});

test('another screen is asked for before the app runs, too', async ({
  page,
}) => {
  const asked = noteRequests(page);
  const app = await holdApp(page);
  await page.goto('/statistics', { waitUntil: 'commit' });
  await expect.poll(() => asked.count(/\/screens-.*js/)).toBe(1);
  app.resolve();
  await expect(page.locator('h1')).toBeVisible();
});

test('the signed-in part, settings and texts are asked for before the app runs', async ({
  page,
}) => {
  const asked = noteRequests(page);
  const app = await holdApp(page);
  await page.goto('/answers', { waitUntil: 'commit' });
  const early = [/\/app-.*js/, /\/app-.*css/, /\/core-/, /config/, /ro\.json/];
  const counts = () => early.map((file) => asked.count(file));
  await expect.poll(counts).toEqual([1, 1, 1, 1, 1]);

  app.resolve();
  await expect(threadRows(page)).toHaveCount(10);
  // The worker asks for its own core.
  expect(counts()).toEqual([1, 1, 2, 1, 1]);
});

test('page and worker ask together once what the server offers', async ({
  page,
}) => {
  const { count } = noteRequests(page);
  await page.goto('/polling-stations');
  // The page knows, and so does the worker, which reads the marks then.
  await expect(
    page.getByRole('link', { name: ro('stations.import') }),
  ).toBeVisible();
  await expect.poll(() => count(/^\/api\/v1\/triage$/)).toBeGreaterThan(0);
  expect(count(/^\/api\/extensions$/)).toBe(1);
});

test('a start that finishes a logout asks ahead for nothing of the signed-in part', async ({
  page,
}) => {
  const actor = { host: 'http://127.0.0.1', sub: 'ana', idNgo: 1 };
  await page.addInitScript(
    (wipe) => localStorage.setItem('wipe-in-progress', wipe),
    JSON.stringify({ actor, what: 'all' }),
  );
  const app = await holdApp(page);
  await page.goto('/answers', { waitUntil: 'commit' });
  await page.waitForFunction(() => 'earlyAnswers' in globalThis);
  await expect(page.locator('link[rel="modulepreload"]')).toHaveCount(0);
  app.resolve();
  await expect(page.getByLabel(ro('login.user'))).toBeEditable();
});

/** Sum of the built scripts with these names. */
function sizeOf(names: readonly string[]): number {
  return builtFiles()
    .filter((path) => path.endsWith('.js') && names.includes(chunkName(path)))
    .map(gzipSize)
    .reduce((sum, size) => sum + size, 0);
}

/** Holds the app's own script back until the promise is resolved. */
async function holdApp(page: Page): Promise<Deferred<void>> {
  const held = deferred<void>();
  await page.route('**/assets/base-*.js', async (route) => {
    await held.promise;
    await route.continue();
  });
  return held;
}

for (const path of ['/', '/answers', '/observatori', '/formulare/nou']) {
  test(`the start at ${path} shows no fallback before the screen`, async ({
    page,
  }) => {
    await page.addInitScript(watchFallbacks, ro('common.loading'));
    await page.goto(path);
    await expect(page.locator('h1')).toBeVisible();
    expect(await page.evaluate(() => document.documentElement.title)).toBe('');
  });
}

for (const path of ['/answers', '/statistics']) {
  test(`the service worker comes after all that ${path} shows`, async ({
    page,
  }) => {
    await page.addInitScript(noteRegistration);
    await page.goto(path);
    const shown = () => page.evaluate(() => document.documentElement.title);
    await expect.poll(shown).toBe('registered, 0 waiting');
  });
}

/** Notes, as the title of the document's root, what was not shown yet at the registration. */
function noteRegistration(): void {
  const { prototype } = ServiceWorkerContainer;
  const { register } = prototype;
  prototype.register = function note(...args) {
    const shown = document.querySelector('h1') ? 'registered' : 'too early';
    const waiting = document.querySelectorAll('[aria-busy="true"]').length;
    document.documentElement.title = `${shown}, ${waiting} waiting`;
    return Reflect.apply(register, this, args);
  };
}

test.describe('a start that has no texts', () => {
  test.use({ reported: ['Error'] });

  test('says that it takes long, and then that it failed', async ({ page }) => {
    const held = deferred<void>();
    await page.route('**/assets/i18n/*.json', async (route) => {
      await held.promise;
      await route.fulfill({ status: 404 });
    });
    await page.goto('/answers', { waitUntil: 'commit' });
    await expect(page.getByText('Se pornește…')).toBeVisible();
    held.resolve();
    await expect(page.getByRole('alert')).toContainText('nu a putut porni');
    await expect(page.getByText('Se pornește…')).toBeHidden();
  });
});

/** Notes, as the title of the document's root, each fallback of a whole screen. */
function watchFallbacks(loading: string): void {
  new MutationObserver(() => {
    if (document.querySelector('h1')) return;
    const outputs = [...document.querySelectorAll('output')];
    if (outputs.some(({ textContent }) => textContent === loading)) {
      document.documentElement.title += loading;
    }
  }).observe(document, { childList: true, subtree: true });
}

for (const worker of ['sync.worker', 'import.worker']) {
  test(`the ${worker} loads nothing of the screens`, () => {
    const script = builtFiles().find((path) => chunkName(path) === worker);
    const imports = readBuilt(script ?? '').matchAll(/from"\.\/([^"]+)"/g);
    const names = [...imports].map(([, file = '']) => chunkName(file));
    expect(names).toContain('shared');
    for (const screens of ['base', 'app', 'screens']) {
      expect(names).not.toContain(screens);
    }
  });
}

test('signing out leaves nothing readable', async ({ page, server, token }) => {
  const thread = await askServer(server.origin, token).find(() => true);
  await page.goto(addressOf(thread));
  await expect(details(page).getByRole('tab').first()).toBeVisible();
  await signOut(page);
  await expect(page).toHaveURL('/login');
  const left = () =>
    page.evaluate(async () => ({
      databases: (await indexedDB.databases()).map(({ name }) => name),
      token: localStorage.getItem('token-id'),
      promise: localStorage.getItem('wipe-in-progress'),
    }));
  await expect
    .poll(left)
    .toEqual({ databases: [], token: null, promise: null });
  const stored = await page.evaluate(() =>
    JSON.stringify([{ ...localStorage }, { ...sessionStorage }]),
  );
  expect(stored).not.toContain(thread.observerName);
  expect(stored).not.toContain('demo.org');
  await page.goto(addressOf(thread));
  await expect(page).toHaveURL('/login');
  await expect(page.getByText(thread.pollingStationName)).toBeHidden();
});

test.describe('with something unsent', () => {
  test.use({ isProxied: true });

  test('signing out asks first, and staying loses nothing', async ({
    page,
    faults,
    server,
    token,
  }) => {
    const thread = await askServer(server.origin, token).find(() => true);
    faults.fail({
      method: 'PUT',
      path: /observer/,
      fault: { kind: 'cutBefore' },
    });
    const phone = thread.observerPhoneNumber ?? '';
    await openProfile(page, phone);
    await nameField(page).fill('Ana Netrimisă');
    await saveProfile(page);
    await signOut(page);
    const question = page.getByRole('alertdialog');
    await expect(question).toContainText(
      ro('shell.logout.unsent', { count: 1 }),
    );
    await question
      .getByRole('button', { name: ro('shell.logout.stay') })
      .click();
    await openProfile(page, phone);
    await expect(nameField(page)).toHaveValue('Ana Netrimisă');

    await signOut(page);
    const word = ro('shell.logout.word');
    await question
      .getByLabel(ro('shell.logout.discard.label', { word }))
      .fill(word);
    await question
      .getByRole('button', {
        name: ro('shell.logout.discard.button', { count: 1 }),
      })
      .click();
    await expect(page).toHaveURL('/login');
    await expect
      .poll(() =>
        page.evaluate(async () => (await indexedDB.databases()).length),
      )
      .toBe(0);
  });
});

test('the session that the server ends goes to the sign-in screen and keeps the data', async ({
  page,
}) => {
  await page.goto('/answers');
  await expect(threadRows(page)).toHaveCount(10);
  await page.evaluate(() => {
    const token = localStorage.getItem('token-id') ?? '';
    localStorage.setItem('token-id', `${token.slice(0, -4)}AAAA`);
  });
  await page.reload();
  await expect(page).toHaveURL('/login');
  await expect(page.getByText(ro('login.ended.title'))).toBeVisible();
  const kept = await page.evaluate(
    async () => (await indexedDB.databases()).length,
  );
  expect(kept).toBe(2);
});

/** Notes what the page asks for; what the service worker fetches ahead holds up no screen. */
function noteRequests(page: Page) {
  const paths: string[] = [];
  page.on('request', (request) => {
    if (request.serviceWorker()) return;
    paths.push(new URL(request.url()).pathname);
  });
  // Registers the service worker, after the screen.
  const isLater = (name: string) => name === 'sw' || name.startsWith('workbox');
  return {
    paths,
    count: (file: RegExp) => paths.filter((path) => file.test(path)).length,
    /** Names of the scripts, sorted. */
    scripts: () => {
      const scripts = paths.filter((path) => path.endsWith('.js'));
      const names = new Set(scripts.map(chunkName));
      return [...names].filter((name) => !isLater(name)).sort();
    },
  };
}

test.describe('a build that is no longer on the server', () => {
  test.use({ reported: ['TypeError'] });

  test('a screen that cannot be loaded leads to a reload', async ({ page }) => {
    // The service worker would answer in place of the test.
    await page.addInitScript(() =>
      Object.defineProperty(navigator.serviceWorker, 'register', {
        value: () => new Promise(() => {}),
      }),
    );
    await page.goto('/observatori');
    await page.getByRole('row').nth(1).waitFor();
    await page.route('**/assets/*.js', (route) => route.abort());
    await page.getByRole('link', { name: ro('observers.import') }).click();
    await expect(
      page.getByRole('heading', { name: ro('shell.error.stale.title') }),
    ).toBeVisible();
  });
});
