import type { RequestContext } from '../../server';
import { ProblemError } from '../problems/problem';

/** What bodies may cost that are held in memory as a whole (docs/operations.md 4). */
export const BODY_LIMITS = {
  /** Of who is not signed in: a name and a password. */
  anonymousBytes: 16 * 1024,
  /** Of JSON. */
  jsonBytes: 1024 * 1024,
  /** Of a form, where the route takes one. */
  multipartBytes: 30 * 1024 * 1024,
  /** Fields of a form, its files included. */
  fields: 1_000,
  /** Of all bodies together, from their first byte to the reply. */
  togetherBytes: 96 * 1024 * 1024,
  /** Bodies under way at once, not signed in, from one network. */
  anonymousAtOnce: 100,
  /** An anonymous body has to be there within this time, in ms. */
  anonymousWithinMs: 20_000,
  /** One in JSON: 1 MiB at 0.1 Mbit/s. A form has the time of its request. */
  jsonWithinMs: 90_000,
};

export type BodyLimits = typeof BODY_LIMITS;

export function isMultipart(c: RequestContext): boolean {
  const type = c.req.header('Content-Type') ?? '';
  return type.toLowerCase().startsWith('multipart/form-data');
}

export function tooLarge(maxBytes: number): ProblemError {
  return new ProblemError(413, `The body is larger than ${maxBytes} bytes.`);
}

export function tooManyFields(most: number): ProblemError {
  return new ProblemError(413, `A form has at most ${most} fields.`);
}
