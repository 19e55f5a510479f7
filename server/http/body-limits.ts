import type { MiddlewareHandler } from 'hono';
import { bodyLimit } from 'hono/body-limit';

import type { ServerEnv } from '../server';
import { problemResponse } from './problem';

const MAX_JSON_BYTES = 1024 * 1024;
const MAX_MULTIPART_BYTES = 30 * 1024 * 1024;

/** Refuses bodies over 1 MiB, or 30 MiB when they are multipart, with 413. */
export function limitBodies(): MiddlewareHandler<ServerEnv> {
  const json = limit(MAX_JSON_BYTES);
  const multipart = limit(MAX_MULTIPART_BYTES);
  return (c, next) => {
    const type = c.req.header('Content-Type') ?? '';
    const isMultipart = type.toLowerCase().startsWith('multipart/form-data');
    return isMultipart ? multipart(c, next) : json(c, next);
  };
}

function limit(maxSize: number) {
  return bodyLimit({
    maxSize,
    onError: () =>
      problemResponse(413, `The body is larger than ${maxSize} bytes.`),
  });
}
