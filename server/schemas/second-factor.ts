import * as v from 'valibot';

import {
  boolean as sentBoolean,
  fields,
  requiredText,
} from '../http/requests/fields';
import { integer, text } from './reply';

/** Of the own account; `recoveryCodes` counts those that were not used yet. */
export const SecondFactor = v.pipe(
  v.object({
    isOn: v.boolean(),
    isRequired: v.boolean(),
    recoveryCodes: integer,
  }),
  v.title('SecondFactor'),
);

export const SetUpBegin = v.pipe(
  fields({ password: requiredText }),
  v.title('SetUpBegin'),
);

/** The secret in base32, and the address that a QR code of it holds. */
export const SetUp = v.pipe(
  v.object({ secret: text, uri: text }),
  v.title('SetUp'),
);

export const Code = v.pipe(fields({ code: requiredText }), v.title('Code'));

export const Removal = v.pipe(
  fields({ password: requiredText, code: requiredText }),
  v.title('Removal'),
);

/** They are shown once: the server stores their hashes. */
export const RecoveryCodes = v.pipe(
  v.object({ recoveryCodes: v.array(text) }),
  v.title('RecoveryCodes'),
);

export const Requirement = v.pipe(
  fields({ isRequired: sentBoolean }),
  v.title('Requirement'),
);
