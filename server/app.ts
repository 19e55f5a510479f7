import type { BlockList } from 'node:net';

import { sql } from 'drizzle-orm';
import { Hono } from 'hono';
import { cors } from 'hono/cors';
import * as v from 'valibot';

import { createBoundedQueue, type BoundedQueue } from './bounded-queue';
import type { OpenDatabase } from './db/database';
import { createDisk } from './db/disk';
import { identify } from './http/callers/roles';
import { createSessions } from './http/callers/sessions';
import { createTokens } from './http/callers/tokens';
import {
  createMetrics,
  type Metrics,
  type MetricsOptions,
} from './http/observability/metrics';
import {
  observeRequests,
  type AnsweredRequest,
} from './http/observability/observe-requests';
import {
  createRequestLog,
  logRequests,
  type RequestLog,
} from './http/observability/request-log';
import { answerError } from './http/problems/answer-error';
import { problemResponse } from './http/problems/problem';
import { createListCache, FRESH_MS } from './http/replies/list-cache';
import { securityHeaders } from './http/replies/security-headers';
import { sendJson } from './http/replies/send-json';
import type { StaticFiles } from './http/replies/static-files';
import { admit } from './http/requests/admit';
import { BODY_LIMITS, type BodyLimits } from './http/requests/body-limits';
import { readBodies } from './http/requests/read-bodies';
import { receiveFiles } from './http/requests/receive-files';
import { createRoutes } from './http/routes';
import { oneTransaction } from './http/writes/one-transaction';
import { refuseWhenFull } from './http/writes/refuse-when-full';
import { createChanges, LIVE_LIMITS, type LiveLimits } from './live/changes';
import { describeApi } from './openapi/describe';
import { noPush } from './push/no-push';
import type { PictureStore } from './pictures/picture-store';
import { watchStore } from './pictures/watched-store';
import type { PushService } from './push/push-service';
import { createRecorder, type Recorder } from './push/recorder';
import { NO_QUIRKS, type Quirks } from './quirks/quirks';
import { createStale } from './quirks/stale';
import { accessRoutes } from './routes/access';
import { accountRoutes } from './routes/accounts';
import { answersRoutes } from './routes/answers';
import { auditRoutes } from './routes/audit';
import { changeRoutes } from './routes/changes';
import { countyRoutes } from './routes/counties';
import { detailsRoutes } from './routes/details';
import { enrolmentRoutes } from './routes/enrolment';
import { exportRoutes } from './routes/exports';
import { extensionRoutes } from './routes/extensions';
import { feedRoutes } from './routes/feed';
import { formRoutes } from './routes/forms';
import { cacheRoutes, healthRoutes } from './routes/health';
import { ngoRoutes } from './routes/ngos';
import { NOTES_PATH, noteRoutes } from './routes/notes';
import { notificationRoutes } from './routes/notifications';
import { observerImportRoutes } from './routes/observer-import';
import { observerRoutes } from './routes/observers';
import { passwordRoutes } from './routes/password';
import { placesImportRoutes } from './routes/places-import';
import { pollingStationRoutes } from './routes/polling-stations';
import { secondFactorRoutes } from './routes/second-factor';
import { newReadTokenRoutes, readTokenRoutes } from './routes/read-tokens';
import { sessionRoutes } from './routes/sessions';
import { statisticsRoutes } from './routes/statistics';
import { testLogRoutes } from './routes/test-log';
import { triageRoutes } from './routes/triage';
import type { Server, ServerEnv } from './server';
import { createReadCounts } from './services/read-counts';
import { DEFAULT_QUOTA, type Uploads } from './services/upload-quota';

/**
 * Hashing is done by Node's four threads, which read files, too: one stays
 * free. A full queue is empty after some five seconds.
 */
const SIGN_INS_AT_ONCE = 2;
const SIGN_INS_WAITING = 100;
const STAFF_AT_ONCE = 1;
const STAFF_WAITING = 15;

/**
 * The routes of the API but those that look at a secret or tell one, in the
 * order of the contract.
 */
const API = [
  answersRoutes,
  noteRoutes,
  formRoutes,
  countyRoutes,
  pollingStationRoutes,
  observerRoutes,
  observerImportRoutes,
  statisticsRoutes,
  exportRoutes,
  notificationRoutes,
  ngoRoutes,
  cacheRoutes,
  extensionRoutes,
  changeRoutes,
  placesImportRoutes,
  triageRoutes,
  accountRoutes,
  sessionRoutes,
  auditRoutes,
  readTokenRoutes,
  feedRoutes,
  detailsRoutes,
];

/** Every operation of the API except its own description. */
export const operations = [
  accessRoutes,
  passwordRoutes,
  secondFactorRoutes,
  newReadTokenRoutes,
  enrolmentRoutes,
  ...API,
].flatMap((routes) => routes.operations);

export interface ServerOptions {
  database: Pick<
    OpenDatabase,
    'db' | 'probeDb' | 'dialect' | 'connections' | 'freeBytes' | 'listen'
  >;
  /** Signs tokens and attachment addresses, and seals the secrets of second factors. */
  secret: Uint8Array;
  /** Quirks of known servers to show; absent: none. */
  quirks?: Partial<Quirks> | undefined;
  /** The built app; absent: only the API is served. */
  staticFiles?: StaticFiles | undefined;
  /** Scheme and host under which clients reach this server, if not as they say. */
  publicUrl?: string | undefined;
  /** Further origins that the page may talk to, for its content policy. */
  allowedHosts?: readonly string[] | undefined;
  /** Keeps a log of requests for tests, and serves it at `/__test/requests`. */
  testLog?: boolean | undefined;
  /** Told of each answered request; with one, every reply has its id. */
  accessLog?: ((request: AnsweredRequest) => void) | undefined;
  /** Serves figures at `/metrics` to who has the token. */
  metrics?: Pick<MetricsOptions, 'token' | 'dataDir'> | undefined;
  version?: string | undefined;
  /**
   * Sends messages to phones; absent: nobody does, and with `testLog` they are
   * remembered.
   */
  push?: PushService | Recorder | undefined;
  /** Where files of notes are stored; absent: in the database. */
  pictures?: PictureStore | undefined;
  /** The queue of phones' sign-ins; absent: one of the usual length. */
  signIns?: BoundedQueue | undefined;
  /** The networks of the proxies in front; absent: none is trusted. */
  trustedProxies?: BlockList | undefined;
  /** What the notes of one observer may hold; absent: the usual. */
  uploadQuota?: Uploads | undefined;
  /** Tells clients that what they see is made up. */
  isDemo?: boolean | undefined;
  /** Of what bodies may cost; absent: the usual ones. */
  bodyLimits?: Partial<BodyLimits> | undefined;
  /** Of the streams of changes; absent: the usual ones. */
  liveLimits?: Partial<LiveLimits> | undefined;
  now?: (() => Date) | undefined;
  log?: ((message: string) => void) | undefined;
}

/**
 * The whole server as one Hono app: the API of the contract, and the built app
 * beside it. `requestLog` on the result tells a test what was answered;
 * `endStreams` is called before the server and its database are closed;
 * `saveReadCounts` every now and then, and between the two; `pictures` is the
 * store as the server sees it.
 */
export function createApp(options: ServerOptions): Hono<ServerEnv> & {
  requestLog: RequestLog;
  endStreams: () => Promise<void>;
  saveReadCounts: () => Promise<void>;
  pictures: Server['pictures'];
} {
  const server = toServer(options);
  const app = new Hono<ServerEnv>();

  const { accessLog, testLog } = options;
  const metrics = metricsOf(options, server);
  if (metrics) {
    server.push = metrics.countingPushes(server.push);
    server.signInFailed = metrics.signInFailed;
    server.pictureFailed = metrics.pictureFailed;
  }
  const observers = [accessLog, metrics?.observe].filter(
    (observe) => observe !== undefined,
  );
  app.use(observeRequests(observers, accessLog !== undefined));
  if (testLog) app.use(logRequests(server.requestLog));
  app.use(securityHeaders(options.allowedHosts ?? []));
  app.use(async (c, next) => {
    c.set('server', server);
    c.set('db', server.db);
    await next();
  });
  app.use('/api/*', cors({ origin: '*', ...exposed(server.quirks) }));
  app.use('/api/*', identify(server));
  const description = describe(server.version);
  app.use('/api/*', admit([...operations, ...description.operations]));
  app.use('/api/*', refuseWhenFull);
  app.use(NOTES_PATH, receiveFiles(server));
  app.use('/api/*', readBodies({ ...BODY_LIMITS, ...options.bodyLimits }));
  // Outside of the transaction, which a refusal undoes: a failed sign-in must
  // be counted also when a token comes along with it.
  app.route('/', accessRoutes.app);
  app.route('/', passwordRoutes.app);
  app.route('/', secondFactorRoutes.app);
  app.route('/', newReadTokenRoutes.app);
  app.route('/', enrolmentRoutes.app);
  app.use('/api/*', oneTransaction(server));

  app.route('/', healthRoutes);
  for (const routes of API) app.route('/', routes.app);
  app.route('/', description.app);
  if (metrics) app.route('/', metrics.routes);
  if (testLog) app.route('/', testLogRoutes);

  app.notFound(async (c) => {
    const isRead = c.req.method === 'GET' || c.req.method === 'HEAD';
    const isPage = isRead && !/^\/api(\/|$)/.test(c.req.path);
    const file = isPage ? await options.staticFiles?.(c) : undefined;
    return file ?? problemResponse(404, 'There is nothing at this address.');
  });
  app.onError(answerError);
  return Object.assign(app, {
    requestLog: server.requestLog,
    endStreams: server.changes.close,
    saveReadCounts: server.readCounts.save,
    pictures: server.pictures,
  });
}

/** The route of the description, which it describes, too. */
function describe(version: string) {
  const routes = createRoutes('server');
  routes.on(
    'get',
    '/api/openapi.json',
    { summary: 'This description', role: 'nobody', reply: v.looseObject({}) },
    (c) =>
      sendJson(c, describeApi([...operations, ...routes.operations], version)),
  );
  return routes;
}

function metricsOf(
  { metrics, database }: ServerOptions,
  { version, signIns, staffSignIns, changes }: Server,
): Metrics | undefined {
  const streams = changes.size;
  const queues = { signIns, staffSignIns };
  return (
    metrics &&
    createMetrics({ ...metrics, ...queues, version, database, streams })
  );
}

/** Without this list a page of another origin cannot read these headers. */
function exposed(quirks: Quirks) {
  const maxAge = 600;
  if (quirks.nothingExposed) return { maxAge };
  return {
    maxAge,
    exposeHeaders: [
      'ETag',
      'Retry-After',
      'Date',
      'Content-Disposition',
      'Feed-Next',
      'Feed-Has-More',
    ],
  };
}

function toServer(options: ServerOptions): Server {
  const { database, secret, publicUrl } = options;
  const quirks = { ...NO_QUIRKS, ...options.quirks };
  const now = options.now ?? (() => new Date());
  const log = options.log ?? (() => {});
  const disk = createDisk(database.freeBytes, now, log);
  const sessions = createSessions(database.db, now, quirks.lastingTokens);
  const server: Server = {
    db: database.db,
    probeDb: database.probeDb,
    dialect: database.dialect,
    disk,
    quirks,
    tokens: createTokens(secret, now, quirks.fixedExpiry),
    sessions,
    secret,
    publicUrl,
    version: options.version ?? 'unknown',
    now,
    log,
    requestLog: createRequestLog(),
    signIns:
      options.signIns ?? createBoundedQueue(SIGN_INS_AT_ONCE, SIGN_INS_WAITING),
    staffSignIns: createBoundedQueue(STAFF_AT_ONCE, STAFF_WAITING),
    signInFailed: () => {},
    trustedProxies: options.trustedProxies,
    uploadQuota: options.uploadQuota ?? DEFAULT_QUOTA,
    readCounts: createReadCounts(database.db, now, log, disk.isReserved),
    isDemo: options.isDemo ?? false,
    lists: createListCache(),
    changes: createChanges({
      listen: database.listen,
      announce: (channel, payload) =>
        database.probeDb.execute(sql`select pg_notify(${channel}, ${payload})`),
      onAccess: sessions.forget,
      isDiskLow: disk.isLow,
      limits: {
        ...LIVE_LIMITS,
        // Another process may give a page from before for so long.
        ...(database.dialect === 'postgres' && { togetherMs: FRESH_MS + 50 }),
        ...options.liveLimits,
      },
    }),
    stale: createStale(now),
    push: options.push ?? (options.testLog ? createRecorder() : noPush),
    pictures:
      options.pictures &&
      watchStore(options.pictures, {
        now,
        log,
        failed: (reason) => server.pictureFailed(reason),
      }),
    pictureFailed: () => {},
    sendings: 0,
  };
  return server;
}
