import type { Download, Locator, Page } from '@playwright/test';

import { ro } from './words';

/** The button of the answers screen. */
export function downloadButton(page: Page): Locator {
  return page.getByRole('button', { name: ro('answers.download.action') });
}

/** Downloads, having pressed `confirm` in the question, and waits for the file. */
export async function download(page: Page, confirm: string): Promise<Download> {
  await downloadButton(page).click();
  const question = page.getByRole('alertdialog', {
    name: ro('ANSWERS_DOWNLOAD_CONFIRMATION'),
  });
  const [file] = await Promise.all([
    // The server makes the file of all answers at once, which a busy machine takes long for.
    page.waitForEvent('download', { timeout: 90_000 }),
    question.getByRole('button', { name: confirm }).click(),
  ]);
  return file;
}
