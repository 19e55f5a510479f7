import { importPKCS8, SignJWT } from 'jose';

const SCOPE = 'https://www.googleapis.com/auth/firebase.messaging';
const GRANT = 'urn:ietf:params:oauth:grant-type:jwt-bearer';
const TOKEN_ENDPOINT = 'https://oauth2.googleapis.com/token';

/** Google allows at most an hour. */
const ASSERTION_SECONDS = 3_600;
/** A token is renewed so long before it ends. */
const SPARE_MS = 60_000;
const ANSWER_TIMEOUT_MS = 10_000;

/** What this server needs of a service account's JSON file. */
export interface FcmCredentials {
  projectId: string;
  clientEmail: string;
  privateKey: string;
}

export interface FcmOptions {
  credentials: FcmCredentials;
  /** Another address than Google's, for tests and proxies. */
  endpoint?: string | undefined;
  tokenEndpoint?: string | undefined;
  now: () => Date;
  log: (message: string) => void;
}

/** Why there is no access token, in words that repeat nothing of a reply. */
export class NoAccessError extends Error {
  constructor(reason: string) {
    super(reason);
    this.name = 'NoAccessError';
  }
}

interface AccessToken {
  token: string;
  until: number;
}

/**
 * Gives access tokens of a service account: one is kept while it is good, and
 * simultaneous callers share one purchase. Name the token that was `refused` to
 * get another. Rejects when Google, or what stands for it, gives none.
 */
export function createAccess(options: FcmOptions) {
  const { now } = options;
  let kept: AccessToken | undefined;
  let buying: Promise<AccessToken> | undefined;

  return async (refused?: string): Promise<string> => {
    const isGood = kept && now().getTime() < kept.until;
    if (kept && isGood && kept.token !== refused) return kept.token;
    buying ??= buy(options).finally(() => {
      buying = undefined;
    });
    kept = await buying;
    return kept.token;
  };
}

async function buy(options: FcmOptions): Promise<AccessToken> {
  const { credentials, now } = options;
  const tokenEndpoint = options.tokenEndpoint ?? TOKEN_ENDPOINT;
  const issuedAt = Math.floor(now().getTime() / 1000);
  const key = await importPKCS8(credentials.privateKey, 'RS256');
  const assertion = await new SignJWT({ scope: SCOPE })
    .setProtectedHeader({ alg: 'RS256', typ: 'JWT' })
    .setIssuer(credentials.clientEmail)
    .setAudience(tokenEndpoint)
    .setIssuedAt(issuedAt)
    .setExpirationTime(issuedAt + ASSERTION_SECONDS)
    .sign(key);
  const response = await fetch(tokenEndpoint, {
    method: 'POST',
    body: new URLSearchParams({ grant_type: GRANT, assertion }),
    signal: AbortSignal.timeout(ANSWER_TIMEOUT_MS),
  });
  if (!response.ok) {
    await response.body?.cancel();
    throw new NoAccessError(`no access token, status ${response.status}`);
  }
  const reply: unknown = await response.json();
  if (typeof reply !== 'object' || reply === null) throw noToken();
  if (!('access_token' in reply)) throw noToken();
  if (typeof reply.access_token !== 'string') throw noToken();
  const sent = 'expires_in' in reply ? Number(reply.expires_in) : Number.NaN;
  const seconds = Number.isFinite(sent) ? sent : ASSERTION_SECONDS;
  const until = now().getTime() + seconds * 1000 - SPARE_MS;
  return { token: reply.access_token, until };
}

function noToken(): Error {
  return new NoAccessError('no access token in the reply');
}
