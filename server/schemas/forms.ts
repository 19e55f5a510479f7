import * as v from 'valibot';

import {
  boolean as sentBoolean,
  fields,
  integer as sentInteger,
  listOf,
  named,
  REQUIRED,
  text as sentText,
} from '../http/requests/fields';
import { integer, text, textOrNull } from './reply';

/** The longest texts of a form's parts (docs/api-contract.md 8), in UTF-16 units. */
const MAX_CODE = 50;
const MAX_SECTION_CODE = 4;
const MAX_SECTION_DESCRIPTION = 200;
const MAX_TEXT = 1000;

/**
 * How many forms are public, how many drafts an organisation has, and what a form may
 * have after all its saves (docs/operations.md 4).
 */
export const FORM_LIMITS = {
  published: 500,
  drafts: 100,
  sections: 200,
  questions: 2_000,
  options: 20_000,
};

const QUESTION_TYPES = 4;

/** The id of a part; 0 and below mean "new" (docs/api-contract.md 4.1). */
const id = v.optional(
  v.pipe(
    sentInteger,
    v.transform((sent) => (sent > 0 ? sent : undefined)),
  ),
);

const SentOption = {
  text: v.pipe(sentText, v.maxLength(MAX_TEXT)),
  id: named(id, 'id', 'optionId', 'idOption'),
  isFreeText: v.optional(sentBoolean, false),
  flagged: v.optional(sentBoolean, false),
  orderNumber: v.optional(sentInteger),
};

const SentQuestion = {
  code: v.optional(v.pipe(sentText, v.maxLength(MAX_CODE)), ''),
  text: v.pipe(sentText, v.maxLength(MAX_TEXT)),
  questionType: v.optional(
    v.pipe(sentInteger, v.minValue(0), v.maxValue(QUESTION_TYPES - 1)),
    0,
  ),
  id,
  hint: v.optional(v.pipe(sentText, v.maxLength(MAX_TEXT))),
  orderNumber: v.optional(sentInteger),
  optionsToQuestions: v.optional(listOf(SentOption), []),
};

const SentSection = {
  code: v.pipe(sentText, v.maxLength(MAX_SECTION_CODE)),
  description: v.pipe(sentText, v.maxLength(MAX_SECTION_DESCRIPTION)),
  id,
  orderNumber: v.optional(sentInteger),
  questions: v.optional(listOf(SentQuestion), []),
};

/** A form as staff saves it; without `formSections` its content stays. */
export const SentForm = v.pipe(
  fields({
    code: v.pipe(
      sentText,
      v.trim(),
      v.nonEmpty(REQUIRED),
      v.maxLength(MAX_CODE),
    ),
    // Each list of forms has it.
    description: v.pipe(sentText, v.maxLength(MAX_TEXT)),
    id,
    title: v.optional(v.pipe(sentText, v.maxLength(MAX_TEXT))),
    diaspora: v.optional(sentBoolean, false),
    draft: v.optional(sentBoolean, false),
    currentVersion: v.optional(sentInteger, 0),
    order: v.optional(sentInteger, 0),
    formSections: v.optional(listOf(SentSection)),
  }),
  v.title('Form'),
);

export const FormList = v.pipe(
  v.object({
    formVersions: v.array(
      v.object({
        id: integer,
        code: text,
        title: textOrNull,
        description: text,
        currentVersion: integer,
        ver: integer,
        diaspora: v.boolean(),
        order: integer,
        draft: v.boolean(),
      }),
    ),
  }),
  v.title('FormList'),
);

export const FormVersions = v.pipe(
  v.object({ versions: v.record(v.string(), integer) }),
  v.title('FormVersions'),
);

export const Sections = v.pipe(
  v.array(
    v.object({
      uniqueId: text,
      id: integer,
      code: text,
      description: text,
      orderNumber: integer,
      questions: v.array(
        v.object({
          id: integer,
          formCode: text,
          code: text,
          idSection: integer,
          questionType: v.picklist([0, 1, 2, 3]),
          text,
          hint: textOrNull,
          orderNumber: integer,
          optionsToQuestions: v.array(
            v.object({
              id: integer,
              optionId: integer,
              idOption: integer,
              text,
              isFreeText: v.boolean(),
              flagged: v.boolean(),
              orderNumber: integer,
            }),
          ),
        }),
      ),
    }),
  ),
  v.title('Sections'),
);
