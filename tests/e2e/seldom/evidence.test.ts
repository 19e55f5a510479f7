import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';

import { unzipSync } from 'fflate';

import { threadRows } from '../support/screens';
import { expect, test } from '../support/test';
import { ro } from '../support/words';

/** Unpacks an archive into a folder. */
function unpackInto(folder: string, zip: Buffer): string[] {
  const files = Object.entries(unzipSync(zip));
  for (const [path, bytes] of files) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), bytes);
  }
  return files.map(([path]) => path);
}

test('a file of urgent reports is checked by sha256sum, opens by itself and is printed', async ({
  page,
  context,
  browser,
}, testInfo) => {
  await context.addInitScript(() => {
    // Nobody is there to choose a file: it is downloaded, as in other browsers.
    Object.defineProperty(window, 'showSaveFilePicker', { value: undefined });
    // What would be printed, of the frame that is.
    window.print = () => {
      const images = [...document.images];
      const drawn = images.filter(({ naturalWidth }) => naturalWidth > 0);
      const [sheet] = document.adoptedStyleSheets;
      window.top?.postMessage({
        images: images.length,
        drawn: drawn.length,
        sections: document.querySelectorAll('section').length,
        rules: sheet?.cssRules.length,
      });
    };
    window.addEventListener('message', ({ data }) => {
      if (typeof data === 'object' && data !== null && 'drawn' in data) {
        document.documentElement.dataset['printed'] = JSON.stringify(data);
      }
    });
  });
  await page.goto('/answers?urgente=true&pictures=true');
  await expect(threadRows(page).first()).toBeVisible();
  const action = ro('answers.evidence.action');
  await page.getByRole('button', { name: ro('answers.evidence.menu') }).click();
  await page.getByRole('menuitem', { name: action }).click();
  const dialog = page.getByRole('dialog', { name: action });
  const saving = page.waitForEvent('download');
  await dialog
    .getByRole('button', { name: ro('answers.evidence.make') })
    .click();
  const saved = await saving;
  expect(saved.suggestedFilename()).toMatch(/^probe-\d{4}-\d\d-\d\d\.zip$/);
  await expect(dialog).toContainText(saved.suggestedFilename());

  const folder = testInfo.outputPath('evidence');
  const paths = unpackInto(folder, readFileSync(await saved.path()));
  const pictures = paths.filter((path) => path.startsWith('pictures/'));
  expect(pictures.length).toBeGreaterThan(0);
  const said = execFileSync('sha256sum', ['-c', 'SHA256SUMS'], {
    cwd: folder,
    encoding: 'utf8',
  });
  expect(said.trim().split('\n')).toHaveLength(paths.length - 1);

  await dialog
    .getByRole('button', { name: ro('answers.evidence.print') })
    .click();
  const root = page.locator('html');
  await expect(root).toHaveAttribute('data-printed', /drawn/);
  const printed = JSON.parse((await root.getAttribute('data-printed')) ?? '');
  expect(printed.images).toBeGreaterThanOrEqual(pictures.length);
  expect(printed).toMatchObject({ drawn: printed.images });
  expect(printed.sections).toBeGreaterThan(0);
  expect(printed.rules).toBeGreaterThan(10);

  // A stranger's browser, without the app.
  const elsewhere = await browser.newContext();
  const report = await elsewhere.newPage();
  const errors: string[] = [];
  report.on('console', (message) => errors.push(message.text()));
  await report.goto(pathToFileURL(join(folder, 'report.html')).href);
  await expect(report.locator('section')).toHaveCount(printed.sections);
  const widths = await report
    .locator('img')
    .evaluateAll((images: HTMLImageElement[]) =>
      images.map(({ naturalWidth }) => naturalWidth),
    );
  expect(widths.length).toBe(printed.images);
  expect(widths.every((width) => width > 0)).toBe(true);
  expect(errors).toEqual([]);
  await elsewhere.close();
});
