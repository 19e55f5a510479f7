/**
 * What this app can use of a server beyond known ones (docs/api-contract.md 10): the
 * only list of their names. Our own server has its list in `server/schemas/extensions.ts`.
 */
export const extensions = [
  'bodies',
  'triage',
  'places',
  'accounts',
  'sessions',
  'audit',
  'changes',
  'secondFactor',
  'feed',
  'details',
  'enrolment',
  'demo',
] as const;

export type Extension = (typeof extensions)[number];
