/**
 * Options of a navigation within one screen. The router draws in a transition, which
 * keeps the old screen while the code of the next one is loaded; here no code is
 * missing, and a transition gives way to frames that show nothing new.
 */
export const atOnce = { flushSync: true } as const;
