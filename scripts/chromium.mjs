import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

import { installPackages } from './debian.mjs';

/** The engine without windows: it needs a third less of the processor than the whole browser. */
const SHELL = 'chromium-headless-shell';

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
 * one, else Debian's package where this process may install it. Ends this process with
 * a sentence about what a person can do when there is none.
 */
export async function requireChromium() {
  const found = find(NAMES);
  if (found) return found;
  if (!process.env.CHROMIUM_PATH)
    await installPackages('Chromium', ['chromium']);
  const installed = find(NAMES);
  if (installed) return installed;
  console.error(CHROMIUM_HELP);
  process.exit(1);
}

/** The same for tests, which look at no window: the engine alone, where it can be had. */
export async function requireTestBrowser() {
  if (!process.env.CHROMIUM_PATH && !find([SHELL], [])) {
    await installPackages('a Chromium without windows', [SHELL]);
  }
  return find([SHELL, ...NAMES]) ?? requireChromium();
}

const CHROMIUM_HELP = `No Chrome or Chromium was found for the end-to-end tests. Do one of:
  Debian, Ubuntu   sudo apt-get update && sudo apt-get install -y chromium
  Fedora           sudo dnf install -y chromium
  macOS            brew install --cask google-chrome
  elsewhere        https://www.google.com/chrome/
or set CHROMIUM_PATH to the program, and run the command again.`;

function find(names, places = PLACES) {
  const given = process.env.CHROMIUM_PATH;
  // One that was named is used or refused, never quietly replaced.
  if (given) return starts(given) ? given : undefined;
  const folders = (process.env.PATH ?? '').split(delimiter).filter(Boolean);
  const inPath = names.flatMap((name) =>
    folders.map((folder) => join(folder, name)),
  );
  return [...inPath, ...places].find(starts);
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
