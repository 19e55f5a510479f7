import type { BrowserContext } from '@playwright/test';

/** What tsx wraps named functions in; a page that is given one must know it, too. */
export async function nameFunctions(context: BrowserContext): Promise<void> {
  await context.addInitScript({ content: 'globalThis.__name ??= (it) => it;' });
}
