import * as v from 'valibot';

import {
  fields,
  integer as sentInteger,
  integers,
  named,
  REQUIRED,
  requiredText,
  text as sentText,
} from '../http/requests/fields';
import { instant, integer, pageOf, text } from './reply';

/** A blank message is as empty as an empty one. */
const notBlank = v.pipe(sentText, v.regex(/\S/, REQUIRED));

/** `from` is not stored (docs/api-contract.md 4.6). */
const message = {
  from: named(notBlank, 'From'),
  channel: named(v.pipe(notBlank, v.trim()), 'Channel'),
  title: named(notBlank, 'Title'),
  message: named(notBlank, 'Message'),
};

export const NewBroadcast = v.pipe(fields(message), v.title('NewBroadcast'));

export const NewNotification = v.pipe(
  fields({ ...message, recipients: v.optional(integers, []) }),
  v.title('NewNotification'),
);

export const Registration = v.pipe(
  fields({
    observerId: v.optional(sentInteger),
    channelName: requiredText,
    token: requiredText,
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
