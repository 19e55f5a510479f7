import { proxy } from 'valtio';

import { pause } from '@/app/pause';
import { UPDATE_GIVEN_UP_AFTER_MS } from '@/config';
import { pauseWrites, resumeWrites } from '@/data/device/writes';
import { areUpdatesFrozen } from '@/state/deployment';
import { noteResume } from '@/state/resume';
import { flushEditors, letGo } from '@/state/unsaved';

import type { Readiness, Tabs } from './tabs';
import { joinTabs } from './tabs';

/** How often, in ms, tabs that did not answer are asked again. */
const ASK_AGAIN_AFTER_MS = 1_000;
/** How long, in ms, requests may take to end after the sync was stopped. */
const QUIET_AFTER_MS = 500;
/** How long, in ms, the newer build is asked to take over before this page reloads. */
const INSIST_FOR_MS = 10_000;

interface AppUpdate {
  /**
   * ready: waits for a yes. preparing: every tab keeps what it holds. waiting:
   * tabs are not ready. asked: another tab prepares, and this one is ready.
   * needed: another tab prepares, and input here can only be saved by hand.
   * leaving: every tab is ready, nothing is synced any more, the reload comes.
   * taken: the newer build took over while this tab held such input.
   */
  state:
    | 'none'
    | 'ready'
    | 'preparing'
    | 'waiting'
    | 'asked'
    | 'needed'
    | 'leaving'
    | 'taken';
  others: Readiness;
}

const nobody: Readiness = { silent: 0, unready: 0 };

/**
 * Whether a newer build of the app is on this device, and the state of its
 * update.
 */
export const appUpdate = proxy<AppUpdate>({ state: 'none', others: nobody });

let tabs: Tabs | undefined;
/** The sync of this page was stopped for the reload, and only a start begins it again. */
let hasLeft = false;
let takeOver = () => {};
let round = 0;

/** Lets other tabs ask this one to make ready for an update; called once at the start. */
export function joinUpdates(): void {
  if (!('locks' in navigator)) return;
  tabs = joinTabs({
    onPrepare: prepareForOthers,
    onRelease: release,
    onLeave: leave,
  });
}

/**
 * A newer build waits: offers it, unless the deployment froze updates.
 * `skipWaiting` lets it take over.
 */
export async function offerUpdate(skipWaiting: () => void): Promise<void> {
  takeOver = skipWaiting;
  if (await areUpdatesFrozen()) return;
  if (appUpdate.state === 'none') appUpdate.state = 'ready';
}

/**
 * Prepares every tab, then lets the newer build take over
 * (docs/offline-design.md 11.1). Goes on by itself when tabs that were not
 * ready are, or are closed.
 */
export async function acceptUpdate(): Promise<void> {
  if (appUpdate.state === 'taken') {
    await reloadCached();
    return;
  }
  round += 1;
  const mine = round;
  const isMine = () => mine === round;
  appUpdate.state = 'preparing';
  pauseWrites();
  if (!(await flushEditors())) {
    giveUp();
    return;
  }
  while (isMine()) {
    const others = (await tabs?.prepare()) ?? nobody;
    if (!isMine()) return;
    if (others.silent === 0 && others.unready === 0) {
      tabs?.leave();
      leave();
      await insist(isMine);
      return;
    }
    Object.assign(appUpdate, { state: 'waiting', others });
    await pause(ASK_AGAIN_AFTER_MS);
  }
}

/**
 * Lets the newer build take over, until the reload ends this page: Chromium
 * forgets the request when a request wakes the older worker at that very moment.
 * Where that does not help either, a reload does.
 */
async function insist(isMine: () => boolean): Promise<void> {
  await pause(QUIET_AFTER_MS);
  const until = Date.now() + INSIST_FOR_MS;
  while (isMine() && Date.now() < until) {
    takeOver();
    await pause(ASK_AGAIN_AFTER_MS);
  }
  if (isMine()) giveUp();
}

/** Calls the update off: every tab goes on as before. */
export function cancelUpdate(): void {
  tabs?.release();
  giveUp();
}

/** Whether this page was reloaded, or why not: see `AppUpdate`. */
export async function handleNewBuild(): Promise<void> {
  if (!(await reloadCached())) appUpdate.state = 'taken';
}

/** Reloads when a reload loses nothing; answers whether it does. */
async function reloadCached(): Promise<boolean> {
  if (!(await flushEditors())) return false;
  pauseWrites();
  noteResume();
  letGo();
  location.reload();
  return true;
}

/** What this tab does when another one wants to update. */
async function prepareForOthers(): Promise<boolean> {
  const isReady = await flushEditors();
  round += 1;
  if (isReady) {
    pauseWrites();
    appUpdate.state = 'asked';
  } else {
    resumeWrites();
    appUpdate.state = 'needed';
  }
  // The tab that asked may be gone: this one must not wait for ever.
  giveUpLater(round);
  return isReady;
}

function release(): void {
  if (appUpdate.state === 'asked' || appUpdate.state === 'needed') giveUp();
}

/** Stops the sync of this page: see `session-life.ts`. */
function leave(): void {
  hasLeft = true;
  appUpdate.state = 'leaving';
}

function giveUp(): void {
  round += 1;
  if (hasLeft) {
    // On the present build or the newer one.
    void handleNewBuild();
    return;
  }
  resumeWrites();
  Object.assign(appUpdate, { state: 'ready', others: nobody });
}

function giveUpLater(mine: number): void {
  setTimeout(() => {
    if (mine === round) giveUp();
  }, UPDATE_GIVEN_UP_AFTER_MS);
}
