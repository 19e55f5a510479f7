import type { BrowserContext } from '@playwright/test';
import { expect, test as base } from '@playwright/test';

import type { FaultProxy } from '../../support/fault-proxy';
import { openFaultProxy } from '../../support/fault-proxy';
import type { ServerProcess, ServerSize } from '../../support/server-process';
import { startServer } from '../../support/server-process';
import { noteFaults } from './fault-count';
import { copySeed } from './seed';

interface Options {
  /** Who is signed in when the page opens; nobody for false. */
  signedIn: boolean;
  /** Whether the browser reaches the server through the fault proxy. */
  isProxied: boolean;
  /** Whether the API is elsewhere, so that another origin may be asked, too. */
  hasOtherServer: boolean;
  /** Names of errors that the app, or the browser, reports beside what it shows. */
  reported: string[];
}

interface Fixtures {
  /** Of the demo organizer; a logout of an earlier test has ended the last one. */
  token: string;
  /** Where the browser finds the app. */
  origin: string;
  /** Runs again, whatever a test did to it, when the next test begins. */
  server: ServerProcess;
  faults: FaultProxy;
  /** Fails the test at its end when the page broke a promise that holds everywhere. */
  promises: void;
}

export interface Shared {
  isClassic: boolean;
  /** How much demo data. */
  size: ServerSize;
  /** Any name: a server of its own, for files that change how much there is. */
  ownServer: string;
  sharedServer: ServerProcess;
}

/** The last token at each origin: a sign-in takes its time. */
const tokens = new Map<string, string>();

async function isAccepted({ origin }: ServerProcess, token: string) {
  const headers = { Authorization: `Bearer ${token}` };
  return (await fetch(`${origin}/api/v1/form`, { headers })).ok;
}

/** The tests of this project: one server for all of a file, one fresh browser profile each. */
export const test = base.extend<Options & Fixtures, Shared>({
  signedIn: [true, { option: true }],
  isProxied: [false, { option: true }],
  hasOtherServer: [false, { option: true }],
  reported: [[], { option: true }],
  isClassic: [false, { option: true, scope: 'worker' }],
  size: ['XS', { option: true, scope: 'worker' }],
  ownServer: ['', { option: true, scope: 'worker' }],

  sharedServer: [
    // Playwright begins a new worker where the name differs.
    async ({ isClassic, size, ownServer: _ }, give) => {
      const dataDir = await copySeed(size);
      const server = await startServer({ dataDir, isClassic });
      await give(server);
      await server.stop();
    },
    { scope: 'worker', timeout: 180_000 },
  ],

  server: async ({ sharedServer }, give) => {
    await sharedServer.start();
    await sharedServer.forget();
    await give(sharedServer);
  },

  token: async ({ server }, give) => {
    const last = tokens.get(server.origin);
    const token =
      last && (await isAccepted(server, last)) ? last : await server.signIn();
    tokens.set(server.origin, token);
    await server.forget();
    await give(token);
  },

  faults: async ({ server }, give, info) => {
    const proxy = await openFaultProxy(server.origin);
    await give(proxy);
    await proxy.close();
    noteFaults(info, proxy.counts());
  },

  origin: async ({ server, faults, isProxied }, give) => {
    await give(isProxied ? faults.origin : server.origin);
  },

  baseURL: async ({ origin }, give) => give(origin),

  storageState: async ({ origin, token, signedIn }, give) => {
    const localStorage = signedIn ? [{ name: 'token-id', value: token }] : [];
    await give({ cookies: [], origins: [{ origin, localStorage }] });
  },

  promises: [
    async ({ context, origin, hasOtherServer, reported }, give, info) => {
      const broken = watchPromises(context, origin, {
        hasOtherServer,
        reported,
      });
      await give();
      if (info.errors.length > 0) await printPages(context);
      expect(broken, 'promises that hold on every page').toEqual([]);
    },
    { auto: true },
  ],
});

export { expect };

/** So much of a page is printed. */
const SHOWN_LETTERS = 1_500;

/**
 * Prints what every open page shows, also those of other profiles: where only the
 * output of a run is kept, it says what was there in place of what was expected.
 */
async function printPages(context: BrowserContext) {
  const contexts = context.browser()?.contexts() ?? [context];
  for (const page of contexts.flatMap((each) => each.pages())) {
    const text = await page
      .locator('body')
      .innerText({ timeout: 5_000 })
      .catch((error: unknown) => `no text: ${String(error)}`);
    console.log(`\n== ${page.url()} shows\n${text.slice(0, SHOWN_LETTERS)}`);
  }
}

/**
 * What holds on every page: nothing is asked of anybody but our own origin, the
 * content security policy is never broken, nothing is thrown and left lying.
 */
function watchPromises(
  context: BrowserContext,
  origin: string,
  { hasOtherServer, reported }: Pick<Options, 'hasOtherServer' | 'reported'>,
): string[] {
  const broken: string[] = [];
  context.on('request', (request) => {
    const { protocol, origin: asked } = new URL(request.url());
    const isLocal = protocol === 'blob:' || protocol === 'data:';
    if (!isLocal && !hasOtherServer && asked !== origin)
      broken.push(`asked ${request.url()}`);
  });
  context.on('console', (message) => {
    const isReported = reported.includes('SecurityPolicyViolation');
    if (!isReported && /content security policy/i.test(message.text())) {
      broken.push(message.text());
    }
  });
  context.on('weberror', (web) => {
    const error = web.error();
    if (reported.includes(error.name)) return;
    broken.push(`${error.name}: ${error.message} ${error.stack ?? ''}`);
  });
  return broken;
}
