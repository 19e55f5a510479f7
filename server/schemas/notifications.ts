import * as v from 'valibot';

import {
  atMost,
  fields,
  integer as sentInteger,
  integers,
  named,
  REQUIRED,
  requiredText,
  text as sentText,
} from '../http/requests/fields';
import { instant, integer, pageOf, text } from './reply';

/** A push service takes 4 kB for title and text together. */
const MAX_TITLE_LENGTH = 200;
const MAX_MESSAGE_LENGTH = 4_000;
/** Of a name of a channel or sender. */
const MAX_NAME_LENGTH = 200;
const MAX_TOKEN_LENGTH = 4_000;

/** A blank message is as empty as an empty one. */
const notBlank = v.pipe(sentText, v.regex(/\S/, REQUIRED));

/** `from` is not stored (docs/api-contract.md 4.6). */
const message = {
  from: named(v.pipe(notBlank, atMost(MAX_NAME_LENGTH)), 'From'),
  channel: named(
    v.pipe(notBlank, v.trim(), atMost(MAX_NAME_LENGTH)),
    'Channel',
  ),
  title: named(v.pipe(notBlank, atMost(MAX_TITLE_LENGTH)), 'Title'),
  message: named(v.pipe(notBlank, atMost(MAX_MESSAGE_LENGTH)), 'Message'),
};

export const NewBroadcast = v.pipe(fields(message), v.title('NewBroadcast'));

export const NewNotification = v.pipe(
  fields({ ...message, recipients: v.optional(integers, []) }),
  v.title('NewNotification'),
);

export const Registration = v.pipe(
  fields({
    observerId: v.optional(sentInteger),
    channelName: v.pipe(requiredText, atMost(MAX_NAME_LENGTH)),
    token: v.pipe(requiredText, atMost(MAX_TOKEN_LENGTH)),
  }),
  v.title('Registration'),
);

export const NotificationPage = v.pipe(
  pageOf(
    v.object({
      id: integer,
      title: text,
      channel: text,
      body: text,
      insertedAt: instant,
      senderId: integer,
      senderIdNgo: integer,
      senderNgoName: text,
      senderAccount: text,
      sentObserverIds: v.array(integer),
    }),
  ),
  v.title('NotificationPage'),
);
