import type { RequestContext } from '../../server';
import type { User } from '../callers/users';
import { ProblemError } from '../problems/problem';

/** Who sends a body; nobody is signed in where there is no user. */
export type Sender = User['kind'] | 'nobody';

const MIB = 1024 * 1024;

/** What bodies may cost that are held in memory as a whole (docs/operations.md 4). */
export const BODY_LIMITS = {
  /** Of who is not signed in: a name and a password. */
  anonymousBytes: 16 * 1024,
  /** Of JSON. */
  jsonBytes: MIB,
  /** Of a form, where the route takes one. */
  multipartBytes: 30 * MIB,
  /** Fields of a form, its files included. */
  fields: 1_000,
  /**
   * Of all bodies of such senders together, from their first byte to the reply: those
   * of one sort leave the others their room. A holder of a read-only token sends none.
   */
  togetherBytes: {
    nobody: 8 * MIB,
    observer: 24 * MIB,
    reader: MIB,
    admin: 64 * MIB,
  } satisfies Record<Sender, number>,
  /** Of one account: one form of staff, two bodies of a phone. */
  accountBytes: {
    observer: 2 * MIB,
    reader: MIB,
    admin: 32 * MIB,
  } satisfies Record<User['kind'], number>,
  /** Bodies under way at once, not signed in, from one network (`sharesOf`). */
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
