import * as v from 'valibot';

import type { AddedReadToken, ReadToken } from '@/domain/read-token';

import type { Client } from './client';
import { id, maybeDate } from './wire';

const PATH = '/api/extensions/tokens';

const tokens = v.array(
  v.pipe(
    v.object({
      id,
      name: v.string(),
      ngo: v.nullable(v.string()),
      madeBy: v.string(),
      madeAt: maybeDate,
      endsAt: maybeDate,
      lastUsedAt: maybeDate,
    }),
    v.transform((wire): ReadToken => ({
      ...wire,
      ngo: wire.ngo ?? undefined,
      madeAt: wire.madeAt ?? 0,
      endsAt: wire.endsAt ?? 0,
    })),
  ),
);

/** GET /api/extensions/tokens (docs/api-contract.md 10.11): all of them, also ended by time. */
export function getReadTokens(client: Client) {
  return client.get({ path: PATH, schema: tokens });
}

/**
 * POST /api/extensions/tokens: makes one, which the reply alone has. 422 when the
 * organisation has too many.
 */
export function makeReadToken(client: Client, added: AddedReadToken) {
  const endsAt = new Date(added.endsAt).toISOString();
  return client.send({
    method: 'POST',
    path: PATH,
    body: { ...added, endsAt },
    schema: v.object({ token: v.string() }),
  });
}

/** DELETE /api/extensions/tokens/:id: ends one. 404 for one that has ended already. */
export function endReadToken(client: Client, tokenId: number) {
  return client.send({ method: 'DELETE', path: `${PATH}/${tokenId}` });
}
