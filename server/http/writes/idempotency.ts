import { createHash, type Hash } from 'node:crypto';

import { and, eq, lt } from 'drizzle-orm';

import type { Db } from '../../db/database';
import { idempotencyKey } from '../../db/schema';
import type { RequestContext } from '../../server';
import { idOf, type User } from '../callers/users';
import { invalid, problemResponse } from '../problems/problem';
import { isObject } from '../requests/fields';

/** The lifetime of a stored reply. */
const KEEP_MS = 24 * 60 * 60 * 1000;
const MAX_KEY_LENGTH = 200;

/** One write as its Idempotency-Key identifies it. */
interface RequestKey {
  /** User, method and path. */
  scope: string;
  key: string;
  bodyHash: string;
}

type StoredReply = typeof idempotencyKey.$inferSelect;

/**
 * The key of a write; undefined when the caller sent none. Keys are scoped to
 * the user, the method and the path. 400 for an empty or over-long key.
 */
export function requestKeyOf(
  c: RequestContext,
  user: User,
  bodyHash: string,
): RequestKey | undefined {
  const key = c.req.header('Idempotency-Key');
  if (key === undefined) return undefined;
  if (key === '' || key.length > MAX_KEY_LENGTH) {
    throw invalid(
      'Idempotency-Key',
      `Must have 1 to ${MAX_KEY_LENGTH} characters.`,
    );
  }
  const scope = `${user.kind}:${idOf(user)} ${c.req.method} ${c.req.path}`;
  return { scope, key, bodyHash };
}

/**
 * What two requests must share to be the same: query and body. What a JSON body
 * says of the query as well counts once: a client may send a new observer both ways,
 * and again in the body alone (docs/api-contract.md 3.2). The boundary of a multipart
 * body differs with each sending of the same files, so of those the parts count:
 * names, file names, types and contents.
 */
export async function bodyHashOf(
  c: RequestContext,
  body: Uint8Array,
): Promise<string> {
  const type = (c.req.header('Content-Type') ?? '').toLowerCase();
  const { search } = new URL(c.req.url);
  const hash = createHash('sha256').update(
    type.includes('json') ? searchBeside(search, body) : search,
  );
  // Hono keeps the parsed form for the handler, which refuses a broken one.
  const form = type.startsWith('multipart/')
    ? await c.req.formData().catch(() => undefined)
    : undefined;
  if (form) await addParts(hash, form);
  else hash.update(body);
  return hash.digest('base64url');
}

/** The query without the parameters that are fields of the body, too. */
function searchBeside(search: string, body: Uint8Array): string {
  if (search === '') return search;
  const fields = fieldsOf(body);
  const rest = [...new URLSearchParams(search)].filter(
    ([name, value]) => fields.get(name.toLowerCase()) !== value,
  );
  return rest.length === 0 ? '' : `?${new URLSearchParams(rest)}`;
}

/** The fields of a JSON object as the texts they would be in a query; none of anything else. */
function fieldsOf(body: Uint8Array): Map<string, string> {
  try {
    const sent: unknown = JSON.parse(new TextDecoder().decode(body));
    if (!isObject(sent)) return new Map();
    return new Map(
      Object.entries(sent).map(([name, value]) => [
        name.toLowerCase(),
        String(value),
      ]),
    );
  } catch {
    // Not JSON: the handler refuses it.
    return new Map();
  }
}

async function addParts(hash: Hash, form: FormData): Promise<void> {
  for (const [name, value] of form) {
    if (typeof value === 'string') {
      hash.update(JSON.stringify([name, value]));
      continue;
    }
    // The size says where the bytes end.
    const { name: fileName, type, size } = value;
    hash.update(JSON.stringify([name, fileName, type, size]));
    hash.update(new Uint8Array(await value.arrayBuffer()));
  }
}

/**
 * Takes the key for the request at hand, inside its transaction. Undefined: it
 * is new, go on. Otherwise the reply that was stored for it. While another
 * transaction holds the same key the insert waits for that one to end.
 */
export async function claimKey(
  tx: Db,
  request: RequestKey,
  now: Date,
): Promise<StoredReply | undefined> {
  const { scope, key, bodyHash } = request;
  const isThis = and(
    eq(idempotencyKey.scope, scope),
    eq(idempotencyKey.key, key),
  );
  const expired = new Date(now.getTime() - KEEP_MS);
  await tx
    .delete(idempotencyKey)
    .where(and(isThis, lt(idempotencyKey.createdAt, expired)));
  const inserted = await tx
    .insert(idempotencyKey)
    .values({ scope, key, bodyHash, createdAt: now })
    .onConflictDoNothing()
    .returning({ key: idempotencyKey.key });
  if (inserted.length > 0) return undefined;
  const [stored] = await tx.select().from(idempotencyKey).where(isThis);
  return stored;
}

/** Stores the reply beside its effect, in the transaction that claimed the key. */
export async function keepReply(
  tx: Db,
  request: RequestKey,
  reply: Response,
): Promise<void> {
  await tx
    .update(idempotencyKey)
    .set(await storable(reply))
    .where(
      and(
        eq(idempotencyKey.scope, request.scope),
        eq(idempotencyKey.key, request.key),
      ),
    );
}

/**
 * Stores a refusal, whose transaction is undone. When another request with the
 * key went through meanwhile, its reply stays.
 */
export async function keepRefusal(
  db: Db,
  request: RequestKey,
  reply: Response,
  now: Date,
): Promise<void> {
  await db
    .insert(idempotencyKey)
    .values({ ...request, ...(await storable(reply)), createdAt: now })
    .onConflictDoNothing();
}

async function storable(reply: Response) {
  return {
    status: reply.status,
    contentType: reply.headers.get('Content-Type'),
    body: await reply.clone().text(),
  };
}

/** The stored reply, or 422 when the key now comes with something else. */
export function replay(stored: StoredReply, request: RequestKey): Response {
  if (stored.bodyHash !== request.bodyHash) {
    return problemResponse(
      422,
      'This Idempotency-Key was used for another request.',
    );
  }
  const headers = new Headers({ 'Idempotency-Replayed': 'true' });
  if (stored.contentType) headers.set('Content-Type', stored.contentType);
  return new Response(stored.body || null, {
    status: stored.status ?? 200,
    headers,
  });
}

/** Deletes the replies that are older than their lifetime. */
export async function forgetOldReplies(db: Db, now: Date): Promise<void> {
  const expired = new Date(now.getTime() - KEEP_MS);
  await db.delete(idempotencyKey).where(lt(idempotencyKey.createdAt, expired));
}
