import type { Actor } from '@/domain/user';
import type { Wiped } from '@/app/session/wipe';
import type { Session } from '@/workers/session/session';

import type { Locks } from '../../support/locks';
import type { Chance } from '../story/chance';
import type { Channels } from './channel';
import type { Clock } from './clock';
import type { Commit, Connections } from './connections';
import type { CrashPoint } from '../story/faults';
import type { WorstServer } from '../server/server-state';
import type { Stored } from './stored';
import type { Asked, Caller, Network } from './network';
import type { Storage } from './storage';

/** One tab with the real engine in it. */
export interface SimTab extends Caller {
  account: Account;
  token: string;
  session: Session;
  connections: Connections;
  /** Its use of the databases, and how it ends. */
  use: Promise<() => void>;
  network: EventTarget;
  isFrozen: boolean;
  isVisible: boolean;
  /** The server's 401 was heard: it may not ask for anything any more. */
  isLocked: boolean;
  isStopped: boolean;
  /** A user waits for "saved". */
  isSaving: boolean;
  /** Of its leaderships. */
  epochs: number[];
  errors: unknown[];
}

/** A browser with its databases, locks and channels. */
export interface Device {
  factory: IDBFactory;
  locks: Locks;
  channels: Channels;
}

/** A user of a device. */
export interface Account {
  device: Device;
  name: string;
  actor: Actor;
  /** `actorKey` of it. */
  key: string;
  userKey: string;
  /** What is on the device of theirs. */
  stored: Stored;
}

export interface World {
  clock: Clock;
  chance: Chance;
  server: WorstServer;
  network: Network;
  /** Living and dead. */
  tabs: SimTab[];
  /** Of this device. */
  accounts: readonly [Account, Account];
  /** The first of them on another device, once a file was taken over there. */
  elsewhere?: Account;
  /** Who is signed in. */
  account: Account;
  isSignedIn: boolean;
  isWiping: boolean;
  storage: Storage;
  /** Crashes that happened, by point. */
  crashes: Map<string, number>;
  /** The same, of tabs that had an op under way. */
  crashedAmid: Map<string, number>;
  /** Ends of what users began and wait for. */
  unfinished: (() => void)[];
  /** Makes every value that a story writes distinct. */
  serial: () => number;
}

/** Told of each request and write; the oracle checks them. */
export interface WorldListener {
  onAsk: (asked: Asked, tab: SimTab | undefined) => void;
  onCommit: (tab: SimTab, commit: Commit) => void;
  /** A logout has deleted what it promised to delete. */
  onWiped: (account: Account, what: Wiped) => void;
}

/** A world and what can be done to its tabs. */
export interface Stage extends World {
  openTab: () => Promise<SimTab>;
  openElsewhere: () => Promise<SimTab>;
  /** Kills a tab; @param point absent when the story is over. */
  crash: (tab: SimTab, point?: CrashPoint) => void;
  /** The tab that leads now, if any. */
  leader: () => SimTab | undefined;
  /** Lets a frozen tab go on. */
  thaw: (tab: SimTab) => void;
  closeTabs: (tabs: readonly SimTab[]) => Promise<void>;
  signIn: (account: Account) => Promise<void>;
  logOut: (what: Wiped, killedAt?: number) => Promise<void>;
  /** From here on this code plays the build that raised the fence. */
  asNewBuild: () => Promise<void>;
}
