import type { Reply } from '@/domain/outbox/outcome';
import { startEarly, sync } from '@/workers/client';

export interface Credentials {
  user: string;
  password: string;
  /** Of the second factor: only after the server asked for it. */
  code?: string | undefined;
}

/**
 * Asks the server for a token; the failure says why there is none. Apart from the
 * session's file, because the sign-in screen must not load the databases.
 * @param server origin of the API; empty = the origin that served the app.
 */
export function signIn(
  credentials: Credentials,
  host: string,
): Promise<Reply<string>> {
  return sync.login(credentials, host);
}

/** Loads the sync worker beside the screens of a user who is signed in. */
export function loadSyncWorker(): void {
  startEarly();
}
