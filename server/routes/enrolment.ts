import { requestOf } from '../http/audit';
import { countedGuess, hashInTurn } from '../http/callers/counted-sign-in';
import { requireExtensions } from '../http/extensions';
import { ProblemError } from '../http/problems/problem';
import { createRoutes } from '../http/routes';
import { Enrolled, EnrolmentCode, PinByCode } from '../schemas/enrolment';
import { Changed } from '../schemas/reply';
import { addAuditEntry } from '../services/audit';
import {
  findByCode,
  makeEnrolmentCode,
  setPinByCode,
} from '../services/enrolment';
import { checkNewPin } from '../services/secret-rules';

const PATH = '/api/extensions/enrolment';

/**
 * Links by which observers set their PIN (docs/api-contract.md 10.13). Outside of the
 * request's transaction, which stores the reply under its Idempotency-Key: no code may lie
 * in the database, nor in a backup of it. A refusal would also undo the count of guesses.
 */
export const enrolmentRoutes = createRoutes('observers');

enrolmentRoutes.on(
  'post',
  PATH,
  {
    summary:
      'Make a code by which an observer sets a PIN; it is told this once',
    role: 'organizer',
    audit: { byHandler: ['PIN link made'] },
    body: Enrolled,
    reply: EnrolmentCode,
    refusals: {
      404: 'There is no such observer',
      422: 'The organisation of the observer is closed',
    },
  },
  async (c, { user, body }) => {
    requireExtensions(c);
    const { db, server } = c.var;
    const { observerId } = await body();
    const { adminId, account } = user;
    const made = await db.transaction(async (tx) => {
      const made = await makeEnrolmentCode(tx, observerId, server.now());
      await addAuditEntry(tx, {
        ...requestOf(c),
        adminId,
        account,
        action: 'PIN link made',
        subject: `observer ${observerId}`,
        after: { endsAt: made.endsAt },
      });
      return made;
    });
    c.header('Cache-Control', 'no-store');
    return c.json(made);
  },
);

enrolmentRoutes.on(
  'post',
  `${PATH}/pin`,
  {
    summary: 'Set the PIN of an observer by a code, once',
    role: 'nobody',
    audit: { byHandler: ['PIN set by link'] },
    body: PinByCode,
    reply: Changed,
    refusals: {
      410: 'The code is unknown, used, replaced, or too old',
      429: 'Too many wrong codes or passwords; Retry-After says when to come again',
      503: 'Too many people are signing in at once; the code is still good',
    },
  },
  async (c, { body }) => {
    requireExtensions(c);
    const { db, server } = c.var;
    const { code, pin } = await body();
    checkNewPin(pin, server.quirks);
    const known = await countedGuess(c, () =>
      findByCode(db, code, server.now()),
    );
    if (known === undefined) throw notGood();
    const hash = await hashInTurn(server, 'phone', pin);
    await db.transaction(async (tx) => {
      const observerId = await setPinByCode(tx, code, hash, server.now());
      if (observerId === undefined) throw notGood();
      await addAuditEntry(tx, {
        ...requestOf(c),
        adminId: null,
        account: '',
        action: 'PIN set by link',
        subject: `observer ${observerId}`,
      });
    });
    server.sessions.forget();
    return c.json(true);
  },
);

/** The same for all reasons: nobody learns which codes there are. */
function notGood(): ProblemError {
  return new ProblemError(
    410,
    'This code is not good, or no more. Ask for a new link.',
  );
}
