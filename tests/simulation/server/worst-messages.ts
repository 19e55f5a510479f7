import type { Exchange, Told, WorstHost } from './server-state';
import { accountOf, putMessage, took } from './server-state';

/**
 * Sends a message (docs/api-contract.md 4.6): the phones buzz first and the
 * history is
 * written afterwards (F11). The server fails on a list of recipients that names
 * somebody twice or whom it does not know.
 */
export function sendMessage(host: WorstHost, exchange: Exchange): Told {
  const { path, body, opId } = exchange;
  const title = String(body['title']);
  const all = host.observers.map(({ id }) => id);
  const recipients = path.endsWith('/all') ? all : idsOf(body['recipients']);
  if (new Set(recipients).size < recipients.length) {
    host.malformed.push(`a message to ${recipients.join()}`);
    return { status: 500 };
  }
  const unknown = recipients.filter((id) => !all.includes(id));
  const isUnknown = unknown.length > 0;
  if (isUnknown) host.missed.push({ opId, ids: unknown, at: host.now() });
  if (isUnknown && !host.traits.buzzesFirst) return { status: 500 };
  host.pushes.push({ title, at: host.now() });
  took(host, exchange);
  // The phones have buzzed; then the database fails.
  const isFailing = host.chance.is(host.traits.failsAfterBuzz);
  if (isUnknown || isFailing) return { status: 500 };
  const account = accountOf(exchange.token);
  putMessage(host, account, title, String(body['message']), recipients);
  if (opId !== undefined) {
    host.written.set(opId, [...(host.written.get(opId) ?? []), host.now()]);
  }
  return { status: 202, value: recipients.length };
}

function idsOf(value: unknown): number[] {
  return Array.isArray(value) ? value.map(Number) : [];
}
