import { Hono } from 'hono';

import type { HostEnv } from '../host';
import { fieldsOf, required } from '../http/fields';
import { idParam, queryOf } from '../http/query';
import { adminOf, organizerOf, userOf } from '../http/roles';
import { requireMatch, sendJson } from '../http/send-json';
import { findFormContent, listForms } from '../queries/forms';
import type { Quirks } from '../quirks/quirks';
import {
  deleteForm,
  deleteQuestion,
  deleteSection,
} from '../services/forms/delete';
import { readForm } from '../services/forms/input';
import { createForm, holdForm, updateForm } from '../services/forms/save';

/** How long a careless host shows the sections of before (F13). */
const STALE_MS = 10_000;

/** Forms as staff and phones read them, and as staff edit them (4.1). */
export const formRoutes = new Hono<HostEnv>();

formRoutes.get('/api/v1/form', async (c) => {
  userOf(c);
  const query = queryOf(c);
  const forms = await listForms(c.var.db, {
    draft: query.boolean('draft') ?? false,
    diaspora: query.boolean('diaspora'),
  });
  const { quirks } = c.var.host;
  return sendJson(c, {
    formVersions: forms.map((form) => toFormDto(form, quirks)),
  });
});

formRoutes.get('/api/v1/form/versions', async (c) => {
  userOf(c);
  const forms = await listForms(c.var.db, { draft: false, diaspora: true });
  return sendJson(c, {
    versions: Object.fromEntries(
      forms.map(({ code, currentVersion }) => [code, currentVersion]),
    ),
  });
});

formRoutes.get('/api/v1/form/:formId', async (c) => {
  userOf(c);
  const formId = idParam(c, 'formId');
  const { db, host } = c.var;
  const content = await findFormContent(db, formId);
  if (!content) return c.body(null, 204);
  const { quirks } = host;
  const sections = toSectionDtos(content, quirks);
  if (!quirks.staleForms) return sendJson(c, sections);
  return sendJson(
    c,
    await host.stale.read(`form ${content.form.code}`, STALE_MS, () =>
      Promise.resolve(sections),
    ),
  );
});

formRoutes.post('/api/v1/form', async (c) => {
  adminOf(c);
  return c.json(await createForm(c.var.db, readForm(await fieldsOf(c))));
});

formRoutes.put('/api/v1/form', async (c) => {
  organizerOf(c);
  const { db, host } = c.var;
  const input = readForm(await fieldsOf(c));
  const id = required('Id', input.id);
  await holdForm(db, id);
  const content = await findFormContent(db, id);
  if (content) requireMatch(c, toSectionDtos(content, host.quirks));
  await updateForm(db, input, host.quirks.versionFromBody);
  return c.json(id);
});

formRoutes.delete('/api/v1/form', async (c) => {
  organizerOf(c);
  const id = required('formId', queryOf(c).integer('formId'));
  await deleteForm(c.var.db, id);
  return c.body(null, 200);
});

formRoutes.delete('/api/v1/form/section/:sectionId', async (c) => {
  organizerOf(c);
  await deleteSection(c.var.db, idParam(c, 'sectionId'));
  return c.body(null, 200);
});

formRoutes.delete(
  '/api/v1/form/section/:sectionId/question/:questionId',
  async (c) => {
    organizerOf(c);
    const sectionId = idParam(c, 'sectionId');
    await deleteQuestion(c.var.db, sectionId, idParam(c, 'questionId'));
    return c.body(null, 200);
  },
);

type FormRow = Awaited<ReturnType<typeof listForms>>[number];
type FormContent = NonNullable<Awaited<ReturnType<typeof findFormContent>>>;

/** A row of the form list (docs/api-contract.md 4.1). */
function toFormDto(row: FormRow, quirks: Quirks) {
  const { id, code, description, diaspora, order, draft } = row;
  const shared = { id, code, description, diaspora, order, draft };
  const ver = row.currentVersion;
  if (quirks.verOnly) return { ...shared, ver };
  return { ...shared, title: row.title, currentVersion: ver, ver };
}

/**
 * The bare array of sections that is a form's content (docs/api-contract.md
 * 4.1).
 */
function toSectionDtos(content: FormContent, quirks: Quirks) {
  const { form, sections } = content;
  return sections.map((section) => ({
    uniqueId: `${form.code}${section.code}${section.id}`,
    id: section.id,
    code: section.code,
    description: section.description,
    orderNumber: section.orderNumber,
    questions: section.questions.map((question) => ({
      id: question.id,
      formCode: quirks.singleNames ? null : form.code,
      code: question.code,
      idSection: section.id,
      questionType: question.questionType,
      text: question.text,
      hint: question.hint,
      orderNumber: question.orderNumber,
      optionsToQuestions: inOrder(question.options, quirks).map((option) => ({
        id: option.id,
        ...(quirks.singleNames ? {} : { optionId: option.id }),
        idOption: option.id,
        text: option.text,
        isFreeText: option.isFreeText,
        flagged: option.flagged,
        orderNumber: quirks.optionOrderLost ? 0 : option.orderNumber,
      })),
    })),
  }));
}

/** The original does not store the order: they come as they were created. */
function inOrder<T extends { id: number }>(options: T[], quirks: Quirks): T[] {
  return quirks.optionOrderLost
    ? options.toSorted((a, b) => a.id - b.id)
    : options;
}
