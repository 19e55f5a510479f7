import type { Browser, BrowserContext, Page } from '@playwright/test';

import { shellInstalled } from '../support/shell-installed';
import { nameFunctions } from '../support/named-functions';
import type { ServerProcess } from '../support/server-process';
import type { Link } from './link';
import { noteTasks, settled } from './settled';

/** One build on its own server, behind its own link. */
export interface Side {
  /** "this build", or the folder of the other one. */
  name: string;
  server: ServerProcess;
  link: Link;
  /** Of the demo organizer, who may do everything. */
  token: string;
}

/** What a measure is given: one build in one round. */
export interface Stage extends Side {
  browser: Browser;
  /** From 1. */
  round: number;
  /** Real minutes of the simulated hour. */
  minutes: number;
  /** The profile of this round in which everything is cached. */
  filled(): Promise<BrowserContext>;
  /** Closes that profile. */
  end(): Promise<void>;
}

export function openStage(
  side: Side,
  given: Pick<Stage, 'browser' | 'round' | 'minutes'>,
): Stage {
  let filled: Promise<BrowserContext> | undefined;
  const stage: Stage = {
    ...side,
    ...given,
    filled: () => (filled ??= fill(stage)),
    async end() {
      const context = await filled?.catch(() => undefined);
      await context?.close();
    },
  };
  return stage;
}

/** A profile of the browser in which nobody is signed in and nothing is cached. */
export async function signedOut(
  stage: Pick<Stage, 'browser' | 'link'>,
  localStorage: { name: string; value: string }[] = [],
): Promise<BrowserContext> {
  const { origin } = stage.link;
  const context = await stage.browser.newContext({
    baseURL: origin,
    viewport: { width: 1366, height: 768 },
    locale: 'ro-RO',
    storageState: { cookies: [], origins: [{ origin, localStorage }] },
  });
  await nameFunctions(context);
  await noteTasks(context);
  return context;
}

/** The same with the organizer signed in. */
export function signedIn(
  stage: Pick<Stage, 'browser' | 'link' | 'token'>,
): Promise<BrowserContext> {
  return signedOut(stage, [{ name: 'token-id', value: stage.token }]);
}

/** Gives a context to the work, and closes it however the work ends. */
export async function closeAfter<T>(
  context: BrowserContext,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work();
  } finally {
    await context.close();
  }
}

/** The same for a page of a profile that goes on. */
export async function onPage<T>(
  context: BrowserContext,
  work: (page: Page) => Promise<T>,
): Promise<T> {
  const page = await context.newPage();
  try {
    return await work(page);
  } finally {
    await page.close();
  }
}

export const ROW = 'a[data-thread]';

async function fill(stage: Stage): Promise<BrowserContext> {
  const context = await signedIn(stage);
  await onPage(context, async (page) => {
    await page.goto('/answers');
    await page.locator(ROW).first().waitFor({ timeout: 60_000 });
    await shellInstalled(page);
    await settled(page, stage.link);
  });
  // The service worker is in charge of the pages that open after it.
  await onPage(context, async (page) => {
    await page.goto('/answers');
    await page.locator(ROW).first().waitFor();
    await settled(page, stage.link);
  });
  return context;
}
