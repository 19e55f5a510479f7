import * as v from 'valibot';

import {
  fields,
  requiredText,
  text as sentText,
} from '../http/requests/fields';
import { integer, text } from './reply';

/** `code` is of an account with a second factor (docs/api-contract.md 10.10). */
const credentials = {
  user: requiredText,
  password: requiredText,
  code: v.optional(sentText),
};

/** A sign-in of the first revision, with the id of a phone if it is one. */
export const LoginV1 = v.pipe(
  fields({ uniqueId: v.optional(sentText), ...credentials }),
  v.title('LoginV1'),
);

/** A sign-in; a token for push messages means that a phone signs in. */
export const Login = v.pipe(
  fields({
    fcmToken: v.optional(sentText),
    channelName: v.optional(sentText),
    ...credentials,
  }),
  v.title('Login'),
);

export const LoginReply = v.pipe(
  v.object({ access_token: text, expires_in: integer }),
  v.title('LoginReply'),
);

export const Claims = v.pipe(
  v.array(v.object({ type: text, value: text })),
  v.title('Claims'),
);
