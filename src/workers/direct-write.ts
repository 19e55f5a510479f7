import type { Client } from '@/api/client';
import { getObserverCount } from '@/api/observers';
import type { Failure, Reply } from '@/domain/outbox/outcome';

/**
 * Has the server make a change that no outbox keeps, such as a new PIN. A success
 * without a body counts only when the server itself answers just after it: a network
 * that wants a sign-in says so, too, and there is nothing to read back.
 */
export async function writeDirectly(
  client: Client,
  write: (client: Client) => Promise<Reply<unknown>>,
): Promise<Reply<unknown>> {
  const reply = await write(client);
  if (!reply.ok || !reply.isUnproven) return reply;
  const heard = await getObserverCount(client);
  const failure: Failure = { kind: 'unproven', status: reply.status };
  return heard.ok ? reply : { ok: false, failure };
}
