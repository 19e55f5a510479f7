import type { MiddlewareHandler } from 'hono';

import type { RequestContext, ServerEnv } from '../../server';
import {
  clientAddressOf,
  networkOf,
  sharesOf,
} from '../callers/client-address';
import { idOf } from '../callers/users';
import { ProblemError } from '../problems/problem';
import { createTally } from '../tally';
import {
  isMultipart,
  tooLarge,
  tooManyFields,
  type BodyLimits,
} from './body-limits';

const RETRY_AFTER = { headers: { 'Retry-After': '5' } };

/** Something that holds so many bytes at most, and what is said when it is full. */
interface Room {
  name: string;
  bytes: number;
  status: 429 | 503;
  refusal: string;
}

/**
 * Reads each body whole, within its limits, before the route runs. 413 for one that is
 * too long, 408 for one that does not come, 429 for too many of one network or too much
 * of one account, 503 while all such senders together hold what they may. A body that
 * `receiveFiles` has read was counted there.
 */
export function readBodies(limits: BodyLimits): MiddlewareHandler<ServerEnv> {
  /** Bytes by room. */
  const held = createTally();
  /** Anonymous bodies under way by network. */
  const anonymous = createTally();

  function take(rooms: readonly Room[], size: number): void {
    for (const { name, bytes, status, refusal } of rooms) {
      if (held.count(name) + size <= bytes) continue;
      throw new ProblemError(status, refusal, RETRY_AFTER);
    }
    for (const { name } of rooms) held.add(name, size);
  }

  function enter(c: RequestContext): () => void {
    if (c.var.user) return () => {};
    const network = networkOf(clientAddressOf(c));
    const shares = sharesOf(network, limits.anonymousAtOnce);
    for (const [name, most] of shares) {
      if (anonymous.count(name) < most) continue;
      throw new ProblemError(
        429,
        `At most ${most} requests without a sign-in may be sent at once.`,
        RETRY_AFTER,
      );
    }
    for (const [name] of shares) anonymous.add(name, 1);
    return () => {
      for (const [name] of shares) anonymous.add(name, -1);
    };
  }

  return async (c, next) => {
    if (c.var.upload || !c.req.raw.body) return next();
    const { maxBytes, withinMs } = allowanceOf(c, limits);
    if (Number(c.req.header('Content-Length')) > maxBytes) {
      throw tooLarge(maxBytes);
    }
    const rooms = roomsOf(c, limits);
    let taken = 0;
    try {
      const leave = enter(c);
      const body = await read(c.req.raw.body, withinMs, (size) => {
        if (taken + size > maxBytes) throw tooLarge(maxBytes);
        take(rooms, size);
        taken += size;
      }).finally(leave);
      if (isMultipart(c) && hasMoreFields(c, body, limits.fields)) {
        throw tooManyFields(limits.fields);
      }
      c.req.raw = new Request(c.req.raw, { method: c.req.method, body });
      await next();
    } finally {
      for (const { name } of rooms) held.add(name, -taken);
    }
    return undefined;
  };
}

/** Of the account, where there is one, and of all senders of its kind. */
function roomsOf(
  { var: { user } }: RequestContext,
  limits: BodyLimits,
): Room[] {
  const sender = user?.kind ?? 'nobody';
  const ofAll: Room = {
    name: sender,
    bytes: limits.togetherBytes[sender],
    status: 503,
    refusal: 'The server is receiving too much at once.',
  };
  if (!user) return [ofAll];
  const bytes = limits.accountBytes[user.kind];
  const ofAccount: Room = {
    name: `${user.kind} ${idOf(user)}`,
    bytes,
    status: 429,
    refusal: `An account may send at most ${bytes} bytes at once.`,
  };
  return [ofAccount, ofAll];
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
