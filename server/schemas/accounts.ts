import * as v from 'valibot';

import {
  atMost,
  boolean as sentBoolean,
  fields,
  integer as sentInteger,
  requiredText,
} from '../http/requests/fields';
import { accountName } from './ngos';
import { instant, instantOrNull, integer, text } from './reply';

const MAX_PASSWORD_LENGTH = 100;
const password = v.pipe(requiredText, atMost(MAX_PASSWORD_LENGTH));

export const AddedAccount = v.pipe(
  fields({ ngoId: sentInteger, account: accountName, password }),
  v.title('AddedAccount'),
);

/** A missing field stays as it is. */
export const AccountChange = v.pipe(
  fields({
    isActive: v.optional(sentBoolean),
    password: v.optional(password),
  }),
  v.title('AccountChange'),
);

export const StaffAccounts = v.pipe(
  v.array(
    v.object({
      id: integer,
      ngoId: integer,
      ngo: text,
      account: text,
      isActive: v.boolean(),
      isOrganizer: v.boolean(),
      lastSignInAt: instantOrNull,
      createdAt: instantOrNull,
    }),
  ),
  v.title('StaffAccounts'),
);

export const PasswordChange = v.pipe(
  fields({ current: requiredText, next: password }),
  v.title('PasswordChange'),
);

/** `isCurrent`: of the token of this request. */
export const Sessions = v.pipe(
  v.array(
    v.object({
      id: text,
      createdAt: instant,
      lastSeenAt: instant,
      userAgent: text,
      isCurrent: v.boolean(),
    }),
  ),
  v.title('Sessions'),
);
