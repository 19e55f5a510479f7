import type { BlockList } from 'node:net';

import type { HttpBindings } from '@hono/node-server';
import type { Context } from 'hono';

import type { BoundedQueue } from './bounded-queue';
import type { Db } from './db/database';
import type { Disk } from './db/disk';
import type { AuditDetails } from './http/audit';
import type { Sessions } from './http/callers/sessions';
import type { Tokens } from './http/callers/tokens';
import type { User } from './http/callers/users';
import type { RequestLog } from './http/observability/request-log';
import type { ListCache } from './http/replies/list-cache';
import type { Upload } from './http/requests/receive-files';
import type { Described } from './http/routes';
import type { Changes } from './live/changes';
import type { StoreFailure } from './pictures/picture-store';
import type { WatchedStore } from './pictures/watched-store';
import type { PushService } from './push/push-service';
import type { Recorder } from './push/recorder';
import type { Quirks } from './quirks/quirks';
import type { Stale } from './quirks/stale';
import type { ReadCounts } from './services/read-counts';
import type { Uploads } from './services/upload-quota';

/** Everything a request may need that outlives it. */
export interface Server {
  db: Db;
  /** Answers or rejects within seconds (`OpenDatabase`). */
  probeDb: Db;
  dialect: 'pglite' | 'postgres';
  disk: Disk;
  quirks: Quirks;
  tokens: Tokens;
  /** Which tokens were ended. */
  sessions: Sessions;
  /** Signs attachment addresses, and seals the secrets of second factors. */
  secret: Uint8Array;
  /** The origin that clients use; undefined: the origin of the request. */
  publicUrl: string | undefined;
  version: string;
  now: () => Date;
  log: (message: string) => void;
  requestLog: RequestLog;
  /** The queue in which sign-ins of phones wait for their hash. */
  signIns: BoundedQueue;
  /** The same for staff, whose hashes take far longer. */
  staffSignIns: BoundedQueue;
  /** Told of each sign-in that was wrong, or refused for those before it. */
  signInFailed: (kind: 'admin' | 'phone', why: 'wrong' | 'refused') => void;
  /** Networks whose word on the client's address is taken. */
  trustedProxies: BlockList | undefined;
  /** What the notes of one observer may hold. */
  uploadQuota: Uploads;
  /** What staff read, for the audit log. */
  readCounts: ReadCounts;
  /** Whether the database holds demo data. */
  isDemo: boolean;
  lists: ListCache;
  /** Tells open streams what changed. */
  changes: Changes;
  /** Answers that a server with stale caches gives again. */
  stale: Stale;
  push: PushService | Recorder;
  /** Where files of notes are stored; absent: in the database. */
  pictures: WatchedStore | undefined;
  /** Told of each call that the store did not do, and of each missing object. */
  pictureFailed: (reason: StoreFailure | 'gone') => void;
  /** Notifications asked for since the start, for the quirk that counts. */
  sendings: number;
}

/**
 * The variables of a handler's context. `db` is the transaction of the request
 * when it writes, so handlers take it from here and never from the server.
 */
export interface ServerEnv {
  Bindings: Partial<HttpBindings>;
  Variables: {
    server: Server;
    db: Db;
    user: User | undefined;
    /** Names the request in the log. */
    requestId: string;
    /** The session of `user`'s token. */
    sessionId: string | undefined;
    /** The server requires a second factor of `user`, who has none. */
    needsSecondFactor: boolean;
    /** What the audit entry of the request says besides its action. */
    audit: AuditDetails | 'nothing' | undefined;
    /** The declaration of the route that will answer. */
    operation: Described | undefined;
    /** The form of a phone, whose files are stored already. */
    upload: Upload | undefined;
    /** Runs after the commit of the request, and gives its final reply. */
    afterCommit: (() => Promise<Response>) | undefined;
  };
}

export type RequestContext = Context<ServerEnv>;
