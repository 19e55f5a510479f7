import * as v from 'valibot';

import { StationInfo } from './answers';
import { Notes } from './notes';
import { instant, integer, text, textOrNull } from './reply';

/** All that an observer sent of a station. Options are named in `options`. */
const ThreadDetails = v.object({
  observerId: integer,
  pollingStationId: integer,
  /** Of the newest answer, flagged or not. */
  lastModified: instant,
  answers: v.array(
    v.object({
      questionId: integer,
      options: v.array(v.object({ optionId: integer, value: textOrNull })),
    }),
  ),
  stationInfo: v.nullable(StationInfo),
  notes: Notes,
});

const TickedOption = v.object({
  optionId: integer,
  text,
  isFreeText: v.boolean(),
  isFlagged: v.boolean(),
});

/** `next` is where to go on; `hasMore` says whether there is more already. */
export const DetailsPage = v.pipe(
  v.object({
    data: v.array(ThreadDetails),
    /** Each option that somebody ticked in `data`, once. */
    options: v.array(TickedOption),
    next: text,
    hasMore: v.boolean(),
  }),
  v.title('DetailsPage'),
);
