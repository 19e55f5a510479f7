import { createSecretKey } from 'node:crypto';

import { jwtVerify, SignJWT, type JWTPayload } from 'jose';
import type { SessionUser } from './users';

const ISSUER = 'VoteMonitorJwtIssuer';
const AUDIENCE = 'http://localhost:53413/';
const NAME_CLAIM = 'http://schemas.xmlsoap.org/ws/2005/05/identity/claims/name';
const EPOCH_CLAIM = 'Epoch';

/** The lifetime of a token, which the reply to a sign-in says, too. */
export const TOKEN_SECONDS = 86_400;

/** The part of a token that says which session it is. */
export interface TokenSession {
  id: string;
  /** The account's epoch at the sign-in; undefined: the token has none. */
  epoch: number | undefined;
}

export interface Tokens {
  /** Signs a token for `user` with the claims of docs/api-contract.md 2.2. */
  issue: (user: SessionUser, session: TokenSession) => Promise<string>;
  /** The claims of a good token; undefined for a bad or expired one. */
  read: (token: string) => Promise<JWTPayload | undefined>;
}

/**
 * Issues and checks session tokens (HS256, one day). With `fixedExpiry` the
 * times are those of this call and expiry is not enforced, as on the original.
 */
export function createTokens(
  secret: Uint8Array,
  now: () => Date,
  fixedExpiry: boolean,
): Tokens {
  const key = createSecretKey(secret);
  const startedAt = toSeconds(now());

  return {
    issue: (user, { id, epoch }) => {
      const issuedAt = fixedExpiry ? startedAt : toSeconds(now());
      return new SignJWT({
        ...claimsOf(user),
        ...(epoch === undefined ? {} : { [EPOCH_CLAIM]: epoch }),
      })
        .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
        .setSubject(user.account)
        .setJti(id)
        .setIssuedAt(issuedAt)
        .setNotBefore(issuedAt)
        .setExpirationTime(issuedAt + TOKEN_SECONDS)
        .setIssuer(ISSUER)
        .setAudience(AUDIENCE)
        .sign(key);
    },
    read: async (token) => {
      try {
        const { payload } = await jwtVerify(token, key, {
          algorithms: ['HS256'],
          issuer: ISSUER,
          audience: AUDIENCE,
          currentDate: fixedExpiry ? new Date(startedAt * 1000) : now(),
        });
        return payload;
      } catch {
        // A token with any defect gives no session.
        return undefined;
      }
    },
  };
}

function claimsOf(user: SessionUser): JWTPayload {
  const shared = { [NAME_CLAIM]: user.account, IdNgo: String(user.ngoId) };
  return user.kind === 'admin'
    ? {
        ...shared,
        UserType: 'NgoAdmin',
        Organizer: user.isOrganizer,
        NgoAdminId: user.adminId,
      }
    : {
        ...shared,
        UserType: 'Observer',
        ObserverId: String(user.observerId),
      };
}

/** The user that a token's claims speak of; undefined when they are not ours. */
export function toUser(claims: JWTPayload): SessionUser | undefined {
  const account = claims.sub;
  const ngoId = Number(claims['IdNgo']);
  if (!account || !Number.isSafeInteger(ngoId)) return undefined;
  if (claims['UserType'] === 'NgoAdmin') {
    const adminId = Number(claims['NgoAdminId']);
    if (!Number.isSafeInteger(adminId)) return undefined;
    const isOrganizer = claims['Organizer'] === true;
    return { kind: 'admin', account, adminId, ngoId, isOrganizer };
  }
  const observerId = Number(claims['ObserverId']);
  if (claims['UserType'] !== 'Observer') return undefined;
  if (!Number.isSafeInteger(observerId)) return undefined;
  return { kind: 'observer', account, observerId, ngoId };
}

/** Tokens without an epoch are from before there were any: epoch 0. */
export function toSession(claims: JWTPayload): TokenSession {
  const epoch = claims[EPOCH_CLAIM];
  return {
    id: claims.jti ?? '',
    epoch: typeof epoch === 'number' ? epoch : 0,
  };
}

function toSeconds(date: Date): number {
  return Math.floor(date.getTime() / 1000);
}
