import * as v from 'valibot';

import type {
  FormInput,
  FormMeta,
  QuestionType,
  Section,
} from '@/domain/forms/form';
import type { Reply } from '@/domain/outbox/outcome';

import type { Client } from './client';
import { id } from './wire';

const formMeta = v.pipe(
  v.object({
    id,
    code: v.fallback(v.string(), ''),
    description: v.fallback(v.string(), ''),
    title: v.nullish(v.string()),
    currentVersion: v.optional(v.number()),
    ver: v.optional(v.number()),
    diaspora: v.fallback(v.boolean(), false),
    draft: v.fallback(v.boolean(), false),
    order: v.nullish(v.number()),
  }),
  v.transform((wire): FormMeta => ({
    id: wire.id,
    code: wire.code,
    description: wire.description,
    title: wire.title ?? undefined,
    currentVersion: wire.currentVersion ?? wire.ver ?? 1,
    diaspora: wire.diaspora,
    draft: wire.draft,
    order: wire.order ?? 0,
  })),
);

const formList = v.pipe(
  v.object({ formVersions: v.array(formMeta) }),
  v.transform(({ formVersions }) => formVersions),
);

/**
 * GET /api/v1/form?draft= (docs/api-contract.md 4.1): either the drafts or the
 * published forms.
 */
export function getForms(
  client: Client,
  draft: boolean,
  etag?: string,
): Promise<Reply<FormMeta[] | undefined>> {
  return client.get({
    path: '/api/v1/form',
    query: { draft },
    schema: formList,
    etag,
  });
}

/**
 * Sorts by the server's order numbers where these differ (docs/api-contract.md
 * 5).
 */
function inOrder<T extends { orderNumber?: number | null | undefined }>(
  rows: T[],
): T[] {
  const numbers = new Set(rows.map((row) => row.orderNumber));
  return numbers.size === rows.length
    ? rows.toSorted((a, b) => (a.orderNumber ?? 0) - (b.orderNumber ?? 0))
    : rows;
}

const orderNumber = v.nullish(v.number());

const option = v.object({
  id,
  text: v.fallback(v.string(), ''),
  isFreeText: v.fallback(v.boolean(), false),
  flagged: v.fallback(v.boolean(), false),
  orderNumber,
});

const questionType = v.fallback(
  v.picklist([0, 1, 2, 3] satisfies QuestionType[]),
  0,
);

const question = v.object({
  id,
  code: v.fallback(v.string(), ''),
  text: v.fallback(v.string(), ''),
  questionType,
  orderNumber,
  optionsToQuestions: v.array(option),
});

const section = v.object({
  id,
  code: v.fallback(v.string(), ''),
  description: v.fallback(v.string(), ''),
  orderNumber,
  questions: v.array(question),
});

const sections = v.pipe(
  v.array(section),
  v.transform((wire): Section[] =>
    inOrder(wire).map(({ id, code, description, questions }) => ({
      id,
      code,
      description,
      questions: inOrder(questions).map((each) => ({
        id: each.id,
        code: each.code,
        text: each.text,
        questionType: each.questionType,
        options: inOrder(each.optionsToQuestions).map((row) => ({
          id: row.id,
          text: row.text,
          isFreeText: row.isFreeText,
          flagged: row.flagged,
        })),
      })),
    })),
  ),
);

/**
 * GET /api/v1/form/{id} (docs/api-contract.md 4.1). Empty both for a form that
 * the server does not know (204) and for one without questions; only the list
 * tells which. A network that wants a sign-in answers so, too: an empty reply counts
 * when the server itself is heard between two of them.
 */
export async function getFormSections(
  client: Client,
  formId: number,
): Promise<Reply<Section[]>> {
  const path = `/api/v1/form/${formId}`;
  const schema = v.optional(sections);
  const reply = await client.get({ path, schema });
  if (!reply.ok) return reply;
  if (reply.value) return { ...reply, value: reply.value };
  const heard = await getForms(client, true);
  if (!heard.ok) return heard;
  const again = await client.get({ path, schema });
  return again.ok ? { ...again, value: again.value ?? [] } : again;
}

/** All of a form but its sections (docs/api-contract.md 4.1). */
export type FormHead = Omit<FormInput, 'sections'>;

/**
 * POST /api/v1/form (docs/api-contract.md 4.1). Answers the new id; 400 with a
 * text when the code exists.
 */
export function postForm(
  client: Client,
  { sections, ...head }: FormInput,
  idempotencyKey?: string,
): Promise<Reply<number | undefined>> {
  return client.send({
    method: 'POST',
    path: '/api/v1/form',
    body: { id: 0, ...head, formSections: wireSections(sections) },
    schema: id,
    idempotencyKey,
  });
}

/**
 * PUT /api/v1/form (docs/api-contract.md 4.1). Parts with an id are changed,
 * parts without one are added, missing ones stay; without sections the content
 * is not touched. `ifMatch` is the validator of the sections that these are
 * based on: a server that checks it answers 412 when it has others now. Answers the
 * form's id: a success that does not name it is unproven.
 */
export function putForm(
  client: Client,
  formId: number,
  head: FormHead,
  sections: readonly Section[] | undefined,
  idempotencyKey?: string,
  ifMatch?: string,
): Promise<Reply<number | undefined>> {
  return client.send({
    method: 'PUT',
    path: '/api/v1/form',
    body: {
      id: formId,
      ...head,
      ...(sections ? { formSections: wireSections(sections) } : {}),
    },
    schema: v.fallback(v.optional(v.literal(formId)), undefined),
    idempotencyKey,
    ifMatch,
  });
}

/**
 * Sections as the server takes them: new parts have id 0, and every part has
 * its order number (docs/api-contract.md 5).
 */
function wireSections(sections: readonly Section[]) {
  return sections.map((section, at) => ({
    id: Math.max(0, section.id),
    code: section.code,
    description: section.description,
    orderNumber: at + 1,
    questions: section.questions.map((question, n) => ({
      id: Math.max(0, question.id),
      code: question.code,
      text: question.text,
      hint: null,
      questionType: question.questionType,
      orderNumber: n + 1,
      optionsToQuestions: question.options.map((row, place) => ({
        id: Math.max(0, row.id),
        text: row.text,
        isFreeText: row.isFreeText,
        flagged: row.flagged,
        orderNumber: place + 1,
      })),
    })),
  }));
}

/**
 * DELETE /api/v1/form (docs/api-contract.md 4.1): drafts without answers only.
 */
export function deleteForm(
  client: Client,
  formId: number,
  idempotencyKey?: string,
): Promise<Reply<unknown>> {
  return client.send({
    method: 'DELETE',
    path: '/api/v1/form',
    query: { formId },
    idempotencyKey,
  });
}

/** DELETE /api/v1/form/section/{id}; refused when its questions have answers. */
export function deleteSection(
  client: Client,
  sectionId: number,
): Promise<Reply<unknown>> {
  return client.send({
    method: 'DELETE',
    path: `/api/v1/form/section/${sectionId}`,
  });
}

/** DELETE /api/v1/form/section/{id}/question/{id}; refused when it has answers or notes. */
export function deleteQuestion(
  client: Client,
  sectionId: number,
  questionId: number,
): Promise<Reply<unknown>> {
  return client.send({
    method: 'DELETE',
    path: `/api/v1/form/section/${sectionId}/question/${questionId}`,
  });
}
