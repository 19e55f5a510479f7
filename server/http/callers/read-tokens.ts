import { createHash, randomBytes } from 'node:crypto';

import type { Db } from '../../db/database';
import { describeFailure } from '../../describe-failure';
import { findReadToken } from '../../queries/read-tokens';
import type { RequestContext } from '../../server';
import { noteUsed } from '../../services/read-tokens';
import { requestOf } from '../audit';
import type { Reader } from './users';

/** Scanners for secrets know the token by it; a session's token never begins so. */
const PREFIX = 'vmr_';
const TOKEN_BYTES = 32;
const TOKEN = /^vmr_[\w-]{43}$/;

/** A new token of 256 random bits. */
export function newReadToken(): string {
  return `${PREFIX}${randomBytes(TOKEN_BYTES).toString('base64url')}`;
}

/** What is stored of a token: 256 random bits need no slow hash. */
export function hashReadToken(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}

/** Whether a bearer token is a read-only one, good or not. */
export function isReadToken(token: string): boolean {
  return token.startsWith(PREFIX);
}

/**
 * The holder of a token that counts; undefined for one that has ended, or whose
 * organisation is closed. Every request asks the database, so an end is obeyed by
 * the next one.
 */
export async function findReader(
  db: Db,
  token: string,
  now: Date,
): Promise<FoundReader | undefined> {
  if (!TOKEN.test(token)) return undefined;
  const found = await findReadToken(db, hashReadToken(token), now);
  if (!found) return undefined;
  const { id: tokenId, name, ngoId, lastUsedAt } = found;
  const account = `token ${name}`;
  return {
    user: { kind: 'reader', account, tokenId, ngoId: ngoId ?? undefined },
    lastUsedAt: lastUsedAt ?? undefined,
  };
}

interface FoundReader {
  user: Reader;
  lastUsedAt: Date | undefined;
}

const HOUR_MS = 3_600_000;

/** Stores that a token was used in this hour, with an entry in the audit log. */
export async function noteReading(
  c: RequestContext,
  { user, lastUsedAt }: FoundReader,
): Promise<void> {
  const { db, now, log } = c.var.server;
  const hour = new Date(Math.floor(now().getTime() / HOUR_MS) * HOUR_MS);
  if (lastUsedAt && lastUsedAt >= hour) return;
  const { tokenId, account } = user;
  const entry = { ...requestOf(c), adminId: null, account };
  // Who may read does not depend on it: a database that takes no writes, as
  // before a standby leads, is still read.
  await noteUsed(db, tokenId, hour, entry).catch((error: unknown) => {
    log(`The use of token ${tokenId} was not noted: ${describeFailure(error)}`);
  });
}
