declare global {
  /** What the boot file asked for before the app's scripts were there. */
  var earlyAnswers: Map<string, Promise<Response>> | undefined;
}

/** Asks now for what `fetchOrTakeEarly` will ask for. */
export function askEarly(address: string, init?: RequestInit): void {
  const answer = fetch(address, init);
  answer.catch(() => {
    // The app hears of it when it takes the answer.
  });
  globalThis.earlyAnswers ??= new Map();
  globalThis.earlyAnswers.set(address, answer);
}

/** The answer that the boot file asked for; from the second time on, a new one. */
export function fetchOrTakeEarly(
  address: string,
  init?: RequestInit,
): Promise<Response> {
  const early = globalThis.earlyAnswers?.get(address);
  globalThis.earlyAnswers?.delete(address);
  return early ?? fetch(address, init);
}
