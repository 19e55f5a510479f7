/** Classes of SQLSTATE: no connection, too many connections, shutting down. */
const AWAY_STATES = new Set(['08', '53', '57']);

/**
 * The transaction was idle for too long, and its connection has ended; or this
 * is a standby, which has not taken over yet or does no longer lead.
 */
const AWAY_CODES = new Set(['25P03', '25006']);

const NETWORK_CODES = new Set([
  'EAI_AGAIN',
  'ECONNABORTED',
  'ECONNREFUSED',
  'ECONNRESET',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EPIPE',
  'ETIMEDOUT',
]);

/**
 * The socket of PostgreSQL is a file: it goes when that stops, and takes nobody
 * when its queue is full. Other files have these errors, too.
 */
const SOCKET_CODES = new Set(['EAGAIN', 'ENOENT']);

/** The messages of the driver, which have no code, about a lost connection. */
const DRIVER_SENTENCES =
  /^(Connection terminated|Client (has encountered a connection error|was closed)|timeout (expired|exceeded when trying to connect))/;

/**
 * The connection ended between COMMIT and its answer. Nobody knows whether the
 * changes are stored, so the caller must not be told that they are not.
 */
export class CommitLostError extends Error {
  constructor(cause: unknown) {
    super('The database ended before it answered the commit.', { cause });
    this.name = 'CommitLostError';
  }
}

/**
 * Whether an error means that the database could not be reached or went away
 * during the work, also when the query builder wrapped it. What a transaction
 * did before such an error is not stored, unless it is a `CommitLostError`.
 */
export function isDatabaseAway(thrown: unknown): boolean {
  if (!(thrown instanceof Error)) return false;
  if (DRIVER_SENTENCES.test(thrown.message)) return true;
  if ('code' in thrown && typeof thrown.code === 'string') {
    const { code } = thrown;
    const isConnecting = 'syscall' in thrown && thrown.syscall === 'connect';
    return (
      (isConnecting && SOCKET_CODES.has(code)) ||
      NETWORK_CODES.has(code) ||
      AWAY_STATES.has(code.slice(0, 2)) ||
      AWAY_CODES.has(code)
    );
  }
  if (thrown instanceof AggregateError)
    return thrown.errors.some(isDatabaseAway);
  return isDatabaseAway(thrown.cause);
}
