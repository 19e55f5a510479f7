type Fetch = typeof globalThis.fetch;

/** A line on which some requests are held on their way out; hand it to a tab. */
export function aHeldLine(next: Fetch, isHeld: (request: Request) => boolean) {
  let held = 0;
  let release = () => {};
  const free = new Promise<void>((resolve) => {
    release = resolve;
  });
  return {
    fetch: async (...args: Parameters<Fetch>) => {
      const request = new Request(...args);
      if (isHeld(request)) {
        held += 1;
        await free;
      }
      return next(request);
    },
    /** How many have been held so far. */
    held: () => held,
    /** All goes through from now on. */
    release: () => release(),
  };
}

/** Whether a request is to change something on the server. */
export function isChange({ method }: Request): boolean {
  return method !== 'GET';
}
