import type { BrowserContext, Worker } from '@playwright/test';

const SCRIPT = 'globalThis.__name ??= (it) => it;';

/** What tsx wraps named functions in; a page that is given one must know it, too. */
export async function nameFunctions(context: BrowserContext): Promise<void> {
  await context.addInitScript({ content: SCRIPT });
}

/** The same in a worker that runs already. */
export async function nameFunctionsIn(worker: Worker): Promise<void> {
  await worker.evaluate(SCRIPT);
}
