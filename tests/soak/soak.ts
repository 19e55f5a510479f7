import type { ChildProcess } from 'node:child_process';
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

import type { Page } from '@playwright/test';
import { chromium } from '@playwright/test';

import { shellInstalled } from '../support/shell-installed';
import type { FaultProxy } from '../support/fault-proxy';
import { openFaultProxy } from '../support/fault-proxy';
import type { ServerProcess, SeenRequest } from '../support/server-process';
import { startServer } from '../support/server-process';
import { nameFunctions } from '../support/named-functions';
import { root } from '../support/source';
import { readRows } from '../e2e/support/databases';
import { nameField } from '../e2e/support/screens';
import { askObservers } from '../e2e/support/observers';
import type { TwoBuilds } from '../e2e/support/two-builds';
import { buildNewer, serveTwoBuilds } from '../e2e/support/two-builds';
import { ro } from '../e2e/support/words';
import type { StoredOp, Observed } from './verdict';
import { judge, readOps } from './verdict';

/**
 * `npm run soak -- --minutes 20`: two tabs of real Chromium, the simulator, 1-5 %
 * of the requests struck by a fault, one update of the app in the middle. At the
 * end the log of the server and the log of the outbox must tell the same story.
 */
const USAGE = 'npm run soak -- [--minutes 20] [--faults 0.03] [--classic]';

/** A person's pace, in ms. */
const BETWEEN_ACTIONS_MS = 3_000;
/** The changes that were enqueued last may still have a settle window to go. */
const DRAIN_WITHIN_MS = 10 * 60_000;

const faults = [
  { kind: 'cutBefore' },
  { kind: 'cutAfter' },
  { kind: 'cutReply' },
  { kind: 'reply', status: 503 },
  { kind: 'reply', status: 200, type: 'text/html', body: '<p>Wi-Fi</p>' },
  { kind: 'delay', ms: 5_000 },
  { kind: 'swallow' },
  { kind: 'silence' },
] as const;

interface Mutations {
  minutes: number;
  /** Share of the requests to the API that are struck. */
  share: number;
  isClassic: boolean;
}

function readMutations(): Mutations {
  const { values } = parseArgs({
    args: process.argv.slice(2).filter((arg) => arg !== '--'),
    options: {
      minutes: { type: 'string', default: '20' },
      faults: { type: 'string', default: '0.03' },
      classic: { type: 'boolean', default: false },
    },
  });
  const minutes = Number(values.minutes);
  const share = Number(values.faults);
  if (!(minutes > 0)) throw new Error(`--minutes must be a number. ${USAGE}`);
  if (!(share >= 0 && share <= 1)) {
    throw new Error(`--faults must be from 0 to 1. ${USAGE}`);
  }
  return { minutes, share, isClassic: values.classic };
}

/** Strikes the API, and never the files of the app or the log of the server. */
function scatter(proxy: FaultProxy, share: number): void {
  let spent = 0;
  for (const fault of faults) {
    // Each rule sees only what the ones before it let pass.
    const left = share / faults.length / (1 - spent);
    spent += share / faults.length;
    proxy.fail({ path: /^\/api\//, fault, share: left });
  }
}

function simulate(origin: string, minutes: number): ChildProcess {
  const args = ['--url', origin, '--minutes', String(minutes)];
  return spawn(
    process.execPath,
    ['--import', 'tsx', 'server/simulate.ts', '--per-minute', '60', ...args],
    { cwd: root, stdio: 'ignore' },
  );
}

/** What a person does in a tab; each name and phone is used once. */
async function act(
  page: Page,
  phones: readonly string[],
  turn: number,
): Promise<void> {
  if (turn % 5 === 0) {
    await page.goto('/observatori/profil/new');
    await nameField(page).fill(`Ana Nouă ${turn}`);
    const digits = String(turn).padStart(6, '0');
    await page.getByLabel(ro('profile.phone')).fill(`0799${digits}`);
    await page.getByRole('textbox', { name: ro('profile.pin') }).fill('4321');
  } else {
    const phone = phones[turn % phones.length] ?? '';
    await page.goto(`/observatori/profil/edit/${encodeURIComponent(phone)}`);
    await nameField(page).fill(`Ana Schimbată ${turn}`);
  }
  await page.getByRole('button', { name: ro('common.save') }).click();
  await page.getByText(ro('common.savedOnDevice')).first().waitFor();
}

async function update(page: Page, builds: TwoBuilds): Promise<void> {
  builds.publish();
  await page.goto('/answers');
  await page.evaluate(async () => {
    const registration = await navigator.serviceWorker.getRegistration();
    await registration?.update();
  });
  const reloaded = page.waitForEvent('load', { timeout: 120_000 });
  await page
    .getByRole('button', { name: ro('shell.update.now') })
    .click({ timeout: 120_000 });
  await reloaded;
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Waits until every change is over or needs a person. */
async function drained(page: Page): Promise<StoredOp[]> {
  const until = Date.now() + DRAIN_WITHIN_MS;
  for (;;) {
    const ops = readOps(await readRows(page, 'intent', 'outbox'));
    const isOver = ops.every(({ state }) => state === 'done');
    if (isOver || Date.now() > until) return ops;
    await pause(2_000);
  }
}

async function observe(
  server: ServerProcess,
  token: string,
  page: Page,
): Promise<Omit<Observed, 'requests'>> {
  return {
    observers: await askObservers(server.origin, token).all(),
    ops: await drained(page),
    cached: await readRows(page, 'cache', 'observers'),
  };
}

async function soak({ minutes, share, isClassic }: Mutations): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), 'vmo-soak-'));
  const server = await startServer({
    dataDir: join(folder, 'server'),
    isClassic,
  });
  const proxy = await openFaultProxy(server.origin);
  const newer = await buildNewer();
  const builds = await serveTwoBuilds(proxy.origin, newer.folder);
  const browser = await chromium.launch({
    executablePath: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium',
    args: ['--no-sandbox'],
  });
  const playing = simulate(server.origin, minutes);
  try {
    const token = await server.signIn();
    const all = await askObservers(server.origin, token).all();
    const phones = all.slice(0, 40).map(({ phone }) => phone);
    const context = await browser.newContext({
      baseURL: builds.origin,
      locale: 'ro-RO',
      storageState: {
        cookies: [],
        origins: [
          {
            origin: builds.origin,
            localStorage: [{ name: 'token-id', value: token }],
          },
        ],
      },
    });
    await nameFunctions(context);
    const tabs = [await context.newPage(), await context.newPage()] as const;
    for (const tab of tabs) await tab.goto('/observatori');
    await tabs[0].getByRole('row').nth(1).waitFor({ timeout: 60_000 });
    await shellInstalled(tabs[0]);
    await server.forget();
    scatter(proxy, share);

    // The server remembers the last few thousand only.
    const requests: SeenRequest[] = [];
    const end = Date.now() + minutes * 60_000;
    const half = Date.now() + minutes * 30_000;
    let isUpdated = false;
    let turn = 0;
    while (Date.now() < end) {
      turn += 1;
      const tab = tabs[turn % 2 === 0 ? 0 : 1];
      await tab.goto('/outbox');
      await act(tab, phones, turn);
      if (!isUpdated && Date.now() > half) {
        await update(tabs[0], builds);
        isUpdated = true;
      }
      await pause(BETWEEN_ACTIONS_MS);
      requests.push(...(await server.forget()));
    }
    proxy.heal();
    await tabs[0].goto('/outbox');
    await drained(tabs[0]);
    await tabs[0].goto('/observatori');
    const observed = await observe(server, token, tabs[0]);
    requests.push(...(await server.forget()));
    const verdict = judge({ ...observed, requests }, isClassic);
    console.log(
      [
        `${turn} changes in 2 tabs over ${minutes} min, one update in the middle`,
        `${proxy.struck(/./)} of the requests struck by a fault`,
        ...verdict.counts,
        ...verdict.faults.map((fault) => `BROKEN: ${fault}`),
        verdict.faults.length === 0 ? 'Nothing lost, nothing doubled.' : '',
      ].join('\n'),
    );
    return verdict.faults.length === 0 ? 0 : 1;
  } finally {
    playing.kill();
    await browser.close();
    await builds.close();
    await proxy.close();
    await server.stop();
    newer.remove();
    rmSync(folder, { recursive: true, force: true });
  }
}

process.exit(await soak(readMutations()));
