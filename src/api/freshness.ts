/**
 * Tells replies that a cache on the way gave from the server's own, by what they say
 * of their age. One for all requests to a server.
 */
export interface Freshness {
  /**
   * Call when a request leaves. @returns whether the reply with these headers was made
   * after that. Servers whose headers a page cannot read (CORS) are believed.
   */
  leave(): (headers: Headers) => boolean;
  /**
   * Takes a reply's time for the server's, however early it is: no cache can have
   * answered the request.
   */
  believe(headers: Headers): void;
}

export function createFreshness(): Freshness {
  /** Epoch ms of the latest reply by the server's clock, in whole seconds. */
  let latest = Number.NEGATIVE_INFINITY;
  const dateOf = (headers: Headers) => Date.parse(headers.get('date') ?? '');
  return {
    leave() {
      const before = latest;
      return (headers) => {
        const date = dateOf(headers);
        if (isFromCache(headers) || date < before) return false;
        if (date > latest) latest = date;
        return true;
      };
    },
    believe(headers) {
      const date = dateOf(headers);
      if (!Number.isNaN(date)) latest = date;
    },
  };
}

/** Whether a cache says that it kept the reply for some seconds (RFC 9111, 5.1). */
export function isFromCache(headers: Headers): boolean {
  return Number(headers.get('age') ?? 0) > 0;
}
