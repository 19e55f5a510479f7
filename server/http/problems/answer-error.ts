import { describeFailure } from '../../describe-failure';
import { PictureStoreError } from '../../pictures/picture-store';
import type { RequestContext } from '../../server';
import { routeOf } from '../route-of';
import { codeOf, databaseProblem } from './database-problem';
import type { Crash } from './problem';
import {
  CrashingError,
  MessageRefusal,
  ProblemError,
  problemResponse,
  TextRefusal,
} from './problem';

/** Somebody has to make room, or give the right key, first. */
const STORE_RETRY_SECONDS = { away: '5', full: '30', refused: '30' };

/**
 * Answers an error that a handler threw. Only an unexpected error is a 500, and
 * only that is logged, with the id that the answer has as `X-Request-Id`, the
 * method, the route's pattern and the kind of error. The log has no data of the
 * request and not the error's message, which repeats such data.
 */
export function answerError(thrown: unknown, c: RequestContext): Response {
  const { quirks, log, disk } = c.var.server;
  if (thrown instanceof TextRefusal) {
    return textResponse(thrown.status, thrown.message);
  }
  if (thrown instanceof MessageRefusal) {
    return Response.json({ message: thrown.message }, { status: 400 });
  }
  if (thrown instanceof CrashingError) {
    if (quirks[thrown.quirk]) return crash(thrown.crash);
    return thrown.isText
      ? textResponse(400, thrown.message)
      : problemResponse(400, thrown.message);
  }
  disk.noteError(codeOf(thrown));
  const problem = problemOf(thrown);
  if (problem) {
    const { status, message, errors, headers, secondFactor } = problem;
    if (quirks.emptyRefusals && (status === 401 || status === 403)) {
      return new Response(null, { status, headers });
    }
    return problemResponse(status, message, errors, headers, secondFactor);
  }
  const id = c.var.requestId;
  const { method, route } = routeOf(c);
  log(`${id} ${method} ${route} failed: ${describeFailure(thrown)}`);
  const answer = quirks.crashes
    ? crash({ type: 'InvalidOperationException', detail: 'Something failed' })
    : problemResponse(500, 'Something failed on this server.');
  answer.headers.set('X-Request-Id', id);
  return answer;
}

function problemOf(thrown: unknown): ProblemError | undefined {
  if (thrown instanceof ProblemError) return thrown;
  if (!(thrown instanceof PictureStoreError)) return databaseProblem(thrown);
  const { message, reason } = thrown;
  const seconds = STORE_RETRY_SECONDS[reason];
  return new ProblemError(503, message, {
    headers: { 'Retry-After': seconds },
  });
}

function textResponse(status: number, text: string): Response {
  return new Response(text, {
    status,
    headers: { 'Content-Type': 'text/plain; charset=utf-8' },
  });
}

/**
 * The real server's answer: status 500 outside, 400 inside (docs/api-contract.md
 * 1.1).
 */
function crash({ type, detail }: Crash): Response {
  return Response.json(
    { type, title: 'An error occurred', status: 400, detail },
    { status: 500 },
  );
}
