import { createRoot } from 'react-dom/client';

import '@/ui/tokens.css';
import '@/ui/base.css';

import { App } from '@/app/app';
import { forgetAddress } from '@/app/session/guards';
import { startI18n } from '@/app/i18n';
import { watchInstall } from '@/app/update/install';
import { preloadPages } from '@/app/preload';
import { applyPreferences } from '@/app/preferences';
import { registerServiceWorker } from '@/app/update/service-worker';
import { watchStaleBuild } from '@/app/update/stale-build';
import { WIPE_KEY } from '@/config';
import { loadConfig } from '@/state/deployment';
import { followOtherTabs, session, setToken } from '@/state/session';

async function start(root: HTMLElement): Promise<void> {
  applyPreferences();
  watchStaleBuild();
  watchInstall();
  // A logout that was killed half way: nobody is signed in until it is finished.
  const isWiping = localStorage.getItem(WIPE_KEY) !== null;
  if (isWiping) {
    setToken('');
    forgetAddress();
  }
  if (session.token) preloadPages(location.pathname);

  await Promise.all([
    loadConfig(),
    startI18n(),
    isWiping &&
      import('@/app/session/wipe').then(({ finishWipe }) => finishWipe()),
  ]);
  followOtherTabs();
  createRoot(root, {
    // An error that no page caught shows two plain sentences instead of a blank
    // screen.
    onUncaughtError: fail,
  }).render(<App />);
  registerServiceWorker();
}

/** Without texts or settings, nothing can be drawn but what index.html brought along. */
function fail(error: unknown): void {
  const failed = document.querySelector<HTMLElement>('#start-failed');
  if (failed) failed.hidden = false;
  reportError(error);
}

const root = document.querySelector<HTMLElement>('#root');
if (root) start(root).catch(fail);
