import { requestOf } from '../http/audit';
import { clientAddressOf, networkOf } from '../http/callers/client-address';
import { countedSignIn } from '../http/callers/counted-sign-in';
import { requireCode, spendCode } from '../http/callers/second-factor';
import type { Admin } from '../http/callers/users';
import { requireExtensions } from '../http/extensions';
import { invalid, ProblemError } from '../http/problems/problem';
import { sendJson } from '../http/replies/send-json';
import { createRoutes } from '../http/routes';
import {
  describeSecondFactor,
  findBegun,
  findSecondFactor,
} from '../queries/second-factor';
import {
  Code,
  RecoveryCodes,
  Removal,
  Requirement,
  SecondFactor,
  SetUp,
  SetUpBegin,
} from '../schemas/second-factor';
import type { RequestContext } from '../server';
import { addAuditEntry } from '../services/audit';
import {
  beginSecondFactor,
  confirmSecondFactor,
  removeSecondFactor,
  renewRecoveryCodes,
  requireSecondFactors,
} from '../services/second-factor/second-factor';
import { uriOf } from '../services/second-factor/totp';
import { findAdmin } from '../services/sign-in';

const PATH = '/api/extensions/second-factor';

const counted = {
  429: 'Too many wrong passwords or codes; Retry-After says when to come again',
};
const hashed = {
  ...counted,
  503: 'Too many people are signing in at once; Retry-After says when to come again',
};

/**
 * The second factor of one's own account (docs/api-contract.md 10.10). Outside of the
 * request's transaction, which a refusal undoes: a wrong code is counted, and a right
 * one is used up.
 */
export const secondFactorRoutes = createRoutes('accounts');

secondFactorRoutes.on(
  'get',
  PATH,
  {
    summary: 'Whether the own account has a second factor, and needs one',
    role: 'admin',
    isForSetUp: true,
    reply: SecondFactor,
  },
  async (c, { user }) => {
    requireExtensions(c);
    return sendJson(c, await describeSecondFactor(c.var.db, user.adminId));
  },
);

secondFactorRoutes.on(
  'post',
  `${PATH}/set-up`,
  {
    summary: 'Begin to set a second factor up: a new secret',
    role: 'admin',
    isForSetUp: true,
    body: SetUpBegin,
    reply: SetUp,
    audit: { byHandler: ['sign-in failed'] },
    refusals: { 409: 'The account has a second factor already', ...hashed },
  },
  async (c, { user, body }) => {
    requireExtensions(c);
    const { db, server } = c.var;
    const { password } = await body();
    const { adminId, account } = user;
    // First: a right password forgives wrong codes, which must not be had for it.
    if (await findSecondFactor(db, adminId)) throw isOnAlready();
    await countedPassword(c, user, password);
    const secret = await beginSecondFactor(db, server.secret, adminId);
    if (secret === undefined) throw isOnAlready();
    return secretReply(c, { secret, uri: uriOf(secret, account) });
  },
);

secondFactorRoutes.on(
  'post',
  `${PATH}/confirm`,
  {
    summary:
      'Confirm the set-up by a code: the second factor counts from now on',
    role: 'admin',
    isForSetUp: true,
    body: Code,
    reply: RecoveryCodes,
    audit: { byHandler: ['second factor set up', 'wrong code'] },
    refusals: {
      409: 'No set-up was begun, or the account has a second factor already',
      ...counted,
    },
  },
  async (c, { user, body }) => {
    requireExtensions(c);
    const { db, server } = c.var;
    const { code } = await body();
    const { adminId } = user;
    const begun = await findBegun(db, adminId);
    if (!begun) throw nothingBegun();
    const sealed = begun.secret;
    await countedSignIn(c, attemptOf(c, user), () =>
      spendCode(c, user, sealed, code),
    );
    const recoveryCodes = await db.transaction(async (tx) => {
      const factor = { adminId, sealed };
      const codes = await confirmSecondFactor(tx, factor, server.now());
      if (!codes) throw nothingBegun();
      await addAuditEntry(tx, entryOf(c, user, 'second factor set up'));
      return codes;
    });
    server.sessions.forget();
    return secretReply(c, { recoveryCodes });
  },
);

secondFactorRoutes.on(
  'post',
  `${PATH}/recovery-codes`,
  {
    summary: 'Make new recovery codes; the ones before no longer count',
    role: 'admin',
    body: Code,
    reply: RecoveryCodes,
    audit: { byHandler: ['recovery codes made', 'wrong code'] },
    refusals: { 409: 'The account has no second factor', ...counted },
  },
  async (c, { user, body }) => {
    requireExtensions(c);
    const { db } = c.var;
    const { code } = await body();
    const { adminId } = user;
    const factor = await findSecondFactor(db, adminId);
    if (!factor) throw isOff();
    const secondFactor = await countedSignIn(c, attemptOf(c, user), () =>
      spendCode(c, user, factor.secret, code),
    );
    const recoveryCodes = await db.transaction(async (tx) => {
      const codes = await renewRecoveryCodes(tx, adminId);
      const entry = entryOf(c, user, 'recovery codes made');
      await addAuditEntry(tx, { ...entry, after: { secondFactor } });
      return codes;
    });
    return secretReply(c, { recoveryCodes });
  },
);

secondFactorRoutes.on(
  'post',
  `${PATH}/remove`,
  {
    summary: 'Take the second factor off the own account',
    role: 'admin',
    body: Removal,
    reply: SecondFactor,
    audit: {
      byHandler: ['second factor removed', 'sign-in failed', 'wrong code'],
    },
    refusals: { 409: 'The account has no second factor', ...hashed },
  },
  async (c, { user, body }) => {
    requireExtensions(c);
    const { db, server } = c.var;
    const { password, code } = await body();
    const { adminId } = user;
    if (!(await findSecondFactor(db, adminId))) throw isOff();
    const secondFactor = await countedPassword(c, user, password, code);
    await db.transaction(async (tx) => {
      await removeSecondFactor(tx, adminId);
      const entry = entryOf(c, user, 'second factor removed');
      await addAuditEntry(tx, { ...entry, after: { secondFactor } });
    });
    server.sessions.forget();
    return c.json(await describeSecondFactor(db, user.adminId));
  },
);

secondFactorRoutes.on(
  'put',
  `${PATH}/required`,
  {
    summary: 'Require a second factor of all staff accounts, or no longer',
    role: 'organizer',
    body: Requirement,
    reply: SecondFactor,
    audit: { byHandler: ['second factor required', 'second factor optional'] },
  },
  async (c, { user, body }) => {
    requireExtensions(c);
    const { db, server } = c.var;
    const { isRequired } = await body();
    await db.transaction(async (tx) => {
      if (!(await requireSecondFactors(tx, isRequired))) return;
      const action = isRequired
        ? 'second factor required'
        : 'second factor optional';
      await addAuditEntry(tx, entryOf(c, user, action));
    });
    server.sessions.forget();
    return c.json(await describeSecondFactor(db, user.adminId));
  },
);

/**
 * Checks the password of a signed-in account and, where it has a second factor, a code;
 * both count as at a sign-in. Throws a 400 that names the wrong one.
 */
async function countedPassword(
  c: RequestContext,
  user: Admin,
  password: string,
  code?: string,
) {
  const { db, server } = c.var;
  const known = await countedSignIn(c, attemptOf(c, user), async () => {
    const queue = server.staffSignIns;
    const found = await findAdmin(db, queue, user.account, password, true);
    return found && { secondFactor: await requireCode(c, user, code) };
  });
  if (!known) throw invalid('Password', 'This is not the password.');
  return known.secondFactor;
}

function attemptOf(c: RequestContext, { account }: Admin) {
  const network = networkOf(clientAddressOf(c));
  return { kind: 'admin', account, network } as const;
}

function entryOf(
  c: RequestContext,
  { adminId, account }: Admin,
  action: string,
) {
  return { ...requestOf(c), adminId, account, action };
}

/** Nothing on the way may store it. */
function secretReply(c: RequestContext, reply: object): Response {
  c.header('Cache-Control', 'no-store');
  return c.json(reply);
}

function isOnAlready(): ProblemError {
  return new ProblemError(409, 'This account has a second factor already.');
}

function isOff(): ProblemError {
  return new ProblemError(409, 'This account has no second factor.');
}

function nothingBegun(): ProblemError {
  return new ProblemError(
    409,
    'No set-up of a second factor was begun, or it is done already.',
  );
}
