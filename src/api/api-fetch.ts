import type { $Fetch } from 'ofetch';
import { createFetch } from 'ofetch';

/** Where a server is, and who asks. */
export interface Origin {
  /** Origin of the server; empty = our own. */
  host: string;
  /** Bearer token; absent only for the login call. */
  token?: string | undefined;
  fetch: typeof globalThis.fetch;
}

/**
 * ofetch with what all requests to a server have in common. A response comes
 * with its body unread and whatever its status is; without one the call rejects
 * with a FetchError, whose message holds the address and its query: it is not
 * for logs. There are no retries, as only the outbox decides to send again.
 */
export function createApiFetch({ host, token, fetch }: Origin): $Fetch {
  return createFetch({
    fetch,
    defaults: {
      baseURL: host,
      cache: 'no-store',
      // With 'omit' Chromium opens connections apart from those of the files.
      credentials: 'same-origin',
      headers: { Accept: 'application/json' },
      ignoreResponseError: true,
      responseType: 'stream',
      retry: false,
      onRequest({ options }) {
        if (token) options.headers.set('Authorization', `Bearer ${token}`);
        options.query = sentQuery(options.query);
      },
    },
  });
}

/** Drops empty values; 0 and false are sent (docs/specification.md 5). */
function sentQuery(query: Record<string, unknown> = {}) {
  return Object.fromEntries(
    Object.entries(query).filter(
      ([, value]) => value !== undefined && value !== null && value !== '',
    ),
  );
}
