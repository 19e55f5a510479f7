import * as v from 'valibot';

import {
  atMost,
  fields,
  filledUpTo,
  integer as sentInteger,
  named,
  REQUIRED,
  text as sentText,
} from '../http/requests/fields';
import { instantOrNull, integer, pageOf, text } from './reply';

/**
 * The longest name and phone (docs/api-contract.md 8). The contract has no limit for
 * pins; a longer one is a mistake.
 */
export const MAX_NAME_LENGTH = 200;
export const MAX_PHONE_LENGTH = 20;
export const MAX_PIN_LENGTH = 100;

const needed = v.pipe(sentText, v.trim(), v.nonEmpty(REQUIRED));

/** A PIN that is set from now on; `checkNewPin` says how short it may be. */
export const newPin = named(v.pipe(needed, atMost(MAX_PIN_LENGTH)), 'Pin');

export const NewObserver = v.pipe(
  fields({
    name: named(v.pipe(needed, atMost(MAX_NAME_LENGTH)), 'Name'),
    phone: named(v.pipe(needed, atMost(MAX_PHONE_LENGTH)), 'Phone'),
    pin: newPin,
  }),
  v.title('NewObserver'),
);

/** A blank field stays as it is (docs/api-contract.md 3.3). */
export const ObserverChange = v.pipe(
  fields({
    observerId: sentInteger,
    name: filledUpTo(MAX_NAME_LENGTH),
    phone: filledUpTo(MAX_PHONE_LENGTH),
    pin: filledUpTo(MAX_PIN_LENGTH),
  }),
  v.title('ObserverChange'),
);

/** `action` is `reset-password`, which needs a pin, or `device`. */
export const Reset = v.pipe(
  fields({
    action: needed,
    phoneNumber: needed,
    pin: filledUpTo(MAX_PIN_LENGTH),
  }),
  v.title('Reset'),
);

export const IdBody = v.pipe(
  fields({ id: v.optional(sentInteger) }),
  v.title('IdBody'),
);

/** Without an NGO, or with 0, the observers go to the caller's own. */
export const ObserverFile = v.pipe(
  fields({
    ongId: v.optional(sentInteger, 0),
    file: v.file('The file field is required.'),
  }),
  v.title('ObserverFile'),
);

const observer = v.object({
  id: integer,
  ngo: text,
  phone: text,
  name: text,
  deviceRegisterDate: instantOrNull,
  lastSeen: instantOrNull,
  numberOfNotes: integer,
  numberOfPollingStations: integer,
});

export const ObserverPage = v.pipe(pageOf(observer), v.title('ObserverPage'));

export const Observers = v.pipe(v.array(observer), v.title('Observers'));
