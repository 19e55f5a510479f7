import { STATUS_CODES } from 'node:http';

import type { Quirks } from '../../quirks/quirks';

/**
 * What stands between a right password and what the account may do
 * (docs/api-contract.md 10.10): a code is needed, the code is wrong, too many
 * were, the server cannot read the secret any more, or the account has to set a second factor up.
 */
export type SecondFactorProblem =
  | 'needed'
  | 'wrong'
  | 'locked'
  | 'unreadable'
  | 'missing';

/**
 * Thrown to answer with problem details (docs/api-contract.md 1.1). `errors`
 * names the refused parameters or fields with the reasons; `headers` go with
 * the answer; `secondFactor` is a member of its own in it.
 */
export class ProblemError extends Error {
  readonly status: number;
  readonly errors: Record<string, string[]> | undefined;
  readonly headers: Record<string, string>;
  readonly secondFactor: SecondFactorProblem | undefined;

  constructor(
    status: number,
    detail: string,
    more: {
      errors?: Record<string, string[]> | undefined;
      headers?: Record<string, string> | undefined;
      secondFactor?: SecondFactorProblem | undefined;
    } = {},
  ) {
    super(detail);
    this.name = 'ProblemError';
    this.status = status;
    this.errors = more.errors;
    this.headers = more.headers ?? {};
    this.secondFactor = more.secondFactor;
  }
}

/** Thrown where a real server answers with one line of plain text (1.1). */
export class TextRefusal extends Error {
  readonly status: number;

  constructor(status: number, text: string) {
    super(text);
    this.name = 'TextRefusal';
    this.status = status;
  }
}

/** Thrown where a real server answers 400 with `{"message"}` (1.1, counties). */
export class MessageRefusal extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'MessageRefusal';
  }
}

/**
 * Thrown for a mistake of the caller that some real servers answer with 500
 * (docs/api-contract.md 1.1). It is a 400 here, unless the named quirk is on.
 */
export class CrashingError extends Error {
  readonly quirk: keyof Quirks;
  /** A line of plain text instead of problem details. */
  readonly isText: boolean;
  /** The reply of the known servers, which crash here. */
  readonly crash: Crash;

  constructor(
    detail: string,
    quirk: keyof Quirks = 'crashes',
    isText = false,
    crash: Crash = { type: 'InvalidOperationException', detail },
  ) {
    super(detail);
    this.name = 'CrashingError';
    this.quirk = quirk;
    this.isText = isText;
    this.crash = crash;
  }
}

/** An uncaught exception: its name and its message. */
export interface Crash {
  type: string;
  detail: string;
}

/** A foreign key refused a change (Entity Framework). */
export const SAVING_CRASHED: Crash = {
  type: 'DbUpdateException',
  detail:
    'An error occurred while saving the entity changes. See the inner exception for details.',
};

/** A 400 that names one refused parameter or field and says why. */
export function invalid(name: string, reason: string): ProblemError {
  return new ProblemError(400, 'One or more values are not valid.', {
    errors: { [name]: [reason] },
  });
}

/** The answer with problem details; `detail` and `errors` where given. */
export function problemResponse(
  status: number,
  detail?: string,
  errors?: Record<string, string[]>,
  headers: Record<string, string> = {},
  secondFactor?: SecondFactorProblem,
): Response {
  const title = errors
    ? 'One or more validation errors occurred.'
    : (STATUS_CODES[status] ?? 'Error');
  const type = 'about:blank';
  const body = { type, title, status, detail, errors, secondFactor };
  return new Response(JSON.stringify(body), {
    status,
    headers: { 'Content-Type': 'application/problem+json', ...headers },
  });
}
