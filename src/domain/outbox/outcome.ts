/** Why a request brought nothing, as a plain value: it survives Comlink and IndexedDB. */
export interface Failure {
  kind: FailureKind;
  /** HTTP status, where there was one. */
  status?: number | undefined;
  /** The server's own words, where it gave any: text, never markup. */
  detail?: string | undefined;
  /** What a sign-in lacks, where the server says that (docs/api-contract.md 10.10). */
  secondFactor?: CodeProblem | undefined;
}

/**
 * needed: the account has a second factor, and no code was sent. wrong: the code is.
 * locked: too many were, so recovery codes alone count. unreadable: the server can
 * check recovery codes alone.
 */
export const codeProblems = [
  'needed',
  'wrong',
  'locked',
  'unreadable',
] as const;
export type CodeProblem = (typeof codeProblems)[number];

/**
 * offline: no reply at all (refused, cut, DNS, CORS). timeout: none in time.
 * unreadable: a reply that is not what was asked for (HTML, broken JSON, no
 * body). unproven: a success without a body, which anything on the way could have
 * said. expired: it waited too long to be sent unasked. recipientsGone: the
 * server no longer has all whom a message is for. pinLost: its sealed PIN
 * can no longer be read. pinOld: whether its PIN arrived cannot be asked, and
 * others may have set one since. takenOver: it was saved to a file, so another
 * device may have sent it. hasReports: the server does not delete an observer who has any
 * (docs/api-contract.md 3.4). hasAnswers: the server saved a form and keeps parts that
 * the save removes, because they have answers (4.1). notOffered: the server lacks the
 * extension that the change needs (10.1). secondFactorMissing: the server requires a second
 * factor, and the account has none (10.10). noWorker: no sync worker could
 * ask the server. The rest are the server's answers by status.
 */
export const failureKinds = [
  'offline',
  'timeout',
  'unreadable',
  'unproven',
  'unauthorized',
  'forbidden',
  'missing',
  'conflict',
  'refused',
  'busy',
  'server',
  'expired',
  'recipientsGone',
  'pinLost',
  'pinOld',
  'takenOver',
  'hasReports',
  'hasAnswers',
  'notOffered',
  'secondFactorMissing',
  'noWorker',
] as const;
export type FailureKind = (typeof failureKinds)[number];

export type Reply<T> = Success<T> | Rejection;

export interface Success<T> {
  ok: true;
  status: number;
  value: T;
  /** The server's validator, when it shows one. */
  etag?: string | undefined;
  /** Epoch ms by the server's clock, when it tells. */
  serverTime?: number | undefined;
  /** A write was answered without a body: anything on the way could have said that. */
  isUnproven?: boolean | undefined;
}

export interface Rejection {
  ok: false;
  failure: Failure;
  /** Wait asked for by the server, in ms, when readable. */
  retryAfterMs?: number | undefined;
}

/** The failure a status stands for (docs/api-contract.md 1.1). */
export function failureOfStatus(status: number): FailureKind {
  if (status === 401) return 'unauthorized';
  if (status === 403) return 'forbidden';
  if (status === 404) return 'missing';
  if (status === 409 || status === 412) return 'conflict';
  if (status === 408 || status === 502 || status === 504) return 'timeout';
  if (status === 429 || status === 503) return 'busy';
  if (status >= 500) return 'server';
  return 'refused';
}

/**
 * What an attempt to send an op came to.
 * done: the server did it. unknown: it may have; ask before sending again.
 * wait: it certainly did not; try later. refused: it never will.
 * gone: what the op changes is no longer there. conflict: it changed meanwhile.
 * locked: the session ended; nothing about the op is decided.
 */
export type Outcome =
  | 'done'
  | 'unknown'
  | 'wait'
  | 'refused'
  | 'gone'
  | 'conflict'
  | 'locked';

/**
 * Turns the reply to an op into its outcome.
 * A reply that is not the server's own word (no reply, a time-out, a captive
 * portal's page or its empty success, a 500 that may follow the effect) is unknown,
 * never failed.
 * Source: the outcome table of docs/offline-design.md.
 */
export function outcomeOf(reply: Reply<unknown>): Outcome {
  if (reply.ok) return reply.isUnproven ? 'unknown' : 'done';
  switch (reply.failure.kind) {
    case 'offline':
    case 'timeout':
    case 'unreadable':
    case 'unproven':
    case 'server':
      return 'unknown';
    case 'busy':
      return 'wait';
    case 'unauthorized':
      return 'locked';
    case 'missing':
      return 'gone';
    case 'conflict':
      return 'conflict';
    case 'forbidden':
    case 'refused':
    case 'pinLost':
    case 'hasReports':
    case 'hasAnswers':
    case 'notOffered':
      return 'refused';
    case 'expired':
    case 'recipientsGone':
    case 'pinOld':
    case 'takenOver':
    case 'secondFactorMissing':
    case 'noWorker':
      return 'wait';
  }
}
