import * as v from 'valibot';

import { TRIAGE_STATES } from '../db/schema';
import {
  filledUpTo,
  fields,
  instant as sentInstant,
  integer as sentInteger,
} from '../http/requests/fields';
import { instant, integer, text } from './reply';

const MAX_NOTE_LENGTH = 280;

export const PostedMark = v.pipe(
  fields({
    observerId: sentInteger,
    pollingStationId: sentInteger,
    state: v.picklist(
      TRIAGE_STATES,
      `Must be one of ${TRIAGE_STATES.join(', ')}.`,
    ),
    note: filledUpTo(MAX_NOTE_LENGTH),
    setAt: sentInstant,
  }),
  v.title('PostedMark'),
);

/** `note` is empty when there is none. */
export const TriageMark = v.pipe(
  v.object({
    id: integer,
    observerId: integer,
    pollingStationId: integer,
    state: v.picklist(TRIAGE_STATES),
    note: text,
    setBy: text,
    setAt: instant,
    receivedAt: instant,
  }),
  v.title('TriageMark'),
);

export const TriageMarks = v.pipe(
  v.object({ data: v.array(TriageMark), hasMore: v.boolean() }),
  v.title('TriageMarks'),
);
