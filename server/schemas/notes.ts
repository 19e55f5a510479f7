import * as v from 'valibot';

import {
  atMost,
  fields,
  integer as sentInteger,
  text as sentText,
} from '../http/requests/fields';
import { file } from '../http/requests/form';
import { stationName } from './answers';
import { integer, integerOrNull, text, textOrNull } from './reply';

/** In UTF-16 units: ten pages, and no text of the phone's is cut. */
const MAX_TEXT_LENGTH = 20_000;

/** A note from a phone; its files come in fields of any name. */
export const PostedNote = v.pipe(
  fields({
    ...stationName,
    questionId: v.optional(sentInteger),
    text: v.optional(v.pipe(sentText, atMost(MAX_TEXT_LENGTH))),
    files: v.optional(v.array(file), []),
  }),
  v.title('PostedNote'),
);

export const Notes = v.pipe(
  v.array(
    v.object({
      countyCode: text,
      municipalityCode: text,
      pollingStationNumber: integer,
      questionId: integerOrNull,
      text: textOrNull,
      attachmentsPaths: v.array(text),
      formCode: textOrNull,
      formId: integer,
    }),
  ),
  v.title('Notes'),
);

export const NoteReply = v.pipe(
  v.object({
    filesAddress: v.array(text),
    note: v.object({
      countyCode: text,
      municipalityCode: text,
      pollingStationNumber: integer,
      questionId: integerOrNull,
      text: textOrNull,
    }),
  }),
  v.title('NoteReply'),
);
