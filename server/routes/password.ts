import { requestOf } from '../http/audit';
import { clientAddressOf, networkOf } from '../http/callers/client-address';
import { countedSignIn, hashInTurn } from '../http/callers/counted-sign-in';
import { requireExtensions } from '../http/extensions';
import { invalid } from '../http/problems/problem';
import { createRoutes } from '../http/routes';
import { PasswordChange } from '../schemas/accounts';
import { addAuditEntry } from '../services/audit';
import { changeAccount } from '../services/ngos';
import { checkNewPassword } from '../services/secret-rules';
import { findAdmin } from '../services/sign-in';

/**
 * Changing one's own password (docs/api-contract.md 10.6). Outside of the
 * request's transaction, which a refusal undoes: a wrong password is counted.
 */
export const passwordRoutes = createRoutes('accounts');

passwordRoutes.on(
  'post',
  '/api/extensions/password',
  {
    summary: 'Change the own password; all own sessions end',
    role: 'admin',
    body: PasswordChange,
    audit: { byHandler: ['password changed', 'sign-in failed'] },
    refusals: {
      429: 'Too many wrong passwords; Retry-After says when to come again',
      503: 'Too many people are signing in at once; Retry-After says when to come again',
    },
  },
  async (c, { user, body }) => {
    requireExtensions(c);
    const { db, server } = c.var;
    const { current, next } = await body();
    checkNewPassword('next', next, server.quirks);
    const { account, adminId } = user;
    const network = networkOf(clientAddressOf(c));
    const known = await countedSignIn(
      c,
      { kind: 'admin', account, network },
      () => findAdmin(db, server.staffSignIns, account, current, true),
    );
    if (!known) throw invalid('current', 'This is not the current password.');
    const entry = { ...requestOf(c), adminId, account };
    const hash = await hashInTurn(server, 'admin', next);
    await db.transaction(async (tx) => {
      await changeAccount(tx, adminId, { hash });
      await addAuditEntry(tx, { ...entry, action: 'password changed' });
    });
    server.sessions.forget();
    return c.body(null, 200);
  },
);
