import * as v from 'valibot';

import type { Reply } from '@/domain/outbox/outcome';

import type { Client } from './client';

/** The version of every extension that this client speaks. */
const VERSION = 1;

/**
 * GET /api/extensions (docs/api-contract.md 10.1): the names of what the server
 * offers beyond known ones; none on a server that has no such address, or refuses it.
 */
export async function getExtensions(client: Client): Promise<Reply<string[]>> {
  const reply = await client.get({
    path: '/api/extensions',
    schema: v.record(v.string(), v.looseObject({ version: v.unknown() })),
  });
  if (reply.ok) {
    const all = Object.entries(reply.value ?? {});
    const known = all.filter(([, { version }]) => version === VERSION);
    return { ...reply, value: known.map(([name]) => name) };
  }
  const { kind, status = 404 } = reply.failure;
  const isNone = ['missing', 'refused', 'forbidden'].includes(kind);
  return isNone ? { ok: true, status, value: [] } : reply;
}
