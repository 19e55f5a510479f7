import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

import { installPackages } from './debian.mjs';

const NAMES = [
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
];

/** Where installers put it when it is not in PATH. */
const PLACES = [
  '/usr/bin/chromium',
  '/usr/lib/chromium/chromium',
  '/snap/bin/chromium',
  '/opt/google/chrome/chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
  'C:\\Program Files (x86)\\Google\\Chrome\\Application\\chrome.exe',
];

/**
 * Path of a Chrome or Chromium that starts: CHROMIUM_PATH, else an installed
 * one, else Debian's package where this process may install it. Undefined when
 * there is none.
 */
async function findOrInstallChromium() {
  const found = findChromium();
  if (found || process.env.CHROMIUM_PATH) return found;
  await installPackages('Chromium', ['chromium']);
  return findChromium();
}

/** The same, or ends this process with a sentence about what a person can do. */
export async function requireChromium() {
  const chromium = await findOrInstallChromium();
  if (chromium) return chromium;
  console.error(CHROMIUM_HELP);
  process.exit(1);
}

const CHROMIUM_HELP = `No Chrome or Chromium was found for the end-to-end tests. Do one of:
  Debian, Ubuntu   sudo apt-get update && sudo apt-get install -y chromium
  Fedora           sudo dnf install -y chromium
  macOS            brew install --cask google-chrome
  elsewhere        https://www.google.com/chrome/
or set CHROMIUM_PATH to the program, and run the command again.`;

function findChromium() {
  const given = process.env.CHROMIUM_PATH;
  // One that was named is used or refused, never quietly replaced.
  if (given) return starts(given) ? given : undefined;
  const folders = (process.env.PATH ?? '').split(delimiter).filter(Boolean);
  const inPath = NAMES.flatMap((name) =>
    folders.map((folder) => join(folder, name)),
  );
  return [...inPath, ...PLACES].find(starts);
}

/** A name alone proves nothing: some systems put a stub there that only points to a shop. */
function starts(path) {
  if (!existsSync(path)) return false;
  // Chrome on Windows opens a window instead of answering.
  if (process.platform === 'win32') return true;
  const { status } = spawnSync(path, ['--version'], {
    stdio: 'ignore',
    timeout: 20_000,
  });
  return status === 0;
}
