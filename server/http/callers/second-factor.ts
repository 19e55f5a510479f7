import { findSecondFactor } from '../../queries/second-factor';
import type { RequestContext } from '../../server';
import { addAuditEntry } from '../../services/audit';
import { takeCode } from '../../services/second-factor/second-factor';
import { requestOf } from '../audit';
import { ProblemError } from '../problems/problem';
import type { Admin } from './users';

/** What a right code was. */
export type CodeKind = 'code' | 'recovery code';

/**
 * Uses up the code of an account with a second factor, after its password was right.
 * Answers undefined for an account without one. Throws a 400 that says in
 * `secondFactor` whether a code is needed, is wrong, or can no longer be checked; all but
 * the first are in the audit log. Only inside `countedSignIn`, which counts them.
 */
export async function requireCode(
  c: RequestContext,
  user: Pick<Admin, 'adminId' | 'account'>,
  code: string | undefined,
): Promise<CodeKind | undefined> {
  const factor = await findSecondFactor(c.var.db, user.adminId);
  if (!factor) return undefined;
  if (!code) throw codeNeeded();
  return spendCode(c, user, factor.secret, code);
}

/** The same for a sealed secret that was read already, also of a set-up. */
export async function spendCode(
  c: RequestContext,
  { adminId, account }: Pick<Admin, 'adminId' | 'account'>,
  sealed: string,
  code: string,
): Promise<CodeKind> {
  const { db, server } = c.var;
  const factor = { adminId, sealed };
  const now = server.now();
  const verdict = await takeCode(db, server.secret, factor, code, now);
  if (verdict === 'code' || verdict === 'recovery code') return verdict;
  server.signInFailed('admin', 'wrong');
  await addAuditEntry(db, {
    ...requestOf(c),
    adminId,
    account,
    action: 'wrong code',
  });
  throw refusals[verdict]();
}

/** Read by people, too: a client of the contract alone shows it and asks for no code. */
function codeNeeded(): ProblemError {
  const reason =
    'This account has a second factor: it signs in with a code of its authenticator app. Use the back office of this server, which asks for it.';
  const errors = { Code: ['The Code field is required.'] };
  return new ProblemError(400, reason, { errors, secondFactor: 'needed' });
}

function codeWrong(): ProblemError {
  const reason = 'The code is wrong, or was used already.';
  const errors = { Code: [reason] };
  return new ProblemError(400, reason, { errors, secondFactor: 'wrong' });
}

function codesLocked(): ProblemError {
  const reason =
    'Too many wrong codes were tried for this account. Use a recovery code, or have the second factor taken off on the server.';
  const errors = { Code: [reason] };
  return new ProblemError(400, reason, { errors, secondFactor: 'locked' });
}

function codeUnreadable(): ProblemError {
  const reason =
    'This server can no longer check codes of this account. Use a recovery code, or have the second factor taken off on the server.';
  const errors = { Code: [reason] };
  return new ProblemError(400, reason, { errors, secondFactor: 'unreadable' });
}

const refusals = {
  wrong: codeWrong,
  locked: codesLocked,
  unreadable: codeUnreadable,
};
