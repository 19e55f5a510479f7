import * as v from 'valibot';

import { booleanOrNull, instant, integer, text, textOrNull } from './reply';

/** One ticked option, or one that no longer is (`isRemoved`). */
const FeedAnswer = v.object({
  /** Observer and station: what the app calls a thread. */
  thread: text,
  observerId: integer,
  ngoId: integer,
  pollingStationId: integer,
  countyCode: text,
  municipalityCode: text,
  pollingStationNumber: integer,
  formCode: textOrNull,
  questionId: integer,
  questionCode: textOrNull,
  optionId: integer,
  option: textOrNull,
  flagged: booleanOrNull,
  lastModified: instant,
  isRemoved: v.boolean(),
});

/** `next` is where to go on; `hasMore` says whether there is more already. */
export const FeedPage = v.pipe(
  v.object({
    data: v.array(FeedAnswer),
    next: text,
    hasMore: v.boolean(),
  }),
  v.title('FeedPage'),
);
