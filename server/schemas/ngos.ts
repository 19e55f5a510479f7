import * as v from 'valibot';

import {
  atMost,
  boolean as sentBoolean,
  fields,
  named,
  REQUIRED,
  text as sentText,
} from '../http/requests/fields';
import { integer, text } from './reply';

/** The longest texts (docs/api-contract.md 8); the contract has none for passwords. */
const MAX_SHORT_NAME_LENGTH = 10;
const MAX_NAME_LENGTH = 200;
const MAX_ACCOUNT_LENGTH = 50;
const MAX_PASSWORD_LENGTH = 100;

const nameUpTo = (max: number) =>
  v.pipe(sentText, v.trim(), v.nonEmpty(REQUIRED), atMost(max));

export const accountName = nameUpTo(MAX_ACCOUNT_LENGTH);

const names = {
  shortName: named(nameUpTo(MAX_SHORT_NAME_LENGTH), 'ShortName'),
  name: named(nameUpTo(MAX_NAME_LENGTH), 'Name'),
};

export const NewNgo = v.pipe(
  fields({
    ...names,
    organizer: v.optional(sentBoolean, false),
    isActive: v.optional(sentBoolean, true),
  }),
  v.title('NewNgo'),
);

/** Flags that are missing stay: who renames an organisation must not reset them. */
export const NgoChange = v.pipe(
  fields({
    ...names,
    organizer: v.optional(sentBoolean),
    isActive: v.optional(sentBoolean),
  }),
  v.title('NgoChange'),
);

export const NgoStatus = v.pipe(
  fields({ isActive: sentBoolean }),
  v.title('NgoStatus'),
);

export const NgoOrganizer = v.pipe(
  fields({ isOrganizer: sentBoolean }),
  v.title('NgoOrganizer'),
);

export const NewAccount = v.pipe(
  fields({
    account: accountName,
    password: v.pipe(
      sentText,
      v.nonEmpty(REQUIRED),
      atMost(MAX_PASSWORD_LENGTH),
    ),
  }),
  v.title('NewAccount'),
);

export const Ngo = v.pipe(
  v.object({
    id: integer,
    shortName: text,
    name: text,
    organizer: v.boolean(),
    isActive: v.boolean(),
  }),
  v.title('Ngo'),
);

export const Ngos = v.pipe(v.array(Ngo), v.title('Ngos'));

/** The password is always null: it is never told. */
export const Account = v.pipe(
  v.object({ id: integer, idNgo: integer, account: text, password: v.null() }),
  v.title('Account'),
);

export const Accounts = v.pipe(v.array(Account), v.title('Accounts'));
