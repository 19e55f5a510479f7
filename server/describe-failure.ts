/** At most this many causes are read. */
const MAX_CAUSES = 5;
/** SQLSTATE codes; of Node's codes only some that begin with E look like one. */
const SQLSTATE = /^(?!E)[0-9A-Z]{5}$/;
const NODE_CODE = /^E[A-Z0-9_]+$/;
/**
 * The last `server/` of a line: a folder above the project may have that name,
 * too. The built server is JavaScript, in `dist-server`.
 */
const PLACE = /^.*\b(server\/[\w/.-]+\.[cm]?[jt]s:\d+)/m;

/**
 * What a log may say of an error: its class, its SQLSTATE or Node's code, and
 * the place in the code. Never its message, which may hold the values of a
 * query (of Drizzle's it holds all of them: phones, names, hashes), nor
 * anything else that could come from a caller.
 */
export function describeFailure(thrown: unknown): string {
  const errors = withCauses(thrown);
  const [error] = errors;
  if (!error) return `a thrown ${typeof thrown}`;
  const code = errors.map(codeOf).find(Boolean);
  const place = errors.map(placeOf).find(Boolean);
  return [error.constructor.name, code, place && `at ${place}`]
    .filter(Boolean)
    .join(', ');
}

function withCauses(thrown: unknown): Error[] {
  const errors: Error[] = [];
  let next = thrown;
  while (next instanceof Error && errors.length < MAX_CAUSES) {
    errors.push(next);
    next = next instanceof AggregateError ? next.errors[0] : next.cause;
  }
  return errors;
}

function codeOf(error: Error): string | undefined {
  if (!('code' in error) || typeof error.code !== 'string') return undefined;
  if (SQLSTATE.test(error.code)) return `SQLSTATE ${error.code}`;
  return NODE_CODE.test(error.code) ? error.code : undefined;
}

/** A stack begins with the message, which could look like a place. */
function placeOf({ stack = '', message }: Error): string | undefined {
  const start = stack.indexOf(message);
  if (start < 0) return undefined;
  return PLACE.exec(stack.slice(start + message.length))?.[1];
}
