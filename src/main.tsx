import { createRoot } from 'react-dom/client';

import '@/ui/tokens.css';
import '@/ui/base.css';

import { App } from '@/app/app';
import { forgetAddress } from '@/app/session/guards';
import { startI18n } from '@/app/i18n';
import { watchInstall } from '@/app/update/install';
import { applyPreferences } from '@/app/preferences';
import { prepareFirstScreen } from '@/app/first-screen';
import { loadSignedIn } from '@/app/signed-in-part';
import { registerServiceWorker } from '@/app/update/service-worker';
import { watchStaleBuild } from '@/app/update/stale-build';
import { WIPE_KEY } from '@/config';
import { loadSyncWorker } from '@/data/session/sign-in';
import { isPinLink } from '@/paths';
import { loadConfig } from '@/state/deployment';
import { followOtherTabs, session, setToken } from '@/state/session';
import { TextsProvider } from '@/ui/texts';

async function start(root: HTMLElement): Promise<void> {
  // Before anything is waited for: a sign-out that nobody heard would be lost.
  followOtherTabs();
  applyPreferences();
  watchStaleBuild();
  watchInstall();
  // A logout that was killed half way: nobody is signed in until it is finished.
  const isWiping = localStorage.getItem(WIPE_KEY) !== null;
  if (isWiping) {
    setToken('');
    forgetAddress();
  }
  // An observer who sets a PIN has no use for the app of staff on the phone.
  const isPublic = isPinLink(location.pathname);
  // Waits for the screen by itself, so a start that fails has a worker, too.
  if (!isPublic) registerServiceWorker(root);
  if (session.token && !isPublic) {
    // Beside settings and texts. With a service worker the screen comes first.
    if (!navigator.serviceWorker?.controller) loadSyncWorker();
    loadSignedIn().catch(() => {
      // The first screen tries again.
    });
  }

  await Promise.all([
    loadConfig(),
    startI18n(),
    isWiping &&
      import('@/app/session/wipe').then(({ finishWipe }) => finishWipe()),
  ]);
  await prepareFirstScreen();
  createRoot(root, {
    // An error that no page caught shows two plain sentences instead of a blank
    // screen.
    onUncaughtError: fail,
    // React drew again and it worked; what failed before stands in the cause.
    onRecoverableError: (error) => {
      reportError(error instanceof Error ? (error.cause ?? error) : error);
    },
  }).render(
    <TextsProvider>
      <App />
    </TextsProvider>,
  );
}

/** Without texts or settings, nothing can be drawn but what index.html brought along. */
function fail(error: unknown): void {
  document.querySelector('#starting')?.remove();
  const failed = document.querySelector<HTMLElement>('#start-failed');
  if (failed) failed.hidden = false;
  reportError(error);
}

const root = document.querySelector<HTMLElement>('#root');
if (root) start(root).catch(fail);
