import {
  CONFIG_ADDRESS,
  START_AFTER_UPDATE_MS,
  TOKEN_KEY,
  WIPE_KEY,
} from '@/config';
import { isFirstList } from '@/paths';
import { askEarly } from '@/state/early-answers';
import { readLanguage, textsAddress } from '@/state/language';

// `vite/boot-file.ts` fills these in, by the names of the chunks.
declare const coreFiles: string[];
declare const appFiles: string[];
declare const screensFiles: string[];

// Runs before all other scripts and asks for what they will need; it opens no
// database and writes nothing (docs/decisions/0048-a-boot-file-asks-first.md).
const settings = askEarly(CONFIG_ADDRESS, { cache: 'no-cache' });
void askEarly(textsAddress(readLanguage(), 'first'));

// What is asked of the worker of the build before while a newer one takes over may never
// be answered. The app's own scripts reload then, unless they are what did not come.
const workers = navigator.serviceWorker;
if (workers?.controller) {
  workers.addEventListener('controllerchange', () => {
    setTimeout(() => {
      const root = document.querySelector('#root');
      if (!root?.hasChildNodes()) location.reload();
    }, START_AFTER_UPDATE_MS);
  });
}

// While a logout is unfinished, the sign-in is shown.
const isWiping = localStorage.getItem(WIPE_KEY) !== null;
if (localStorage.getItem(TOKEN_KEY) && !isWiping) {
  const core = coreFiles.map(preload);
  // A service worker has all files at hand. On a first visit the screen's are asked for
  // when these are here: the page's own scripts run while they arrive.
  if (workers?.controller) preloadScreen();
  else core.at(-1)?.addEventListener('load', preloadScreen);
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

function preloadScreen(): void {
  appFiles.forEach(preload);
  if (isFirstList(location.pathname)) return;
  void askEarly(textsAddress(readLanguage(), 'screens'));
  screensFiles.forEach(preload);
}

function preload(file: string): HTMLLinkElement {
  const link = document.createElement('link');
  const isStyle = file.endsWith('.css');
  link.rel = isStyle ? 'preload' : 'modulepreload';
  if (isStyle) link.as = 'style';
  // As Vite asks for it later.
  link.crossOrigin = '';
  link.href = file;
  document.head.append(link);
  return link;
}
