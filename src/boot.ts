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
const settings = askEarly(CONFIG_ADDRESS, { cache: 'no-cache' });
void askEarly(textsAddress(readLanguage()));

// While a logout is unfinished, the sign-in is shown.
const isWiping = localStorage.getItem(WIPE_KEY) !== null;
if (localStorage.getItem(TOKEN_KEY) && !isWiping) {
  signedInFiles.forEach(preload);
  if (!isFirstList(location.pathname)) screenFiles.forEach(preload);
  // No page can preload a worker; with a service worker it is at hand.
  if (!navigator.serviceWorker?.controller) prefetch(workerFile);
  connectToServer(settings).catch(() => {
    // The first request connects by itself, or says why it cannot.
  });
}

/** The way to another server takes a few round trips, while the scripts arrive. */
async function connectToServer(settings: Promise<Response>): Promise<void> {
  const answer = (await settings).clone();
  const { apiHost }: { apiHost?: unknown } = await answer.json();
  // Connections to our own server are open.
  if (typeof apiHost !== 'string' || apiHost === '') return;
  const link = document.createElement('link');
  link.rel = 'preconnect';
  // A connection for requests without cookies, as those of the API are.
  link.crossOrigin = 'anonymous';
  link.href = apiHost;
  document.head.append(link);
}

function prefetch(file: string): void {
  const link = document.createElement('link');
  link.rel = 'prefetch';
  link.href = file;
  document.head.append(link);
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
