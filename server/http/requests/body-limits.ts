import type { MiddlewareHandler } from 'hono';
import { bodyLimit } from 'hono/body-limit';

import type { RequestContext, ServerEnv } from '../../server';
import { ProblemError } from '../problems/problem';

const MAX_JSON_BYTES = 1024 * 1024;
export const MAX_MULTIPART_BYTES = 30 * 1024 * 1024;

/**
 * Refuses bodies over 1 MiB, or 30 MiB when they are multipart, with 413. A body
 * that `receiveFiles` has read was counted there.
 */
export function limitBodies(): MiddlewareHandler<ServerEnv> {
  const json = limit(MAX_JSON_BYTES);
  const multipart = limit(MAX_MULTIPART_BYTES);
  return (c, next) => {
    if (c.var.upload) return next();
    return isMultipart(c) ? multipart(c, next) : json(c, next);
  };
}

export function isMultipart(c: RequestContext): boolean {
  const type = c.req.header('Content-Type') ?? '';
  return type.toLowerCase().startsWith('multipart/form-data');
}

export function tooLarge(maxBytes: number): ProblemError {
  return new ProblemError(413, `The body is larger than ${maxBytes} bytes.`);
}

function limit(maxSize: number) {
  return bodyLimit({
    maxSize,
    onError: () => {
      throw tooLarge(maxSize);
    },
  });
}
