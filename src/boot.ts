import { CONFIG_ADDRESS, TOKEN_KEY, WIPE_KEY } from '@/config';
import { isFirstList } from '@/paths';
import { askEarly } from '@/state/early-answers';
import { readLanguage, textsAddress } from '@/state/language';

/** What the signed-in part needs beside index.html; `vite/boot-file.ts` fills it in. */
declare const signedInFiles: string[];
/** What all screens but the first list need beside those. */
declare const screenFiles: string[];
/** The script of the sync worker. */
declare const workerFile: string;

// Runs before all other scripts, and only asks for what they will need: it opens
// nothing and writes nothing (docs/decisions/0048-a-boot-file-asks-first.md).
askEarly(CONFIG_ADDRESS, { cache: 'no-cache' });
askEarly(textsAddress(readLanguage()));

// While a logout is unfinished, the sign-in is shown.
const isWiping = localStorage.getItem(WIPE_KEY) !== null;
if (localStorage.getItem(TOKEN_KEY) && !isWiping) {
  signedInFiles.forEach(preload);
  if (!isFirstList(location.pathname)) screenFiles.forEach(preload);
  // A service worker has it at hand.
  if (!navigator.serviceWorker?.controller) void fill(workerFile);
}

/** Has the browser's own cache hold a file that no page can preload. */
async function fill(file: string): Promise<void> {
  try {
    await (await fetch(file)).arrayBuffer();
  } catch {
    // Asked for again when the worker starts.
  }
}

function preload(file: string): void {
  const link = document.createElement('link');
  const isStyle = file.endsWith('.css');
  link.rel = isStyle ? 'preload' : 'modulepreload';
  if (isStyle) link.as = 'style';
  // As Vite asks for it later.
  link.crossOrigin = '';
  link.href = file;
  document.head.append(link);
}
