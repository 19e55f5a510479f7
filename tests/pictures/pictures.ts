import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';

import type { BrowserContext, Page } from '@playwright/test';
import { chromium } from '@playwright/test';
import * as v from 'valibot';

import { sweptLists } from '../e2e/support/databases';
import { nameFunctions } from '../support/named-functions';
import { startServer } from '../support/server-process';
import { root } from '../support/source';

/**
 * `npm run pictures [-- name...]`: one picture of every screen, or of those named,
 * in each theme, of the demo data. A picture is taken when nothing on the screen
 * loads any more. With `--everywhere FOLDER` there is one for each language, size
 * and theme, too many for the repository.
 */
const { values: flags, positionals: wanted } = parseArgs({
  options: { everywhere: { type: 'string' } },
  allowPositionals: true,
});
const FOLDER = flags.everywhere
  ? resolve(flags.everywhere)
  : join(root, 'docs', 'pictures');
const THEMES = ['light', 'dark'] as const;
const DESKTOP = { width: 1366, height: 768 };
const SIZES = [
  DESKTOP,
  { width: 768, height: 1024 },
  { width: 390, height: 844 },
];
/** How long a screen may load on a busy machine. */
const READY_MS = 60_000;

interface Screen {
  name: string;
  path: string;
  /** What the picture is of, where a page opens it first. */
  open?: ((page: Page) => Promise<void>) | undefined;
}

const threads = v.object({
  data: v.array(
    v.object({ observerId: v.number(), pollingStationId: v.number() }),
  ),
});
const observers = v.object({ data: v.array(v.object({ phone: v.string() })) });
const notes = v.array(v.object({ attachmentsPaths: v.array(v.string()) }));
const forms = v.object({ formVersions: v.array(v.object({ id: v.number() })) });

/** Addresses of one thread, one observer and one form of the demo. */
async function addressesOf(origin: string, token: string) {
  const ask = async (path: string): Promise<unknown> => {
    const headers = { authorization: `Bearer ${token}` };
    const reply = await fetch(`${origin}/api/${path}`, { headers });
    return reply.json();
  };
  const urgent = v.parse(
    threads,
    await ask('v1/answers?page=1&pageSize=50&urgent=true'),
  ).data;
  const observer = v.parse(
    observers,
    await ask('v1/observer?page=1&pageSize=1'),
  ).data[0];
  const form = v.parse(forms, await ask('v1/form')).formVersions[0];
  const paths = await Promise.all(
    urgent.map(async ({ observerId, pollingStationId }) => {
      const of = `ObserverId=${observerId}&PollingStationId=${pollingStationId}`;
      const its = v.parse(notes, await ask(`v2/note?${of}`));
      return {
        path: `/urgents/details/${observerId}/${pollingStationId}`,
        hasPicture: its.some(({ attachmentsPaths }) =>
          attachmentsPaths.some((each) => /\.(png|jpe?g)/i.test(each)),
        ),
      };
    }),
  );
  const thread = paths[0];
  const pictured = paths.find(({ hasPicture }) => hasPicture);
  if (!thread || !pictured || !observer || !form) {
    throw new Error('The demo is empty, or has no picture');
  }
  return {
    thread: thread.path,
    pictured: pictured.path,
    profile: `/observatori/profil/edit/${encodeURIComponent(observer.phone)}`,
    form: `/formulare/${form.id}`,
  };
}

async function screensOf(origin: string, token: string): Promise<Screen[]> {
  const { thread, pictured, profile, form } = await addressesOf(origin, token);
  return [
    { name: 'answers', path: '/answers' },
    { name: 'thread', path: thread },
    {
      name: 'picture',
      path: pictured,
      open: async (page) => {
        // All notes of the thread, whichever form they belong to.
        await page.getByRole('tab').last().click();
        await page.locator('main button:has(img)').first().click();
        await page.locator('main img[draggable="false"]').waitFor();
      },
    },
    {
      name: 'triage',
      path: thread,
      open: async (page) => {
        const state = { name: /^(În lucru|In progress)/ };
        await page.getByRole('button', state).click();
        const chosen = page.getByRole('button', { ...state, pressed: true });
        await chosen.waitFor();
        // Without the message over it.
        await page.reload();
        await chosen.waitFor();
      },
    },
    {
      name: 'queue',
      path: '/urgents/queue',
      open: (page) => page.waitForURL(/thread=/),
    },
    {
      name: 'views',
      path: '/answers?urgente=true&triage=new',
      open: async (page) => {
        const name = /^(Vizualizări|Views)$/;
        await page.getByRole('button', { name }).click();
      },
    },
    { name: 'observers', path: '/observatori' },
    { name: 'profile', path: profile },
    { name: 'import', path: '/observatori/import' },
    { name: 'forms', path: '/formulare' },
    { name: 'form-editor', path: form },
    { name: 'notifications', path: '/notifications' },
    { name: 'history', path: '/notifications/history' },
    { name: 'statistics', path: '/statistics' },
    { name: 'coverage', path: '/coverage' },
    { name: 'coverage-observers', path: '/coverage?by=observer' },
    {
      name: 'coverage-county',
      path: '/coverage?by=observer&county=GL&silent=60',
    },
    {
      name: 'map',
      path: '/coverage',
      open: async (page) => {
        // The second of its measures: urgent threads.
        const map = page.locator('section:has(path[data-county])');
        await map.getByRole('button').nth(1).click();
        await map.scrollIntoViewIfNeeded();
      },
    },
    {
      name: 'call',
      path: '/coverage?by=observer',
      open: async (page) => {
        await page.locator('main tbody tr button').first().click();
        await page.getByRole('dialog').waitFor();
      },
    },
    { name: 'plan-import', path: '/coverage/plan', open: choosePlan },
    {
      name: 'plan',
      path: '/coverage/plan',
      open: async (page) => {
        await choosePlan(page);
        await page.getByRole('button', { name: /^Importă? \d/ }).click();
        await page.waitForURL(/by=plan/);
      },
    },
    { name: 'wall', path: '/wall' },
    { name: 'accounts', path: '/accounts' },
    { name: 'audit', path: '/audit' },
    { name: 'account', path: '/account' },
    { name: 'polling-stations', path: '/polling-stations' },
    { name: 'county', path: '/polling-stations/1' },
    { name: 'outbox', path: '/outbox' },
  ];
}

/** Reads the plan that fits the demo. */
async function choosePlan(page: Page): Promise<void> {
  const file = join(root, 'public', 'samples', 'plan.csv');
  await page.locator('input[type="file"]').setInputFiles(file);
  await page.locator('main table').first().waitFor();
}

/** Waits until a screen shows its rows, no placeholder is left and nothing is loaded. */
async function ready(page: Page): Promise<void> {
  await page.locator('main :is(h1, h2):visible').first().waitFor();
  await page.waitForFunction(
    () =>
      document.querySelector(
        'main [aria-busy="true"], main [data-skeleton], main progress',
      ) === null && [...document.images].every(({ complete }) => complete),
    undefined,
    { timeout: READY_MS },
  );
  await page.evaluate(() => document.fonts.ready.then(() => {}));
}

async function take(
  page: Page,
  { name, path, open }: Screen,
  look: string,
): Promise<void> {
  if (wanted.length > 0 && !wanted.includes(name)) return;
  await page.goto(path);
  await ready(page);
  await open?.(page);
  await ready(page);
  await page.screenshot({
    path: join(FOLDER, `${name}-${look}.png`),
    animations: 'disabled',
    caret: 'hide',
  });
}

/** Reads all lists, so that every picture shows a device that has been used. */
async function warmUp(context: BrowserContext): Promise<Page> {
  const page = await context.newPage();
  await page.goto('/answers');
  await page.locator('a[data-thread]').first().waitFor();
  const end = Date.now() + READY_MS;
  while ((await sweptLists(page)) < 3) {
    if (Date.now() > end)
      throw new Error('The lists were not read to their end');
    await page.waitForTimeout(200);
  }
  return page;
}

/** How pictures look, and what their names end with. */
function looks() {
  if (!flags.everywhere) {
    return THEMES.map((colorScheme) => ({
      language: 'ro',
      viewport: DESKTOP,
      colorScheme,
      look: colorScheme,
    }));
  }
  return ['ro', 'en'].flatMap((language) =>
    SIZES.flatMap((viewport) =>
      THEMES.map((colorScheme) => ({
        language,
        viewport,
        colorScheme,
        look: `${language}-${viewport.width}-${colorScheme}`,
      })),
    ),
  );
}

const dataDir = mkdtempSync(join(tmpdir(), 'vmo-pictures-'));
const server = await startServer({ dataDir });
const browser = await chromium.launch({
  executablePath: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium',
  args: ['--no-sandbox'],
});
try {
  mkdirSync(FOLDER, { recursive: true });
  const { origin } = server;
  const token = await server.signIn();
  const screens = await screensOf(origin, token);
  for (const { language, viewport, colorScheme, look } of looks()) {
    const options = {
      baseURL: origin,
      viewport,
      locale: 'ro-RO',
      timezoneId: 'Europe/Bucharest',
      colorScheme,
    };
    const chosen = { name: 'language', value: language };
    const state = (...localStorage: (typeof chosen)[]) => ({
      storageState: { cookies: [], origins: [{ origin, localStorage }] },
    });
    const stranger = await browser.newContext({ ...options, ...state(chosen) });
    const door = await stranger.newPage();
    await take(door, { name: 'login', path: '/login' }, look);
    await stranger.close();

    const context = await browser.newContext({
      ...options,
      ...state(chosen, { name: 'token-id', value: token }),
    });
    await nameFunctions(context);
    const page = await warmUp(context);
    for (const screen of screens) await take(page, screen, look);
    await context.close();
  }
} finally {
  await browser.close();
  await server.stop();
  rmSync(dataDir, { recursive: true, force: true });
}
