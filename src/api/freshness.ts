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
  /**
   * Tells what an earlier session heard: a reply that was made before is none of the
   * server's as it is now. @param date epoch ms by the server's clock.
   */
  remember(date: number): void;
  /** Epoch ms of the latest reply by the server's clock; undefined before the first one. */
  latest(): number | undefined;
}

/** Servers tell whole seconds, and some read their clock once a second. */
const COARSE_MS = 2_000;
/** How much faster than a server's the clock of a device may go. */
const DRIFT = 0.001;

export function createFreshness(): Freshness {
  /** Epoch ms of the latest reply by the server's clock, in whole seconds. */
  let latest = Number.NEGATIVE_INFINITY;
  /** The same, of an earlier session. */
  let earlier = latest;
  /** The reply that tells most of the server's clock: its time, and when it was heard. */
  let best = { date: latest, heardAt: 0 };
  const dateOf = (headers: Headers) => Date.parse(headers.get('date') ?? '');
  /** Epoch ms that the server's clock has reached at least; nobody sets the clock that tells it. */
  const serverNow = () =>
    best.date + (performance.now() - best.heardAt) * (1 - DRIFT);

  function hear(date: number): void {
    latest = date;
    best = { date, heardAt: performance.now() };
  }

  return {
    leave() {
      const before = latest;
      const leftAt = serverNow();
      return (headers) => {
        const date = dateOf(headers);
        const isOld =
          date < Math.max(before, earlier) || date <= leftAt - COARSE_MS;
        if (isFromCache(headers) || isOld) return false;
        if (date > serverNow()) hear(date);
        else if (date > latest) latest = date;
        return true;
      };
    },
    believe(headers) {
      const date = dateOf(headers);
      if (Number.isNaN(date)) return;
      hear(date);
      // Its clock may have been set back since.
      earlier = Math.min(earlier, date);
    },
    remember(date) {
      earlier = date;
    },
    latest: () => (Number.isFinite(latest) ? latest : undefined),
  };
}

/** Whether a cache says that it kept the reply for some seconds (RFC 9111, 5.1). */
export function isFromCache(headers: Headers): boolean {
  return Number(headers.get('age') ?? 0) > 0;
}
