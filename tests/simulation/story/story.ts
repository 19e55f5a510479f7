import { IDBFactory as FakeFactory } from 'fake-indexeddb';

import { asOwner, installClock } from '../device/clock';
import type { Command, Story } from './commands';
import { beginOnPage, isUserCommand } from './actions';
import { copyDevice } from '../device/device';
import { othersDo, setConditions } from './events';
import { othersDecide } from './marks';
import { pullsAreHonest } from '../invariants/engine';
import { begin, crashAtOpening, populate, usedDevice } from '../device/opening';
import type { Oracle } from './oracle';
import { createOracle } from './oracle';
import { onPage, setClientPages } from '../device/page';
import { installRandom } from '../device/random';
import { arriveAll, comeToRest } from '../device/rest';
import type { SimTab, Stage } from '../device/stage';
import type { Counts } from './counts';
import { trace } from './trace';
import { traitsOf } from './traits';
import { createWorld } from './world';

/** What happened in a story, and what did not hold. */
export interface Ending {
  complaints: string[];
  commands: number;
  counts: {
    /** Ops by kind and by state, and those that a busy server turned away. */
    happened: Counts;
    /** Two changes of one entity, one after the other. */
    pairs: Counts;
    requests: Counts;
    faults: Counts;
    /** The same by the request that met them. */
    met: Counts;
    crashes: Counts;
    /** Those at which the tab that died had an op under way. */
    crashedAmid: Counts;
    /** Reads that a server which lags answered, by what it gave. */
    lags: Counts;
    /** How often each promise was looked at. */
    checked: Counts;
  };
}

/** One story in so many begins on a device that never saw the app. */
const NEW_DEVICES = 6;
/** At most so many tabs live at once. */
const TABS = 3;

/** Tells a story from its beginning until everything is at rest. */
export async function tell(story: Story): Promise<Ending> {
  const isNew = story.seed % NEW_DEVICES === 0;
  const traits = { ...traitsOf(story.seed), ...story.server };
  const device = isNew
    ? new FakeFactory()
    : copyDevice(await usedDevice(traits));
  setClientPages(traits.clientPages);
  const clock = installClock();
  const giveBack = installRandom(story.seed);
  const stages: Stage[] = [];
  const oracle = createOracle(() => {
    const [stage] = stages;
    if (!stage) throw new Error('The world does not stand yet');
    return stage;
  });
  const stage = createWorld(clock, story.seed, oracle, device, traits);
  stages.push(stage);
  populate(stage);
  for (const account of stage.accounts) oracle.begin(account);
  const { commands } = story;
  try {
    await begin(stage, isNew);
    for (const command of commands) {
      trace.say?.(JSON.stringify(command));
      await happen(stage, oracle, command);
      // The next input comes before this one is stored.
      if ('isHasty' in command && command.isHasty) continue;
      await finish(stage);
      if (oracle.complaints.length > 0) break;
    }
    await finish(stage);
    if (oracle.complaints.length === 0) {
      await comeToRest(stage, oracle, story.seed % 2 === 0);
    }
  } finally {
    for (const tab of stage.tabs) {
      if (!tab.isDead) stage.crash(tab);
    }
    await clock.settle();
    clock.uninstall();
    giveBack();
  }
  return {
    complaints: oracle.complaints,
    commands: commands.length,
    counts: {
      ...oracle.happened(),
      requests: stage.network.requests,
      faults: stage.network.counts,
      met: stage.network.met,
      crashes: stage.crashes,
      crashedAmid: stage.crashedAmid,
      lags: stage.server.lags,
      checked: oracle.checked,
    },
  };
}

/** What users began is stored, or failed, and they are told. */
async function finish(stage: Stage): Promise<void> {
  await stage.clock.settle();
  for (const tell of stage.unfinished.splice(0)) tell();
  await followLocks(stage);
}

/** A server that refuses the token ends the session of every tab. */
async function followLocks(stage: Stage): Promise<void> {
  const isLocked = stage.tabs.some((tab) => !tab.isDead && tab.isLocked);
  if (!isLocked) return;
  stage.isSignedIn = false;
  await stage.closeTabs(stage.tabs);
}

function living(stage: Stage): SimTab[] {
  return stage.tabs.filter((tab) => !tab.isDead);
}

/** A tab that a user can use. */
function usable(stage: Stage, at: number): SimTab | undefined {
  const tabs = living(stage).filter((tab) => !tab.isFrozen);
  return stage.isSignedIn ? tabs[at % Math.max(1, tabs.length)] : undefined;
}

function anyTab(stage: Stage, at: number): SimTab | undefined {
  const tabs = living(stage);
  return tabs[at % Math.max(1, tabs.length)];
}

async function happen(
  stage: Stage,
  oracle: Oracle,
  command: Command,
): Promise<void> {
  const { clock, server } = stage;
  if (isUserCommand(command)) {
    const tab = usable(stage, command.tab);
    if (tab) stage.unfinished.push(beginOnPage(stage, oracle, tab, command));
    return;
  }
  switch (command.do) {
    case 'pass':
      return clock.advance(command.ms);
    case 'sleep':
      await arriveAll(stage);
      return clock.sleep(command.ms);
    case 'jump':
      if (command.ms > 0) {
        // Both windows are told by this clock: what is under way ends first.
        await arriveAll(stage);
        server.staleBodies.clear();
      }
      clock.jump(command.ms);
      return undefined;
    case 'weather':
    case 'fault':
    case 'held':
    case 'probe':
    case 'server':
      setConditions(stage, command);
      return undefined;
    case 'others':
      othersDo(stage, command.what, command.at);
      return undefined;
    case 'othersMark':
      othersDecide(stage, command);
      return undefined;
    case 'pull':
      return pull(stage, oracle, command);
    case 'read':
      return read(stage, command);
    case 'open':
      if (stage.isSignedIn && living(stage).length < TABS) {
        await stage.openTab();
      }
      return undefined;
    case 'close': {
      const tab = usable(stage, command.tab);
      if (tab) await stage.closeTabs([tab]);
      return undefined;
    }
    case 'crash': {
      const isOnWay = !['now', 'K1', 'K2', 'K11'].includes(command.point);
      // What lies on the way of a request happens where requests are made.
      const leader = isOnWay ? stage.leader() : undefined;
      const tab = leader ?? anyTab(stage, command.tab);
      if (command.point === 'K11') {
        if (stage.isSignedIn && living(stage).length < TABS) {
          await crashAtOpening(stage);
        }
      } else if (tab && command.point === 'now') stage.crash(tab, 'now');
      else if (tab) tab.armed = command.point;
      return undefined;
    }
    case 'freeze': {
      const tab = usable(stage, command.tab);
      if (!tab) return undefined;
      tab.isFrozen = true;
      clock.freeze(tab.n, true);
      return undefined;
    }
    case 'thaw':
      for (const tab of living(stage)) stage.thaw(tab);
      return undefined;
    case 'look': {
      const tab = usable(stage, command.tab);
      if (!tab) return undefined;
      tab.isVisible = command.isVisible;
      asOwner(tab.n, () => tab.session.setVisible(command.isVisible));
      return undefined;
    }
    case 'online': {
      const tab = usable(stage, command.tab);
      const event = new Event(command.isOnline ? 'online' : 'offline');
      if (tab) asOwner(tab.n, () => tab.network.dispatchEvent(event));
      return undefined;
    }
    case 'revoke':
      server.tokens.clear();
      return undefined;
    case 'signIn': {
      const account = stage.accounts[command.as];
      if (stage.isSignedIn || (stage.isWiping && !account)) return undefined;
      await stage.signIn(account);
      await stage.openTab();
      return undefined;
    }
    case 'logOut': {
      if (!stage.isSignedIn) return undefined;
      // They are asked about what is unsent: nothing is being stored any more.
      await finish(stage);
      const { account } = stage;
      oracle.forget(account, command.what);
      const killedAt = command.killedAt > 2 ? undefined : command.killedAt;
      await stage.logOut(command.what, killedAt);
      return undefined;
    }
    case 'update':
      return update(stage);
    case 'handOver':
      return handOver(stage, oracle, command);
  }
}

/**
 * What is unsent is saved to a file and taken over on another device. This device is
 * left with its work, or logged out.
 */
async function handOver(
  stage: Stage,
  oracle: Oracle,
  command: Extract<Command, { do: 'handOver' }>,
): Promise<void> {
  const tab = usable(stage, command.tab);
  const [ana] = stage.accounts;
  if (tab?.account !== ana) return;
  await finish(stage);
  if (tab.isDead || tab.isLocked) return;
  const file = await answerOf(stage, tab, (data) => data.exportOutbox());
  if (!file) return;
  const { confirmed } = oracle.ledgerOf(ana);
  if (!command.goesOn) {
    oracle.forget(ana, 'all');
    await stage.logOut('all');
  }
  const there = await stage.openElsewhere();
  oracle.sharesConfirmed(there.account, confirmed);
  await answerOf(stage, there, (data) => data.importOutbox(file));
  if (!command.comesBack || tab.isDead) return;
  const back = await answerOf(stage, there, (data) => data.exportOutbox());
  if (back) await answerOf(stage, tab, (data) => data.importOutbox(back));
}

/** What a page answers; undefined when its tab dies before. */
function answerOf<T>(
  { clock }: Stage,
  tab: SimTab,
  ask: Parameters<typeof onPage<T>>[1],
): Promise<T | undefined> {
  return clock.until(onPage(tab.n, ask), () => tab.isDead);
}

async function pull(
  stage: Stage,
  oracle: Oracle,
  command: Extract<Command, { do: 'pull' }>,
): Promise<void> {
  const tab = usable(stage, command.tab);
  if (!tab) return;
  const isPlain = stage.network.next.length === 0;
  let isOk = false;
  const { session } = tab;
  void asOwner(tab.n, () =>
    command.what === 'pullThreads'
      ? session.call('pullThreads', ['all'])
      : session.call(command.what, []),
  ).then((result) => {
    isOk = result.ok;
  });
  await stage.clock.settle();
  if (isPlain) pullsAreHonest(stage, isOk, oracle.complain);
}

/** A user opens a thread of those that the device has. */
async function read(
  stage: Stage,
  command: Extract<Command, { do: 'read' }>,
): Promise<void> {
  const tab = usable(stage, command.tab);
  const rows = tab?.account.stored.cache('threads') ?? [];
  const row = rows[command.at % Math.max(1, rows.length)];
  if (!tab || !row) return;
  const { observerId, pollingStationId } = row;
  const pair = { observerId, pollingStationId };
  void asOwner(tab.n, () => tab.session.call('pullDetail', [pair]));
  await stage.clock.settle();
}

/**
 * A newer build opens the databases and shuts this one out; a while later every
 * tab is reloaded and is of the new build itself.
 */
async function update(stage: Stage): Promise<void> {
  const tab = usable(stage, 0);
  if (!tab || tab.account === stage.elsewhere) return;
  const { meta } = tab.connections.databases.intent;
  await asOwner(tab.n, () => meta.put({ k: 'minWriterVersion', v: 99 }));
  await stage.clock.advance(20_000);
  await stage.closeTabs(
    stage.tabs.filter(({ account }) => account !== stage.elsewhere),
  );
  await stage.asNewBuild();
  await stage.openTab();
}
