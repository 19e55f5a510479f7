import type { Db } from '../db/open';
import type { PhoneUser } from '../host';
import { ProblemError } from '../http/problem';
import { isObserverVisible } from './observer-scope';

/** Throws 401 when the observer was deleted after the token was issued. */
export async function checkPhoneUser(db: Db, user: PhoneUser): Promise<void> {
  if (await isObserverVisible(db, user.observerId, user.ngoId)) return;
  throw new ProblemError(401, 'This observer no longer exists.', {
    headers: { 'WWW-Authenticate': 'Bearer' },
  });
}
