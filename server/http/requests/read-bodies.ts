import type { MiddlewareHandler } from 'hono';

import type { RequestContext, ServerEnv } from '../../server';
import { clientAddressOf, networkOf } from '../callers/client-address';
import { ProblemError } from '../problems/problem';
import {
  isMultipart,
  tooLarge,
  tooManyFields,
  type BodyLimits,
} from './body-limits';

const RETRY_AFTER = { headers: { 'Retry-After': '5' } };

/**
 * Reads each body whole, within its limits, before the route runs. 413 for one that is
 * too long, 408 for one that does not come, 429 for too many of one network, 503 while
 * all bodies together hold what they may. A body that `receiveFiles` has read was
 * counted there.
 */
export function readBodies(limits: BodyLimits): MiddlewareHandler<ServerEnv> {
  /** Bytes that are held now. */
  let together = 0;
  /** Anonymous bodies under way by network. */
  const anonymous = new Map<string, number>();

  function take(bytes: number): void {
    if (together + bytes > limits.togetherBytes) {
      throw new ProblemError(
        503,
        'The server is receiving too much at once.',
        RETRY_AFTER,
      );
    }
    together += bytes;
  }

  function enter(c: RequestContext): () => void {
    if (c.var.user) return () => {};
    const network = networkOf(clientAddressOf(c));
    const count = anonymous.get(network) ?? 0;
    if (count >= limits.anonymousAtOnce) {
      throw new ProblemError(
        429,
        `At most ${limits.anonymousAtOnce} requests without a sign-in may be sent at once.`,
        RETRY_AFTER,
      );
    }
    anonymous.set(network, count + 1);
    return () => {
      const others = (anonymous.get(network) ?? 1) - 1;
      if (others > 0) anonymous.set(network, others);
      else anonymous.delete(network);
    };
  }

  return async (c, next) => {
    if (c.var.upload || !c.req.raw.body) return next();
    const { maxBytes, withinMs } = allowanceOf(c, limits);
    if (Number(c.req.header('Content-Length')) > maxBytes) {
      throw tooLarge(maxBytes);
    }
    let held = 0;
    try {
      const leave = enter(c);
      const body = await read(c.req.raw.body, withinMs, (size) => {
        if (held + size > maxBytes) throw tooLarge(maxBytes);
        take(size);
        held += size;
      }).finally(leave);
      if (isMultipart(c) && hasMoreFields(c, body, limits.fields)) {
        throw tooManyFields(limits.fields);
      }
      c.req.raw = new Request(c.req.raw, { method: c.req.method, body });
      await next();
    } finally {
      together -= held;
    }
    return undefined;
  };
}

function allowanceOf(c: RequestContext, limits: BodyLimits) {
  const { user, operation } = c.var;
  if (!user) {
    const { anonymousBytes, anonymousWithinMs } = limits;
    return { maxBytes: anonymousBytes, withinMs: anonymousWithinMs };
  }
  const isForm = operation?.multipart !== undefined && isMultipart(c);
  return isForm
    ? { maxBytes: limits.multipartBytes, withinMs: undefined }
    : { maxBytes: limits.jsonBytes, withinMs: limits.jsonWithinMs };
}

/** By the boundaries, before anything parses the form: half a million fields take seconds. */
function hasMoreFields(c: RequestContext, body: Buffer, most: number): boolean {
  const type = c.req.header('Content-Type') ?? '';
  const [, quoted, plain] =
    /boundary=(?:"([^"]+)"|([^;\s]+))/i.exec(type) ?? [];
  const boundary = `--${quoted ?? plain}`;
  // The last one ends the form.
  let left = most + 1;
  let at = body.indexOf(boundary);
  while (at >= 0 && left >= 0) {
    left -= 1;
    at = body.indexOf(boundary, at + boundary.length);
  }
  return left < 0;
}

/**
 * @param withinMs undefined: the time limit of the connection is enough.
 * @param take told of the bytes of each piece; may refuse it.
 */
async function read(
  body: ReadableStream<Uint8Array>,
  withinMs: number | undefined,
  take: (bytes: number) => void,
): Promise<Buffer<ArrayBuffer>> {
  const pieces: Uint8Array[] = [];
  const reader = body.getReader();
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    if (withinMs === undefined) return;
    timer = setTimeout(
      () => reject(new ProblemError(408, 'The body did not come in time.')),
      withinMs,
    );
  });
  try {
    for (;;) {
      const next = reader.read().catch(() => {
        // The client went away: no fault of this server, and nobody hears the answer.
        throw new ProblemError(400, 'The body broke off.');
      });
      const { done, value } = await Promise.race([next, late]);
      if (done) return Buffer.concat(pieces);
      take(value.length);
      pieces.push(value);
    }
  } finally {
    clearTimeout(timer);
  }
}
