/** Ways in which one request may end other than well. */
export const faultKinds = [
  'cutBefore',
  'cutAfter',
  'portal',
  'empty',
  'noContent',
  'notModified',
  'foreign',
  'cached',
  'busy',
  'tooMany',
  'failBefore',
  'failAfter',
  'gateway',
  'refuse',
  'delay',
  'held',
  'truncated',
  'silent',
] as const;

/**
 * cutBefore, cutAfter: no reply, before or after the server did it. portal: 200
 * with a page, the server never saw it. empty, noContent, notModified, foreign: the
 * same with no body, as 204, as 304, with JSON of somebody else. cached: a read
 * answered with what the server said earlier. busy: 503. tooMany: 429. failBefore,
 * failAfter: 500 before or after the effect. gateway: 504. refuse: 400. delay: late,
 * but answered. held: the client gives up, the request arrives later. truncated:
 * done, the reply breaks off. silent: taken, never answered.
 */
export type FaultKind = (typeof faultKinds)[number];

/** What every request meets: nothing, no network, a portal, 503s, or anything. */
const weathers = ['good', 'cut', 'portal', 'storm', 'flaky'] as const;
export type Weather = (typeof weathers)[number];

/** Where a tab may be killed (docs/offline-design.md 16.2). */
export const crashPoints = [
  'now',
  'K1',
  'K2',
  'K3',
  'K4',
  'K5',
  'K6',
  'K7',
  'K8',
  'K9',
  'K10',
  'K11',
  'K12',
] as const;
export type CrashPoint = (typeof crashPoints)[number];
