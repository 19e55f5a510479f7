import * as v from 'valibot';

import type { Extension } from '@/domain/extensions';
import { extensions } from '@/domain/extensions';
import type { Reply } from '@/domain/outbox/outcome';

import type { Client } from './client';

/** The version of every extension that this client speaks. */
const VERSION = 1;

/**
 * GET /api/extensions (docs/api-contract.md 10.1): what the server offers of
 * what this app knows; nothing on a server that has no such address, or refuses it.
 */
export async function getExtensions(
  client: Client,
): Promise<Reply<Extension[]>> {
  const reply = await client.get({
    path: '/api/extensions',
    schema: v.record(v.string(), v.looseObject({ version: v.unknown() })),
  });
  if (reply.ok) {
    const told = reply.value ?? {};
    const value = extensions.filter((name) => told[name]?.version === VERSION);
    return { ...reply, value };
  }
  const { kind, status = 404 } = reply.failure;
  const isNone = ['missing', 'refused', 'forbidden'].includes(kind);
  return isNone ? { ok: true, status, value: [] } : reply;
}
