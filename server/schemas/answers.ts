import * as v from 'valibot';

import {
  atMost,
  boolean as sentBoolean,
  fields,
  instant as sentInstant,
  integer as sentInteger,
  listOf,
  named,
  requiredText,
  text as sentText,
} from '../http/requests/fields';
import {
  booleanOrNull,
  instant,
  instantOrNull,
  integer,
  integerOrNull,
  pageOf,
  text,
  textOrNull,
} from './reply';

/** The longest free text of an answer (docs/api-contract.md 8). */
const MAX_VALUE_LENGTH = 1000;

/** How phones name a station; older ones send its number as `idPollingStation`. */
export const stationName = {
  countyCode: requiredText,
  municipalityCode: v.optional(
    v.pipe(
      sentText,
      v.transform((code) => code || undefined),
    ),
  ),
  pollingStationNumber: named(
    sentInteger,
    'pollingStationNumber',
    'idPollingStation',
  ),
};

export const PostedAnswers = v.pipe(
  fields({
    answers: listOf({
      ...stationName,
      questionId: sentInteger,
      options: v.optional(
        listOf({
          optionId: named(sentInteger, 'optionId', 'idOption'),
          value: v.optional(v.pipe(sentText, atMost(MAX_VALUE_LENGTH))),
        }),
        [],
      ),
    }),
  }),
  v.title('PostedAnswers'),
);

export const PostedStationInfo = v.pipe(
  fields({
    ...stationName,
    observerArrivalTime: v.optional(sentInstant),
    observerLeaveTime: v.optional(sentInstant),
    urbanArea: v.optional(sentBoolean),
    isPollingStationPresidentFemale: v.optional(sentBoolean),
    numberOfVotersOnTheList: v.optional(sentInteger),
    numberOfCommissionMembers: v.optional(sentInteger),
    numberOfFemaleMembers: v.optional(sentInteger),
    minPresentMembers: v.optional(sentInteger),
    chairmanPresence: v.optional(sentBoolean),
    singlePollingStationOrCommission: v.optional(sentBoolean),
    adequatePollingStationSize: v.optional(sentBoolean),
  }),
  v.title('PostedStationInfo'),
);

export const ThreadPage = v.pipe(
  pageOf(
    v.object({
      observerId: integer,
      pollingStationId: integer,
      observerName: text,
      observerPhoneNumber: text,
      pollingStationName: text,
      lastModified: instant,
    }),
  ),
  v.title('ThreadPage'),
);

export const FilledQuestions = v.pipe(
  v.array(
    v.object({
      id: integer,
      text,
      questionTypeId: integer,
      idQuestionType: integer,
      questionId: text,
      formCode: text,
      answers: v.array(
        v.object({
          optionId: integer,
          idOption: integer,
          text,
          isFreeText: v.boolean(),
          value: textOrNull,
          isFlagged: v.boolean(),
          flagged: v.boolean(),
        }),
      ),
    }),
  ),
  v.title('FilledQuestions'),
);

export const StationInfo = v.pipe(
  v.object({
    lastModified: instant,
    observerArrivalTime: instantOrNull,
    observerLeaveTime: instantOrNull,
    urbanArea: booleanOrNull,
    isPollingStationPresidentFemale: booleanOrNull,
    numberOfVotersOnTheList: integerOrNull,
    numberOfCommissionMembers: integerOrNull,
    numberOfFemaleMembers: integerOrNull,
    minPresentMembers: integerOrNull,
    chairmanPresence: booleanOrNull,
    singlePollingStationOrCommission: booleanOrNull,
    adequatePollingStationSize: booleanOrNull,
  }),
  v.title('StationInfo'),
);
