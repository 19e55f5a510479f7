import { paths } from '@/paths';

/**
 * Without a token every address is the sign-in's (docs/specification.md 2). The
 * place that was wanted travels in the history entry, not in the address.
 */
export function keepToLogin(): void {
  const { pathname, search } = location;
  if (pathname === paths.login) return;
  history.replaceState({ from: pathname + search }, '', paths.login);
}

/** With a token the sign-in's address leads on to what was wanted. */
export function leaveLogin(): void {
  if (location.pathname !== paths.login) return;
  const state: unknown = history.state;
  history.replaceState(null, '', returnPath(state));
}

/**
 * After a logout the next person starts on the sign-in screen, not on the page
 * that was left.
 */
export function forgetAddress(): void {
  history.replaceState(null, '', paths.login);
}

/**
 * The path to return to after the sign-in, from a history entry's state.
 * Only paths of ours count: "//elsewhere" would be another server.
 */
export function returnPath(state: unknown): string {
  const isObject = typeof state === 'object' && state !== null;
  const from = isObject && 'from' in state ? state.from : undefined;
  const isOurs =
    typeof from === 'string' &&
    /^\/(?![/\\])/.test(from) &&
    from !== paths.login;
  return isOurs ? from : paths.answers();
}
