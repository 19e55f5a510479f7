import * as v from 'valibot';

import type { Reply } from '@/domain/outbox/outcome';

import type { Client } from './client';

export interface Credentials {
  user: string;
  password: string;
  /** Of the second factor, where the server asked for it (docs/api-contract.md 10.10). */
  code?: string | undefined;
}

const loginResponse = v.object({ access_token: v.string() });

/**
 * POST /api/v2/access/authorize (docs/api-contract.md 2.1). Answers the token.
 * Wrong credentials are 400, 401 or 403, with kind `refused`, `unauthorized` or
 * `forbidden`; `secondFactor` of the failure says that it is about the code.
 */
export async function authorize(
  client: Client,
  { user, password, code }: Credentials,
): Promise<Reply<string>> {
  const reply = await client.send({
    method: 'POST',
    path: '/api/v2/access/authorize',
    body: { user, password, ...(code !== undefined && { code }) },
    schema: loginResponse,
  });
  if (!reply.ok) return reply;
  if (!reply.value) {
    return { ok: false, failure: { kind: 'unreadable', status: reply.status } };
  }
  return { ok: true, status: reply.status, value: reply.value.access_token };
}

/** POST /api/extensions/sign-out: ends the session of the client's token. */
export function signOut(client: Client): Promise<Reply<unknown>> {
  return client.send({
    method: 'POST',
    path: '/api/extensions/sign-out',
  });
}
