import * as v from 'valibot';

import type { Reply } from '@/domain/outbox/outcome';

import type { Client } from './client';

export interface Credentials {
  user: string;
  password: string;
}

const loginResponse = v.object({ access_token: v.string() });

/**
 * POST /api/v2/access/authorize (docs/api-contract.md 2.1). Answers the token.
 * Wrong credentials are 400, 401 or 403, with kind `refused`, `unauthorized` or
 * `forbidden`.
 */
export async function authorize(
  client: Client,
  { user, password }: Credentials,
): Promise<Reply<string>> {
  const reply = await client.send({
    method: 'POST',
    path: '/api/v2/access/authorize',
    body: { user, password },
    schema: loginResponse,
  });
  if (!reply.ok) return reply;
  if (!reply.value) {
    return { ok: false, failure: { kind: 'unreadable', status: reply.status } };
  }
  return { ok: true, status: reply.status, value: reply.value.access_token };
}
