import { Dexie } from 'dexie';
import { IDBFactory as FakeFactory, IDBKeyRange } from 'fake-indexeddb';

import type { Wiped } from '@/app/session/wipe';
import { defaultConfig, TOKEN_KEY } from '@/config';
import { fingerprint } from '@/domain/outbox/fingerprint';
import { actorKey } from '@/domain/user';
import { CacheDatabase } from '@/db/cache';
import { IntentDatabase } from '@/db/intent';
import { acquireDatabases } from '@/db/exclusive';
import { raiseWriterVersion, WRITER_VERSION } from '@/db/writer';
import { startSession } from '@/workers/session/session';

import { createBrowserLocks, installLocks } from '../../support/locks';

import { createChance } from './chance';
import { createChannels } from '../device/channel';
import type { Clock } from '../device/clock';
import { asOwner, currentOwner } from '../device/clock';
import type { Commit } from '../device/connections';
import { connect } from '../device/connections';
import type { CrashPoint } from './faults';
import { lookInto } from '../device/stored';
import { createNetwork } from '../device/network';
import { enterPage, leavePages, loadWipe } from '../device/page';
import { installStorage, LEFT_BEHIND } from '../device/storage';
import { count } from './counts';
import { trace } from './trace';
import type { Traits } from './traits';
import { createWorstServer } from '../server/server-state';
import type {
  Account,
  Device,
  SimTab,
  Stage,
  WorldListener,
  World,
} from '../device/stage';

/** No two tabs have one number, not even in two stories. */
let tabsEver = 0;

const SERVER = 'http://server.test';

function createAccount(device: Device, name: string): Account {
  const actor = { host: SERVER, sub: `${name}@demo.org`, idNgo: 1 };
  const key = actorKey(actor);
  const userKey = fingerprint(key);
  const stored = lookInto(device.factory, userKey);
  return { name, actor, key, userKey, stored, device };
}

/** @param factory its databases. */
function createDevice(factory: IDBFactory, clock: Clock): Device {
  return {
    factory,
    channels: createChannels(clock),
    locks: createBrowserLocks({
      current: () => currentOwner() ?? -1,
      later: clock.later,
    }),
  };
}

/** A device, a server and what lies between them, with nothing open yet. */
export function createWorld(
  clock: Clock,
  seed: number,
  listener: WorldListener,
  factory: IDBFactory,
  traits: Traits,
): Stage {
  Object.assign(Dexie.dependencies, { indexedDB: factory, IDBKeyRange });
  const storage = installStorage();
  leavePages();
  const chance = createChance(seed);
  const server = createWorstServer(clock.elapsed, chance, traits);
  const device = createDevice(factory, clock);
  installLocks(device.locks.manager);
  const accounts = [
    createAccount(device, 'ana'),
    createAccount(device, 'dan'),
  ] as const;
  let serial = 0;
  /** A logout that is not over yet. */
  let promised: { account: Account; what: Wiped } | undefined;

  const network = createNetwork(server, clock, chance, {
    crash: (caller, point) => {
      const tab = tabOf(caller.n);
      if (tab) crash(tab, point);
    },
    onAsk: (asked, caller) => listener.onAsk(asked, tabOf(caller.n)),
  });

  const world: World = {
    clock,
    chance,
    server,
    network,
    tabs: [],
    accounts,
    account: accounts[0],
    isSignedIn: false,
    isWiping: false,
    storage,
    crashes: new Map(),
    crashedAmid: new Map(),
    unfinished: [],
    serial: () => (serial += 1),
  };

  function tabsHere(): SimTab[] {
    return world.tabs.filter(({ account }) => account.device === device);
  }

  /**
   * The same user signs in on another device.
   * @returns a tab there, the one that is open or a new one.
   */
  async function openElsewhere(): Promise<SimTab> {
    world.elsewhere ??= createAccount(
      createDevice(new FakeFactory(), clock),
      world.accounts[0].name,
    );
    const { elsewhere } = world;
    server.tokens.add(tokenOf(elsewhere));
    const open = world.tabs.find(
      (tab) => tab.account === elsewhere && !tab.isDead && !tab.isLocked,
    );
    return open ?? openTabOf(elsewhere);
  }

  function tabOf(n: number): SimTab | undefined {
    return world.tabs.find((tab) => tab.n === n);
  }

  /** Kills a tab: it never does anything again, and its locks are free. */
  function crash(tab: SimTab, point?: CrashPoint): void {
    if (tab.isDead) return;
    tab.isDead = true;
    tab.armed = undefined;
    if (point) {
      count(world.crashes, point);
      const ops = tab.account.stored.intent('outbox');
      if (ops.some(({ state }) => state === 'inflight')) {
        count(world.crashedAmid, point);
      }
    }
    tab.connections.sever();
    if (point === 'K11') abortUpgrades(factory);
    const { channels, locks } = tab.account.device;
    channels.release(tab.n);
    clock.drop(tab.n);
    locks.release(tab.n);
  }

  /** Crash points that lie at a commit: what was done is there, the next step is not. */
  function afterCommit(tab: SimTab, { database, tables }: Commit): void {
    switch (tab.armed) {
      case 'K2':
        if (!tab.isSaving) break;
        if (tables.has('outbox') || tables.has('triage')) crash(tab, 'K2');
        break;
      case 'K8':
        if (database === 'cache' && tables.has('acks')) crash(tab, 'K8');
        break;
      case 'K9':
        if (tables.has('attempts') && hasJustDone(tab)) crash(tab, 'K9');
        break;
      case 'K10':
        if (tables.has('observers') || tables.has('threads')) {
          crash(tab, 'K10');
        }
        break;
      default:
    }
  }

  function hasJustDone({ account }: SimTab): boolean {
    return account.stored
      .intent('outbox')
      .some(
        ({ endedAt, state }) => state === 'done' && endedAt === clock.now(),
      );
  }

  async function openTab(): Promise<SimTab> {
    await goOnWiping();
    return openTabOf(world.account);
  }

  async function openTabOf(account: Account): Promise<SimTab> {
    tabsEver += 1;
    const n = tabsEver;
    const { factory: databasesOf, locks, channels } = account.device;
    Object.assign(Dexie.dependencies, { indexedDB: databasesOf });
    const tabNetwork = new EventTarget();
    const token = tokenOf(account);
    const connections = connect(account.userKey, account.key, {
      onBegin(database, tables) {
        const keepsReply =
          database === 'cache' || tables.includes('refusedMarks');
        if (tab.armed === 'K7' && keepsReply && tab.hasReply) {
          crash(tab, 'K7');
        }
      },
      onAdd(table) {
        if (tab.armed === 'K1' && table === 'outbox') crash(tab, 'K1');
      },
      onCommit(commit) {
        account.stored.still(() => listener.onCommit(tab, commit));
        afterCommit(tab, commit);
      },
    });
    const caller = { n, isDead: false, hasReply: false };
    const fetchIt = network.fetchOf(caller);
    const tab: SimTab & { hasReply: boolean } = Object.assign(caller, {
      account,
      token,
      connections,
      // Nobody logs out of the other device.
      use:
        account.device === device
          ? asOwner(n, () => acquireDatabases(account.actor))
          : Promise.resolve(() => {}),
      network: tabNetwork,
      isFrozen: false,
      isVisible: true,
      isLocked: false,
      isStopped: false,
      isSaving: false,
      epochs: [],
      errors: [],
      session: asOwner(n, () =>
        startSession(
          {
            databases: connections.databases,
            config: {
              ...defaultConfig,
              apiHost: SERVER,
              // Told to the oracle: the server does not know the header.
              idempotencyKeys: true,
              // What is only read and never waited for is left out: it is shown elsewhere.
              answersRefreshMs: 60 * 60_000,
              prefetchThreads: 0,
              pageSize: 0,
            },
            token,
            isVisible: true,
            onLocked: () => {
              tab.isLocked = true;
            },
            onError: (error) => {
              trace.say?.(
                `tab ${n} fails: ${String(error instanceof Error ? error.stack : error)}`,
              );
              tab.errors.push(error);
            },
          },
          {
            fetch: async (input, init) => {
              tab.hasReply = false;
              const reply = await fetchIt(input, init);
              tab.hasReply =
                init?.method !== undefined && init.method !== 'GET';
              return reply;
            },
            locks: locks.manager,
            openChannel: (name) => channels.open(n, name),
            network: tabNetwork,
            now: clock.now,
            random: chance.next,
          },
        ),
      ),
    });
    Object.assign(Dexie.dependencies, { indexedDB: factory });
    world.tabs.push(tab);
    enterPage(n, { ...tab, databases: connections.databases });
    void asOwner(n, () => raiseWriterVersion(connections.databases.intent));
    await clock.settle();
    return tab;
  }

  function leader(): SimTab | undefined {
    const name = `vmo:leader:${world.account.userKey}`;
    return device.locks
      .holders(name)
      .map(tabOf)
      .find((tab) => tab && !tab.isDead);
  }

  function thaw(tab: SimTab): void {
    if (!tab.isFrozen) return;
    tab.isFrozen = false;
    clock.freeze(tab.n, false);
  }

  /** Closes tabs as a sign-out does: all hear of it at once. A frozen one is lost. */
  async function closeTabs(tabs: readonly SimTab[]): Promise<void> {
    const open = tabs.filter((tab) => !tab.isDead && !tab.isStopped);
    for (const tab of open) if (tab.isFrozen) crash(tab);
    const awake = open.filter((tab) => !tab.isDead);
    for (const tab of awake) tab.isStopped = true;
    const stopping = awake.map((tab) =>
      asOwner(tab.n, () => tab.session.stop()),
    );
    await clock.until(Promise.all(stopping));
    for (const tab of awake) {
      tab.connections.databases.cache.close({ disableAutoOpen: true });
      tab.connections.databases.intent.close({ disableAutoOpen: true });
      const leave = await tab.use;
      leave();
      tab.isDead = true;
    }
  }

  async function signIn(account: Account): Promise<void> {
    await goOnWiping();
    world.account = account;
    // What the app keeps of a session, and what an older build left behind.
    localStorage.setItem(TOKEN_KEY, tokenOf(account));
    localStorage.setItem('seen-last', account.actor.sub);
    sessionStorage.setItem('filter', account.actor.sub);
    await caches.open(LEFT_BEHIND);
    world.isSignedIn = true;
    server.tokens.add(tokenOf(account));
  }

  function tokenOf(account: Account): string {
    return `${account.name}-token`;
  }

  /** Every start of the app begins with what a logout left unfinished. */
  async function goOnWiping(meanwhile = async () => {}): Promise<void> {
    const { finishWipe } = await loadWipe();
    const wiping = finishWipe();
    await meanwhile();
    world.isWiping = !(await clock.until(wiping));
    if (world.isWiping || !promised) return;
    listener.onWiped(promised.account, promised.what);
    promised = undefined;
  }

  /**
   * Logs out and deletes everything, or the copy of the server's data alone.
   * @param killedAt the step at which the browser is killed; the next start goes on.
   */
  async function logOut(what: Wiped, killedAt?: number) {
    const { account } = world;
    const { beginWipe } = await loadWipe();
    const killed = () => count(world.crashes, 'K12');
    world.isWiping = true;
    promised = { account, what };
    beginWipe(account.actor, what);
    localStorage.removeItem(TOKEN_KEY);
    world.isSignedIn = false;
    const open = tabsHere().filter((tab) => !tab.isDead);
    if (killedAt === 0) {
      for (const tab of open) crash(tab, 'K12');
      return;
    }
    await closeTabs(open);
    if (killedAt === 1) return killed();
    if (killedAt === 2) {
      await Dexie.delete(`vmo-cache-${account.userKey}`);
      return killed();
    }
    await goOnWiping(await beginPage(account));
  }

  /**
   * A page that begins when a logout comes: it may use the databases, and has
   * not opened them yet.
   * @returns reads, which opens them, and lets go.
   */
  async function beginPage({ actor, userKey }: Account) {
    const leave = await clock.until(acquireDatabases(actor));
    return async () => {
      // A logout that waits for nobody is over by now.
      await clock.settle();
      const cache = new CacheDatabase(`vmo-cache-${userKey}`);
      await clock.until(cache.meta.count());
      cache.close();
      leave();
    };
  }

  async function asNewBuild(): Promise<void> {
    const intent = new IntentDatabase(`vmo-intent-${world.account.userKey}`);
    await intent.meta.put({ k: 'minWriterVersion', v: WRITER_VERSION });
    intent.close();
  }

  return Object.assign(world, {
    openTab,
    openElsewhere,
    crash,
    thaw,
    leader,
    closeTabs,
    signIn,
    logOut,
    asNewBuild,
  });
}

/** Undoes what a killed tab had not yet finished of a schema. */
function abortUpgrades(factory: IDBFactory): void {
  const databases: unknown = Reflect.get(factory, '_databases');
  if (!(databases instanceof Map)) return;
  for (const database of databases.values()) {
    const transactions: IDBTransaction[] = [...database.transactions];
    for (const each of transactions) {
      if (each.mode === 'versionchange') each.abort();
    }
  }
}
