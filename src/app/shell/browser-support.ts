/**
 * Why work cannot be stored here. insecure: the address is neither https nor
 * of this very computer, so the browser withholds what tabs agree by and secrets
 * are sealed with. outdated: the browser never had it.
 */
export type Unsupported = 'insecure' | 'outdated';

/** What this browser lacks; undefined when the app can run. */
export function findUnsupported(): Unsupported | undefined {
  if (!window.isSecureContext) return 'insecure';
  const hasAll = 'locks' in navigator && 'randomUUID' in crypto;
  return hasAll ? undefined : 'outdated';
}
