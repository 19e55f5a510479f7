import { ProblemError } from './problem';

/** Classes of PostgreSQL error codes that a caller's values can provoke. */
const BAD_VALUE = '22';
const BROKEN_RULE = '23';
const UNIQUE = '23505';
/** Deadlock or serialisation failure: nothing happened, a retry may work. */
const TRY_AGAIN = '40';
/** No connection, too many connections, shutting down. */
const UNAVAILABLE = new Set(['08', '53', '57']);
const NO_CONNECTION = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ETIMEDOUT',
  'ENOTFOUND',
]);

const RETRY_AFTER_SECONDS = '2';

/**
 * The answer to an error of the database that is not this host's own mistake:
 * 400 for values it cannot hold, 409 for a rule it keeps, 503 when it cannot
 * be reached. Undefined for everything else.
 */
export function databaseProblem(thrown: unknown): ProblemError | undefined {
  const code = codeOf(thrown);
  if (!code) return undefined;
  if (NO_CONNECTION.has(code)) return unavailable();
  switch (code.slice(0, 2)) {
    case BAD_VALUE:
      return new ProblemError(400, 'A value cannot be stored.');
    case BROKEN_RULE:
      return new ProblemError(409, 'This conflicts with other data.');
    case TRY_AGAIN:
      return unavailable();
    default:
      return UNAVAILABLE.has(code.slice(0, 2)) ? unavailable() : undefined;
  }
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

/** The driver's code, also when the query builder wrapped the error. */
function codeOf(thrown: unknown): string | undefined {
  if (!(thrown instanceof Error)) return undefined;
  if ('code' in thrown && typeof thrown.code === 'string') return thrown.code;
  return codeOf(thrown.cause);
}
