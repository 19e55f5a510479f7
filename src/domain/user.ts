/**
 * The signed-in user, as the token says (docs/specification.md 3,
 * docs/api-contract.md 2.2).
 */
export interface User {
  /** The account name. */
  sub: string;
  idNgo: number;
  userType: string;
  organizer: boolean;
}

/** The identity under which ops are enqueued and data is cached. */
export interface Actor {
  /** Origin of the API server. */
  host: string;
  sub: string;
  idNgo: number;
}

/**
 * Reads the claims of a JWT without checking its signature: the server does that
 * on every request. `exp` is not looked at: only a 401 ends a session
 * (docs/api-contract.md 2.2, "Expiry trap").
 * @returns undefined when the text is no token with a subject.
 */
export function readToken(token: string): User | undefined {
  const claims = decodeClaims(token);
  const sub = claims?.['sub'];
  if (typeof sub !== 'string' || sub === '') return undefined;
  const organizer = claims?.['Organizer'];
  return {
    sub,
    idNgo: Number(claims?.['IdNgo'] ?? 0) || 0,
    userType: String(claims?.['UserType'] ?? ''),
    organizer: organizer === true || organizer === 'true',
  };
}

/**
 * When a token says that it ends, in epoch ms: good for a warning and no more,
 * clocks differ (docs/offline-design.md 10.2). Undefined when it does not say.
 */
export function readExpiry(token: string): number | undefined {
  const exp = decodeClaims(token)?.['exp'];
  return typeof exp === 'number' ? exp * 1000 : undefined;
}

function decodeClaims(token: string): Record<string, unknown> | undefined {
  const payload = token.split('.')[1];
  if (!payload) return undefined;
  try {
    const base64 = payload.replaceAll('-', '+').replaceAll('_', '/');
    const bytes = Uint8Array.from(atob(base64), (c) => c.charCodeAt(0));
    const parsed: unknown = JSON.parse(new TextDecoder().decode(bytes));
    return isRecord(parsed) ? parsed : undefined;
  } catch {
    // Not base64 or not JSON: not a token, which is what undefined says.
    return undefined;
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** One text for one identity; two actors are the same when their keys are. */
export function actorKey(actor: Actor): string {
  return `${actor.host}|${actor.idNgo}|${actor.sub}`;
}

/** The account of an `actorKey`; undefined when the text is none. */
export function accountOf(key: string): string | undefined {
  const [, , ...sub] = key.split('|');
  return sub.length === 0 ? undefined : sub.join('|');
}
