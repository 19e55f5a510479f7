import type { Exchange, Told, WorstServer } from './server-state';
import { accountOf, putMessage, took } from './server-state';

/**
 * Sends a message (docs/api-contract.md 4.6): the phones buzz first and the
 * history is
 * written afterwards (F11). The server fails on a list of recipients that names
 * somebody twice or whom it does not know.
 */
export function sendMessage(server: WorstServer, exchange: Exchange): Told {
  const { path, body, opId } = exchange;
  const title = String(body['title']);
  const all = server.observers.map(({ id }) => id);
  const recipients = path.endsWith('/all') ? all : idsOf(body['recipients']);
  if (new Set(recipients).size < recipients.length) {
    server.malformed.push(`a message to ${recipients.join()}`);
    return { status: 500 };
  }
  const unknown = recipients.filter((id) => !all.includes(id));
  const isUnknown = unknown.length > 0;
  if (isUnknown)
    server.missed.push({ opId, ids: unknown, at: exchange.leftAt });
  if (isUnknown && !server.traits.buzzesFirst) return { status: 500 };
  server.pushes.push({ title, at: server.now() });
  // The history names whom a message to all reached.
  took(server, { ...exchange, body: { ...body, recipients } });
  // The phones have buzzed; then the database fails.
  const isFailing = server.chance.is(server.traits.failsAfterBuzz);
  if (isUnknown || isFailing) return { status: 500 };
  const account = accountOf(exchange.token);
  putMessage(server, account, title, String(body['message']), recipients);
  if (opId !== undefined) {
    server.written.set(opId, [
      ...(server.written.get(opId) ?? []),
      { recipients, at: server.now() },
    ]);
  }
  return { status: 202, value: recipients.length };
}

function idsOf(value: unknown): number[] {
  return Array.isArray(value) ? value.map(Number) : [];
}
