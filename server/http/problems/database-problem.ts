import { CommitLostError, isDatabaseAway } from '../../db/database-away';
import { DISK_FULL } from '../../db/disk';
import { ProblemError } from './problem';

/** Classes of PostgreSQL error codes that a caller's values can provoke. */
const BAD_VALUE = '22';
const BROKEN_RULE = '23';
const UNIQUE = '23505';
/** Deadlock or serialisation failure: nothing happened, a retry may work. */
const TRY_AGAIN = '40';
/** Another transaction held what this one needed for too long. */
const LOCKED = '55P03';

const RETRY_AFTER_SECONDS = '2';
/** Somebody has to make room first. */
const FULL_RETRY_SECONDS = '30';

/**
 * The answer to an error of the database that is not this server's own mistake:
 * 400 for values it cannot hold, 409 for a rule it keeps, 503 when it cannot be
 * reached and nothing is stored, 504 when nobody knows whether the change is.
 * Clients send again after a 503 and ask first after a 504, so the two must not
 * be mixed up. Undefined for everything else.
 */
export function databaseProblem(thrown: unknown): ProblemError | undefined {
  if (thrown instanceof CommitLostError) {
    return new ProblemError(504, 'Whether this is stored is not known.', {
      headers: { 'Retry-After': RETRY_AFTER_SECONDS },
    });
  }
  const code = codeOf(thrown);
  if (code === DISK_FULL) return diskFull();
  if (isDatabaseAway(thrown)) return unavailable();
  if (code === LOCKED) return unavailable();
  switch (code?.slice(0, 2)) {
    case BAD_VALUE:
      return new ProblemError(400, 'A value cannot be stored.');
    case BROKEN_RULE:
      return new ProblemError(409, 'This conflicts with other data.');
    case TRY_AGAIN:
      return unavailable();
    default:
      return undefined;
  }
}

/**
 * Whether a statement failed at a value that another transaction stored: sent
 * again, the request may be done or refused with its reason.
 */
export function isClash(thrown: unknown): boolean {
  return codeOf(thrown) === UNIQUE;
}

/** Whether a statement failed because the unique index has the value already. */
export function isTaken(thrown: unknown, index: string): boolean {
  if (!(thrown instanceof Error)) return false;
  if (!('code' in thrown)) return isTaken(thrown.cause, index);
  if (thrown.code !== UNIQUE) return false;
  return 'constraint' in thrown && thrown.constraint === index;
}

function unavailable(): ProblemError {
  return new ProblemError(503, 'The database is not available.', {
    headers: { 'Retry-After': RETRY_AFTER_SECONDS },
  });
}

/** Nothing is stored, and nothing will be until somebody has made room. */
export function diskFull(): ProblemError {
  return new ProblemError(
    503,
    'The disk of the server is full. Nothing can be stored until there is room.',
    { headers: { 'Retry-After': FULL_RETRY_SECONDS } },
  );
}

/** The driver's code, also when the query builder wrapped the error. */
export function codeOf(thrown: unknown): string | undefined {
  if (!(thrown instanceof Error)) return undefined;
  if ('code' in thrown && typeof thrown.code === 'string') return thrown.code;
  return codeOf(thrown.cause);
}
