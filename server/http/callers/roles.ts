import type { MiddlewareHandler } from 'hono';

import { isObserverVisible } from '../../queries/observers';
import type { Server, RequestContext, ServerEnv } from '../../server';
import { ProblemError } from '../problems/problem';
import { findReader, isReadToken, noteReading } from './read-tokens';
import { toSession, toUser } from './tokens';
import type { Admin, PhoneUser, Reader, SessionUser } from './users';

/**
 * Reads the bearer token of each request; a bad one is as good as none, and so
 * is one that was ended. A read-only token names no session.
 */
export function identify(server: Server): MiddlewareHandler<ServerEnv> {
  return async (c, next) => {
    const header = c.req.header('Authorization');
    const token = bearerOf(header);
    if (token && isReadToken(token)) {
      const reader = await findReader(server.db, token, server.now());
      if (reader) await noteReading(c, reader);
      c.set('user', reader?.user);
      c.set('needsSecondFactor', false);
    } else {
      const found = await identified(server, header);
      c.set('user', found?.user);
      c.set('sessionId', found?.sessionId);
      c.set('needsSecondFactor', found?.needsSecondFactor ?? false);
    }
    await next();
  };
}

function bearerOf(header = ''): string | undefined {
  return /^Bearer\s+(\S+)$/i.exec(header)?.[1];
}

/** Whose session an `Authorization` header names; undefined when it does not count. */
export async function identified(
  server: Server,
  header: string | undefined,
): Promise<
  | { user: SessionUser; sessionId: string; needsSecondFactor: boolean }
  | undefined
> {
  const token = bearerOf(header);
  const claims = token ? await server.tokens.read(token) : undefined;
  const user = claims && toUser(claims);
  const session = claims && toSession(claims);
  const open =
    user && session && (await server.sessions.findOpen(user, session));
  return (
    open && {
      user,
      sessionId: session.id,
      needsSecondFactor: open.needsSecondFactor,
    }
  );
}

/**
 * The signed-in user; throws 401 for nobody, and 403 for a read-only token
 * (docs/api-contract.md 2.3, any token).
 */
export function userOf(c: RequestContext): SessionUser {
  refuseReader(c);
  const { user } = c.var;
  if (user && user.kind !== 'reader') return user;
  throw new ProblemError(401, 'Sign in first.', {
    headers: { 'WWW-Authenticate': 'Bearer' },
  });
}

function refuseReader(c: RequestContext): void {
  if (c.var.user?.kind !== 'reader') return;
  throw new ProblemError(
    403,
    'A read-only token is good for GET of the downloads and of the feed, and for nothing else.',
  );
}

/**
 * The organizer, or the holder of a read-only token; throws 401, or 403 for
 * anybody else (10.11).
 */
export function readerOf(c: RequestContext): Admin | Reader {
  const { user } = c.var;
  return user?.kind === 'reader' ? user : organizerOf(c);
}

/** The back-office user; throws 401, or 403 for a phone (2.3, NgoAdmin). */
export function adminOf(c: RequestContext): Admin {
  const user = userOf(c);
  if (user.kind === 'admin') return user;
  throw new ProblemError(403, 'This needs a back-office account.');
}

/** The organizer; throws 401, or 403 for anybody else (2.3, Organizer). */
export function organizerOf(c: RequestContext): Admin {
  const admin = adminOf(c);
  requireOrganizer(admin);
  return admin;
}

/** Throws 403 for an NGO admin, where a route lets one do a part only. */
export function requireOrganizer(admin: Admin): void {
  if (admin.isOrganizer) return;
  throw new ProblemError(403, 'This needs an organizer.');
}

/** The roles that a route may require. */
export type Role =
  | 'nobody'
  /** Anybody with a signed address. */
  | 'link'
  | 'anyone'
  | 'observer'
  | 'admin'
  | 'organizer'
  /** An organizer, or anybody with a read-only token. */
  | 'reader';

/** Throws 401 or 403 where the token alone shows that the caller is not of the role. */
export function requireRole(c: RequestContext, role: Role): void {
  if (role === 'reader') readerOf(c);
  else refuseReader(c);
  if (role === 'anyone') userOf(c);
  if (role === 'observer') observerOf(c);
  if (role === 'admin') adminOf(c);
  if (role === 'organizer') organizerOf(c);
}

function observerOf(c: RequestContext): PhoneUser {
  const user = userOf(c);
  if (user.kind === 'observer') return user;
  throw new ProblemError(403, 'This needs an observer.');
}

/**
 * The phone; rejects with 401, also when the observer was deleted after the
 * token was issued, or 403 for the back office (2.3, Observer).
 */
export async function phoneUserOf(c: RequestContext): Promise<PhoneUser> {
  const user = observerOf(c);
  if (await isObserverVisible(c.var.db, user.observerId, user.ngoId)) {
    return user;
  }
  throw new ProblemError(401, 'This observer no longer exists.', {
    headers: { 'WWW-Authenticate': 'Bearer' },
  });
}

/** The NGO a user is limited to; undefined for the organizer (docs/api-contract.md 2.4). */
export function scopeOf(user: Admin | Reader): number | undefined {
  if (user.kind === 'reader') return user.ngoId;
  return user.isOrganizer ? undefined : user.ngoId;
}
