declare global {
  /** What the boot file asked for before the app's scripts were there. */
  var earlyAnswers: Map<string, Promise<Response>> | undefined;
}

/** Asks now for what `fetchOrTakeEarly` will ask for, which takes the answer. */
export function askEarly(
  address: string,
  init?: RequestInit,
): Promise<Response> {
  const answer = fetch(address, init);
  answer.catch(() => {
    // The app hears of it when it takes the answer.
  });
  globalThis.earlyAnswers ??= new Map();
  globalThis.earlyAnswers.set(address, answer);
  return answer;
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
