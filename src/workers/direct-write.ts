import type { Client } from '@/api/client';
import { getObserverCount } from '@/api/observers';
import type { Failure, Reply } from '@/domain/outbox/outcome';

/** Asks the server, after a write, whether it did it. */
export type Proof = (client: Client) => Promise<boolean>;

/**
 * Has the server make a change that no outbox keeps, such as a new PIN. A success
 * without a body counts only with a proof: a network that wants a sign-in says so, too.
 * @param isProven without one the server itself has to answer just after the write, as
 * there is nothing to read back.
 */
export async function writeDirectly(
  client: Client,
  write: (client: Client) => Promise<Reply<unknown>>,
  isProven: Proof = isHeard,
): Promise<Reply<unknown>> {
  const reply = await write(client);
  if (!reply.ok || !reply.isUnproven) return reply;
  const failure: Failure = { kind: 'unproven', status: reply.status };
  return (await isProven(client)) ? reply : { ok: false, failure };
}

/** The server itself answers. */
export async function isHeard(client: Client): Promise<boolean> {
  return (await getObserverCount(client)).ok;
}
