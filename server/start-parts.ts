import { readFile } from 'node:fs/promises';

import { FolderInUseError } from './db/hold-folder';
import { openDatabase, type OpenDatabase } from './db/open';
import { withoutPassword } from './describe-start';
import type { StartOptions } from './options';
import { createFcm, parseCredentials } from './push/fcm';
import type { PushService } from './push/push-service';

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
  options: Pick<StartOptions, 'databaseUrl' | 'dataDir'>,
): Promise<OpenDatabase> {
  const { databaseUrl, dataDir } = options;
  try {
    return await openDatabase({ url: databaseUrl, dataDir });
  } catch (error) {
    if (error instanceof FolderInUseError) {
      throw new StartError(
        `${error.message} Stop it first, or choose another folder with --data DIR.`,
      );
    }
    const place = databaseUrl ? withoutPassword(databaseUrl) : dataDir;
    throw new StartError(
      `Cannot open the database ${place}: ${reasonOf(error)}`,
    );
  }
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

/** The first line of what went wrong; drivers sometimes wrap it. */
export function reasonOf(error: unknown): string {
  if (error instanceof AggregateError) return reasonOf(error.errors[0]);
  if (!(error instanceof Error)) return String(error);
  if (error.message === '' && error.cause) return reasonOf(error.cause);
  return error.message.split('\n')[0] ?? error.name;
}
