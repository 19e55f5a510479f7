import { isRecord } from './record';

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

/** An actor, and whether the server lets it read the rows of every organisation. */
export interface Reader extends Actor {
  organizer: boolean;
}

/**
 * Reads the claims of a JWT without checking its signature: the server does
 * that on every request. `exp` is ignored, as only a 401 ends a session
 * (docs/api-contract.md 2.2, "Expiry trap"). Undefined when the text is no
 * token with a subject.
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
 * `exp` of a token in epoch ms, undefined without one. For a warning only, as
 * clocks differ (docs/offline-design.md 10.2).
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
    // Not base64 or not JSON, so not a token.
    return undefined;
  }
}

/** A text that is equal for equal actors. */
export function actorKey(actor: Actor): string {
  return `${actor.host}|${actor.idNgo}|${actor.sub}`;
}

/** The account of an `actorKey`; undefined when the text is none. */
export function accountOf(key: string): string | undefined {
  const [, , ...sub] = key.split('|');
  return sub.length === 0 ? undefined : sub.join('|');
}
