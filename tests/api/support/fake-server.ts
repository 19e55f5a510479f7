import type { Client, ClientOptions } from '@/api/client';
import { createClient } from '@/api/client';

/** One request as it left. */
export interface Sent {
  method: string;
  /** The whole address, as it stands on the wire. */
  url: string;
  path: string;
  query: [name: string, value: string][];
  headers: Headers;
  /** The text of the body; undefined without one. */
  body: string | undefined;
  signal: AbortSignal;
}

export interface FakeServer {
  client: Client;
  /** Everything that left, in order. */
  sent: Sent[];
}

/**
 * A client on a network that gives every request the same answer.
 * @param answer makes the reply; it may throw, and it may never come.
 */
export function serverThat(
  answer: (request: Sent) => Response | Promise<Response>,
  options: Partial<ClientOptions> = {},
): FakeServer {
  const sent: Sent[] = [];
  const client = createClient({
    host: 'http://server.test',
    token: 'a.b.c',
    fetch: async (input, init) => {
      const request = new Request(input, init);
      const url = new URL(request.url);
      const text = await request.clone().text();
      const each = {
        method: request.method,
        url: request.url,
        path: url.pathname,
        query: [...url.searchParams],
        headers: request.headers,
        body: text === '' ? undefined : text,
        // A request follows the signal only for as long as it is not collected.
        signal: init?.signal ?? request.signal,
      };
      sent.push(each);
      return answer(each);
    },
    ...options,
  });
  return { client, sent };
}

/** A server whose every reply is this literal text. */
export function serverSaying(
  text: string,
  init: ResponseInit = {},
  options: Partial<ClientOptions> = {},
): FakeServer {
  const isEmpty = [204, 304].includes(init.status ?? 200);
  return serverThat(() => new Response(isEmpty ? null : text, init), options);
}
