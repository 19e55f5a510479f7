import { readFile } from 'node:fs/promises';

import { DrizzleQueryError } from 'drizzle-orm/errors';

import type { OpenDatabase } from '../db/database';
import { freeBytesIn } from '../db/disk';
import { FolderInUseError, FolderLockError } from '../db/hold-folder';
import { NotPrivateError } from '../db/keep-private';
import { openDatabase, type WhenOlder } from '../db/open';
import { NewerSchemaError, OlderSchemaError } from '../db/schema-state';
import { describeFailure } from '../describe-failure';
import { createFcm, parseCredentials } from '../push/fcm';
import type { PushService } from '../push/push-service';
import { withoutPassword } from './describe-start';
import type { StartOptions } from './options';

/** A start that cannot go on, with the sentence to print. */
export class StartError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'StartError';
  }
}

/**
 * Opens the database that the options name. Rejects with a `StartError` that
 * says why it cannot, and never shows a password.
 */
export async function openOrExplain(
  {
    databaseUrl,
    poolerUrl,
    diskFolder,
    dataDir,
  }: Pick<StartOptions, 'databaseUrl' | 'dataDir'> & Partial<StartOptions>,
  whenOlder?: WhenOlder,
): Promise<OpenDatabase> {
  if (diskFolder) await requireDisk(diskFolder);
  try {
    return await openDatabase({
      url: databaseUrl,
      poolerUrl,
      diskFolder,
      dataDir,
      whenOlder,
    });
  } catch (error) {
    if (error instanceof FolderInUseError) {
      throw new StartError(
        `${error.message} Stop it first, or choose another folder with --data DIR.`,
      );
    }
    if (error instanceof FolderLockError) throw new StartError(error.message);
    if (error instanceof NotPrivateError) {
      throw new StartError(
        `${error.message} Let its owner change that, or choose another folder with --data DIR.`,
      );
    }
    const place = databaseUrl ? withoutPassword(databaseUrl) : dataDir;
    throw new StartError(
      `Cannot open the database ${place}: ${reasonOf(error)}${adviceOn(error)}`,
    );
  }
}

async function requireDisk(folder: string): Promise<void> {
  await freeBytesIn(folder).catch(() => {
    throw new StartError(
      `DATABASE_DISK is no folder that this server can look at: ${folder}`,
    );
  });
}

/**
 * The push service of the configured account; undefined without one. Rejects
 * with a `StartError` when the account cannot be read, without its contents.
 */
export async function openPush({
  fcm,
}: Pick<StartOptions, 'fcm'>): Promise<PushService | undefined> {
  if (!fcm) return undefined;
  const { credentialsPath, endpoint, tokenEndpoint } = fcm;
  const text = await readFile(credentialsPath, 'utf8').catch(() => {
    throw new StartError(`Cannot read FCM_CREDENTIALS: ${credentialsPath}`);
  });
  const credentials = parseCredentials(text);
  if (!credentials) {
    throw new StartError(
      `FCM_CREDENTIALS is not a service account's JSON: ${credentialsPath}`,
    );
  }
  return createFcm({
    credentials,
    endpoint,
    tokenEndpoint,
    now: () => new Date(),
    log: (message) => console.error(message),
  });
}

function adviceOn(error: unknown): string {
  if (error instanceof OlderSchemaError) {
    return ' Start once with --migrate --backup FILE, which makes a backup first, as nothing leads back.';
  }
  if (error instanceof NewerSchemaError) {
    return ' Start that release, or restore a backup from before it.';
  }
  return '';
}

/** SQLSTATE classes whose messages speak of the connection and the server alone. */
const SPEAKS_OF_SERVER = /^(08|28|3D|53|57)/;

/**
 * The first line of why a database cannot be opened. Of a statement that failed
 * only its kind: its message could repeat what is stored.
 */
function reasonOf(error: unknown): string {
  if (error instanceof AggregateError) return reasonOf(error.errors[0]);
  if (!(error instanceof Error)) return describeFailure(error);
  if (error instanceof DrizzleQueryError) return describeFailure(error);
  const isOfDatabase = 'severity' in error && 'code' in error;
  if (isOfDatabase && !SPEAKS_OF_SERVER.test(String(error.code))) {
    return describeFailure(error);
  }
  if (error.message === '' && error.cause) return reasonOf(error.cause);
  return error.message.split('\n')[0] ?? error.name;
}
