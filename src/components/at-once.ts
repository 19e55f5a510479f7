/**
 * Options of a navigation within one screen. The router draws in a transition, which
 * gives way to frames that show nothing new.
 */
export const atOnce = { flushSync: true } as const;
