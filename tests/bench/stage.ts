import type { Browser, BrowserContext } from '@playwright/test';

import { nameFunctions } from '../support/named-functions';

/** A running server, an organizer's account and a browser. */
export interface Stage {
  origin: string;
  token: string;
  browser: Browser;
}

/** A fresh profile of the browser in which the organizer is signed in. */
export async function signedIn({
  origin,
  token,
  browser,
}: Stage): Promise<BrowserContext> {
  const localStorage = [{ name: 'token-id', value: token }];
  const context = await browser.newContext({
    baseURL: origin,
    viewport: { width: 1366, height: 768 },
    locale: 'ro-RO',
    storageState: { cookies: [], origins: [{ origin, localStorage }] },
  });
  await nameFunctions(context);
  return context;
}

/** Closes the profile when the work is done, however it ends. */
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
