import type { Download, Locator, Page } from '@playwright/test';

import { ro } from './words';

/** The button of the answers screen. */
export function downloadButton(page: Page): Locator {
  return page.getByRole('button', { name: ro('answers.download.action') });
}

/** Asks for the download, and presses `confirm` in the question. */
export async function confirmDownload(
  page: Page,
  confirm: string,
): Promise<void> {
  await downloadButton(page).click();
  await page
    .getByRole('alertdialog', { name: ro('ANSWERS_DOWNLOAD_CONFIRMATION') })
    .getByRole('button', { name: confirm })
    .click();
}

/** Downloads, having pressed `confirm` in the question, and waits for the file. */
export async function download(page: Page, confirm: string): Promise<Download> {
  const [file] = await Promise.all([
    // The server makes the file of all answers at once, which a busy machine takes long for.
    page.waitForEvent('download', { timeout: 90_000 }),
    confirmDownload(page, confirm),
  ]);
  return file;
}
