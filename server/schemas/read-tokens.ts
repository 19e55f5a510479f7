import * as v from 'valibot';

import {
  atMost,
  fields,
  instant as sentInstant,
  integer as sentInteger,
  REQUIRED,
  text as sentText,
} from '../http/requests/fields';
import {
  instant,
  instantOrNull,
  integer,
  integerOrNull,
  text,
  textOrNull,
} from './reply';

const MAX_NAME_LENGTH = 50;

/** Without `ngoId` it reads all organisations; without `endsAt` it ends in 30 days. */
export const AddedReadToken = v.pipe(
  fields({
    name: v.pipe(
      sentText,
      v.trim(),
      v.nonEmpty(REQUIRED),
      atMost(MAX_NAME_LENGTH),
    ),
    ngoId: v.optional(sentInteger),
    endsAt: v.optional(sentInstant),
  }),
  v.title('AddedReadToken'),
);

/** `token` is told here and never again. */
export const NewReadToken = v.pipe(
  v.object({ id: integer, token: text, endsAt: instant }),
  v.title('NewReadToken'),
);

/** `ngoId` and `ngo` are null for all organisations; `lastUsedAt` is to the hour. */
export const ReadTokens = v.pipe(
  v.array(
    v.object({
      id: integer,
      name: text,
      ngoId: integerOrNull,
      ngo: textOrNull,
      madeBy: text,
      madeAt: instant,
      endsAt: instant,
      lastUsedAt: instantOrNull,
    }),
  ),
  v.title('ReadTokens'),
);
