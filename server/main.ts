import type { Server } from 'node:http';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

import './start/uncaught';

import { AdminError } from './admin/admin-error';
import { createApp } from './app';
import { BackupError } from './backup/format';
import type { OpenDatabase } from './db/database';
import { describeFailure } from './describe-failure';
import { createHttpServer } from './http/http-server';
import { limitWaiting } from './http/waiting-connections';
import { accessLine } from './http/observability/access-log';
import type { AnsweredRequest } from './http/observability/observe-requests';
import { problemResponse } from './http/problems/problem';
import { loadStaticFiles } from './http/replies/static-files';
import { countObjects } from './pictures/files';
import { createPictureStore } from './pictures/picture-store';
import { listRenamedAccounts } from './queries/renamed-accounts';
import { CLASSIC_QUIRKS, NO_QUIRKS } from './quirks/quirks';
import { cleanUp } from './services/clean-up';
import { describeStart } from './start/describe-start';
import { requireWholeSettings } from './start/environment-file';
import { prepareDatabase } from './start/first-start';
import { migrateDatabase } from './start/migrate';
import { openOrExplain, openPush, StartError } from './start/open-parts';
import {
  HELP,
  OptionError,
  readOptions,
  type StartOptions,
} from './start/options';
import { loadSecret } from './start/secret';
import { readVersion } from './start/version';
import { warmUp } from './start/warm-up';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const CLEAN_EVERY_MS = 60 * 60 * 1000;
/** A process that is killed loses the counts of reads of so long. */
const SAVE_READ_COUNTS_EVERY_MS = 60 * 1000;
/** New files and folders are for the user of this process alone. */
const OWNER_ONLY = 0o077;
/** How long open requests may go on after the order to stop. */
const STOP_WITHIN_MS = 5_000;

async function start(): Promise<void> {
  process.umask(OWNER_ONLY);
  const args = process.argv.slice(2).filter((arg) => arg !== '--');
  if (args.includes('--help')) {
    console.log(HELP);
    return;
  }
  requireWholeSettings(process.execArgv);
  const options = readOptions(args, process.env);
  if (options.isMigration) {
    const version = await readVersion();
    const say = (line: string) => console.log(line);
    await migrateDatabase(options, { now: new Date(), version, say });
    console.log('The database has the schema of this release.');
    return;
  }
  // The port first: a taken one is the commonest mistake, and filling a
  // database takes time. A request that comes too early gets a 503.
  let app: ReturnType<typeof createApp> | undefined;
  const server = createHttpServer(
    (request, env) => app?.fetch(request, env) ?? tooEarly(request),
  );
  limitWaiting(server, options.trustedProxies);
  const port = await listen(server, options);
  const database = await openOrExplain(options);
  let isOpen = true;
  const stop = async () => {
    await app?.endStreams();
    await close(server);
    if (isOpen) await app?.saveReadCounts();
    if (isOpen) await database.close();
    isOpen = false;
  };
  stopOnSignal(stop);
  try {
    const built = await prepare(options, database);
    app = built.app;
    // Requests are answered meanwhile; who waits for the lines below finds a
    // server that is warm.
    await warmUp(database.db);
    setInterval(() => {
      void cleanUp(
        database.db,
        new Date(),
        console.error,
        options.auditDays,
        built.app.pictures,
      );
    }, CLEAN_EVERY_MS).unref();
    setInterval(() => {
      void built.app.saveReadCounts();
    }, SAVE_READ_COUNTS_EVERY_MS).unref();
    const { dialect, savedBefore } = database;
    console.log(
      describeStart(options, { port, dialect, savedBefore, ...built.facts }),
    );
  } catch (error) {
    await stop();
    throw error;
  }
}

function tooEarly({ url }: Request): Response {
  // A start that fills or migrates a database is alive for all its minutes.
  if (new URL(url).pathname === '/health/live') {
    return Response.json({ status: 'Healthy' });
  }
  return problemResponse(503, 'This server is still starting.', undefined, {
    'Retry-After': '2',
    // A browser that came too early comes again by itself.
    Refresh: '2',
  });
}

/** Fills an empty database and builds the app on it. */
async function prepare(options: StartOptions, database: OpenDatabase) {
  const accounts = await prepareDatabase(database.startDb, options, new Date());
  if (accounts === 'none') {
    throw new StartError(
      'The database has no accounts. Set ADMIN_ACCOUNT and ADMIN_PASSWORD, or say --demo for demo data.',
    );
  }
  const isDemo = accounts === 'demo';
  const appDir = resolve(options.appDir ?? resolve(ROOT, 'dist'));
  const staticFiles = options.isApiOnly
    ? undefined
    : await loadStaticFiles(appDir, isDemo ? { isDemo } : {});
  const push = await openPush(options);
  const app = createApp({
    database,
    secret: await loadSecret(options, database),
    quirks: options.isClassic ? CLASSIC_QUIRKS : NO_QUIRKS,
    staticFiles,
    publicUrl: options.publicUrl,
    allowedHosts: options.allowedHosts,
    trustedProxies: options.trustedProxies,
    uploadQuota: options.uploadQuota,
    pictures: options.pictures && createPictureStore(options.pictures),
    isDemo,
    testLog: options.testLog,
    accessLog: accessLogOf(options.log),
    metrics: options.metricsToken
      ? { token: options.metricsToken, dataDir: options.dataDir }
      : undefined,
    push,
    version: await readVersion(),
    log: (message) => console.error(message),
  });
  const renamed = await listRenamedAccounts(database.db);
  const hasApp = staticFiles !== undefined;
  const objects = await countObjects(database.db);
  return { app, facts: { accounts, hasApp, renamed, objects } };
}

function accessLogOf(format: StartOptions['log']) {
  if (format === 'off') return undefined;
  // A reader of the log that went away must not end the server.
  process.stdout.on('error', () => {});
  return (request: AnsweredRequest) => {
    process.stdout.write(`${accessLine(format, request)}\n`);
  };
}

/** The port that was given, or the free one chosen for 0. */
function listen(server: Server, options: StartOptions): Promise<number> {
  const { host, port } = options;
  return new Promise((resolvePort, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      const sentence =
        error.code === 'EADDRINUSE'
          ? `Port ${port} on ${host} is in use. Choose another with --port N.`
          : `Cannot listen on ${host}:${port}: ${error.message}`;
      reject(new StartError(sentence));
    });
    server.listen(port, host, () => {
      const address = server.address();
      const isObject = typeof address === 'object' && address !== null;
      resolvePort(isObject ? address.port : port);
    });
  });
}

function close(server: Server): Promise<void> {
  return new Promise((done) => {
    server.close(() => done());
    server.closeIdleConnections();
    setTimeout(() => server.closeAllConnections(), STOP_WITHIN_MS).unref();
  });
}

/** A second signal while stopping ends the process at once. */
function stopOnSignal(stop: () => Promise<void>): void {
  let isStopping = false;
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      if (isStopping) process.exit(1);
      isStopping = true;
      stop().then(
        () => process.exit(0),
        (error: unknown) => {
          console.error(`Could not stop cleanly: ${describeFailure(error)}`);
          process.exit(1);
        },
      );
    });
  }
}

start().catch((error: unknown) => {
  const isForeseen = [AdminError, BackupError, OptionError, StartError].some(
    (kind) => error instanceof kind,
  );
  console.error(
    isForeseen && error instanceof Error
      ? error.message
      : `The start failed: ${describeFailure(error)}`,
  );
  process.exit(1);
});
