import type { Client } from '@/api/client';
import { createClient } from '@/api/client';
import type { ActiveQuery } from '@/api/observers';
import { getActiveObservers, resetPin } from '@/api/observers';
import type { loadFile } from '@/api/note-file';
import type { Credentials } from '@/api/session';
import { authorize, signOut } from '@/api/session';
import type { Config } from '@/config';
import { closeDatabases, isClosedError, openFor, openNow } from '@/db/open';
import { isQuotaError } from '@/db/reserve';
import type { StaffChange } from '@/domain/account';
import type { AuditFilter } from '@/domain/audit';
import type { Reply } from '@/domain/outbox/outcome';
import type { PlacesSummary } from '@/domain/places';
import type { AddedReadToken } from '@/domain/read-token';
import type { FirstHead } from '@/domain/answers/first-head';
import type { ThreadFilter, ThreadList } from '@/domain/answers/thread';
import type { Reader } from '@/domain/user';

import type { CallArgs, CallName } from './calls';
import { leaderCalls } from './calls';
import { writeDirectly } from './direct-write';
import type { PullResult } from './engine/engine';
import type { Session } from '@/workers/session/session';
import { startSession } from '@/workers/session/session';

/** What a page hands over when a user is signed in: local storage is out of a worker's reach. */
export interface SessionStart {
  token: string;
  actor: Reader;
  config: Config;
  isVisible: boolean;
  /** What the first screen shows, if it shows threads: asked for before the other list. */
  firstList: ThreadList;
  /** No service worker is there yet: nothing can be cached, or hardly anything. */
  isFirstVisit: boolean;
}

/** Whether this thread is a page's, as in WebKit (`client.ts`), and no worker's. */
export const isInPage = 'document' in globalThis;

let session: Session | undefined;
let started: SessionStart | undefined;

const fetchHere: typeof fetch = (...args) => fetch(...args);

const noSession = { ok: false, failure: { kind: 'noWorker' } } as const;
const notLoaded = { ok: false, failure: { kind: 'offline' } } as const;

/** A call that needs the server now; it is never enqueued and never sent again. */
async function direct<T>(
  run: (client: Client) => Promise<Reply<T>>,
): Promise<Reply<T>> {
  return session ? run(session.direct) : noSession;
}

const accounts = () => import('@/api/accounts');
const audit = () => import('@/api/audit');
const enrolment = () => import('@/api/enrolment');
const exports = () => import('@/api/exports');
const noteFile = () => import('@/api/note-file');
const places = () => import('@/api/places');
const readTokens = () => import('@/api/read-tokens');
const secondFactor = () => import('@/api/second-factor');
const staffChange = () => import('./staff-change');
const upload = () => import('@/api/upload');

/**
 * The same by a part that is loaded first: what few screens ask for is not in the script
 * that the first rows wait for. Without a connection the part may not be there.
 */
async function loaded<Api, T>(
  load: () => Promise<Api>,
  run: (api: Api, client: Client) => Promise<Reply<T>>,
): Promise<Reply<T>> {
  const api = await load().catch(() => undefined);
  return api ? direct((client) => run(api, client)) : notLoaded;
}

type LeaderDoor = {
  [Name in CallName]: (...args: CallArgs<Name>) => Promise<PullResult>;
};

/** Every call of the leader, asked by way of this tab's session. */
function askLeader(): LeaderDoor {
  const names = Object.keys(leaderCalls) as CallName[];
  const calls = names.map((name) => [
    name,
    async (...args: CallArgs<CallName>) =>
      session ? session.call(name, args) : noSession,
  ]);
  // One entry for each call of the leader, with its own arguments.
  return Object.fromEntries(calls) as LeaderDoor;
}

/**
 * All that a page may ask of the sync worker. Arguments and answers are plain
 * values: nothing else survives the way between threads.
 */
export const sync = {
  /** Signs in at `host` ('' = our own); answers the token or why there is none. */
  login(credentials: Credentials, host: string): Promise<Reply<string>> {
    const client = createClient({ host, fetch: fetchHere });
    return authorize(client, credentials);
  },

  /**
   * Begins to sync for a user; what ran before is stopped first.
   * @param onLocked called once when the server no longer accepts the token.
   * @param onFull called when the device has no room for what the server said.
   * @param onFirstHead called on a first visit with what the first screen shows,
   * before it is cached.
   * @param onSecondFactorMissing called each time that the server refuses a request
   * because the account lacks a second factor.
   */
  async start(
    start: SessionStart,
    onLocked: () => void,
    onFull: () => void,
    onFirstHead: (head: FirstHead) => void,
    onSecondFactorMissing: () => void,
  ): Promise<void> {
    await sync.stop();
    started = start;
    const databases = openFor(start.actor);
    openNow(databases);
    session = startSession(
      {
        ...start,
        databases,
        onLocked,
        onFirstHead,
        onSecondFactorMissing,
        onError(error) {
          if (isQuotaError(error)) onFull();
          // A closed database is noticed and said by the page itself.
          else if (!isClosedError(error)) reportError(error);
        },
      },
      {
        fetch: fetchHere,
        locks: navigator.locks,
        openChannel: (name) => new BroadcastChannel(name),
        network: self,
        now: () => Date.now(),
        random: () => Math.random(),
      },
    );
  },

  /**
   * Stops syncing, and in a worker closes its databases: in a page they are the
   * page's. Resolves when nothing is under way.
   */
  async stop(): Promise<void> {
    const ending = session;
    session = undefined;
    started = undefined;
    await ending?.stop();
    if (!isInPage) closeDatabases();
  },

  /** The page came to the front or went to the back. */
  setVisible(isVisible: boolean): void {
    session?.setVisible(isVisible);
  },

  ...askLeader(),

  /** Sets a new PIN by exact phone, now. */
  resetPin: (phone: string, pin: string) =>
    direct((client) =>
      writeDirectly(client, (each) => resetPin(each, phone, pin)),
    ),

  /** Names of what the server offers beyond known ones. */
  readExtensions: async () => (session ? session.offers() : noSession),

  /** All accounts and organisations. */
  readAccounts: () =>
    loaded(accounts, (api, client) => api.getAccountList(client)),

  /** Entries of the audit log, the newest first. @param before an id: only older ones. */
  readAudit: (
    filter: AuditFilter,
    before: number | undefined,
    pageSize: number,
  ) =>
    loaded(audit, (api, client) =>
      api.getAudit(client, filter, before, pageSize),
    ),

  /** Where this account is signed in. */
  readSessions: (accountId?: number) =>
    loaded(accounts, (api, client) => api.getSessions(client, accountId)),

  /** Whether the own account has a second factor, and needs one. */
  readSecondFactor: () =>
    loaded(secondFactor, (api, client) => api.getSecondFactor(client)),

  /** Begins to set a second factor up; nothing changes until it is confirmed. */
  beginSecondFactor: (password: string) =>
    loaded(secondFactor, (api, client) =>
      api.beginSecondFactor(client, password),
    ),

  /** Confirms it by a code of the app; answers the recovery codes, once. */
  confirmSecondFactor: (code: string) =>
    loaded(secondFactor, (api, client) =>
      api.confirmSecondFactor(client, code),
    ),

  /** Has new recovery codes made in place of the others. */
  renewRecoveryCodes: (code: string) =>
    loaded(secondFactor, (api, client) => api.renewRecoveryCodes(client, code)),

  /** Takes the second factor off the own account. */
  removeSecondFactor: (password: string, code: string) =>
    loaded(secondFactor, (api, client) =>
      api.removeSecondFactor(client, password, code),
    ),

  /** The read-only tokens of analysts and dashboards. */
  readReadTokens: () =>
    loaded(readTokens, (api, client) => api.getReadTokens(client)),

  /** Makes a read-only token, now: the reply alone has it. */
  makeReadToken: (added: AddedReadToken) =>
    loaded(readTokens, (api, client) => api.makeReadToken(client, added)),

  /** Makes the code by which an observer sets a PIN, now: the reply alone has it. */
  makeEnrolmentCode: (observerId: number) =>
    loaded(enrolment, (api, client) =>
      api.makeEnrolmentCode(client, observerId),
    ),

  /** Sets the PIN of the observer of a code at `host` ('' = our own); nobody need be signed in. */
  async setPinByCode(
    code: string,
    pin: string,
    host: string,
  ): Promise<Reply<unknown>> {
    const api = await enrolment().catch(() => undefined);
    const client = createClient({ host, fetch: fetchHere });
    return api ? api.setPinByCode(client, code, pin) : notLoaded;
  },

  /** Changes accounts, organisations, sessions or read-only tokens, now. */
  changeStaff: (change: StaffChange) =>
    loaded(staffChange, (part, client) => part.changeStaff(client, change)),

  /**
   * Ends the session of a token at the server; the sync of this session has
   * stopped.
   */
  signOut(token: string, host: string): Promise<Reply<unknown>> {
    const options = { host, token, fetch: fetchHere };
    return signOut(createClient(options));
  },

  /** Observers checked in at the stations of a county, each once. */
  findActive: (query: ActiveQuery) =>
    direct((client) => getActiveObservers(client, query)),

  /** The answers as a file. @param onProgress called with the bytes so far. */
  downloadAnswers: (
    filter: ThreadFilter,
    idObserver: number | undefined,
    onProgress: (bytes: number) => void,
  ) =>
    loaded(exports, (api, client) =>
      api.downloadAnswers(client, filter, idObserver, onProgress),
    ),

  /** The notes as a file. @param onProgress called with the bytes so far. */
  downloadNotes: (
    filter: ThreadFilter,
    idObserver: number | undefined,
    onProgress: (bytes: number) => void,
  ) =>
    loaded(exports, (api, client) =>
      api.downloadNotes(client, filter, idObserver, onProgress),
    ),

  /**
   * Sends a file of observers, once; all its rows are added or none.
   * @param onProgress called with the share that went out, 0 to 1.
   */
  async importObservers(
    file: Blob,
    fileName: string,
    ngoId: number,
    onProgress: (share: number) => void,
  ): Promise<Reply<number | undefined>> {
    if (!started) return noSession;
    const { token, config } = started;
    const host = config.apiHost;
    const api = await upload().catch(() => undefined);
    return api
      ? api.importObservers({ host, token, file, fileName, ngoId, onProgress })
      : notLoaded;
  },

  /**
   * Looks at places, or adds and changes them; all rows or none, and the same rows
   * twice change nothing. @param onProgress called with the share that went out, 0 to 1.
   */
  async importPlaces(
    csv: string,
    dryRun: boolean,
    onProgress: (share: number) => void,
  ): Promise<Reply<PlacesSummary | undefined>> {
    if (!started) return noSession;
    const { token, config } = started;
    const to = { host: config.apiHost, token, onProgress };
    const api = await places().catch(() => undefined);
    return api ? api.importPlaces(to, csv, dryRun) : notLoaded;
  },

  /** Whether a file of a note has no byte; false also where nobody can tell. */
  isFileEmpty: (src: string): Promise<boolean> =>
    noteFile().then(
      (api) => api.isFileEmpty(fetchHere, src),
      () => false,
    ),

  /** A file of a note, or why it did not come: `loadFile` of `api/note-file.ts`. */
  receiveFile: (src: string): ReturnType<typeof loadFile> =>
    noteFile().then(
      (api) => api.receiveFile(fetchHere, src),
      () => 'away',
    ),
};

export type Sync = typeof sync;
