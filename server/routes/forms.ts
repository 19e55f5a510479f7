import { tellAudit } from '../http/audit';
import { requireOrganizer, scopeOf } from '../http/callers/roles';
import type { User } from '../http/callers/users';
import { requireMatch, sendJson } from '../http/replies/send-json';
import { boolean, integer, required } from '../http/requests/fields';
import { idParam } from '../http/requests/query';
import { createRoutes } from '../http/routes';
import {
  findFormContent,
  findWholeForm,
  listForms,
  withoutEmptySections,
} from '../queries/forms';
import type { Quirks } from '../quirks/quirks';
import { FormList, FormVersions, Sections, SentForm } from '../schemas/forms';
import { Id } from '../schemas/reply';
import { countParts, tellFormChange } from '../services/forms/changes';
import {
  deleteForm,
  deleteQuestion,
  deleteSection,
} from '../services/forms/delete';
import { refuseForm, toFormInput } from '../services/forms/input';
import { createForm, holdForm, updateForm } from '../services/forms/save';

/** Sections stay the same for this long with the quirk `staleForms` (F13). */
const STALE_MS = 10_000;

/** Forms as staff and phones read them, and as staff edit them (4.1). */
export const formRoutes = createRoutes('forms');

formRoutes.on(
  'get',
  '/api/v1/form',
  {
    summary: 'Published forms, or drafts',
    role: 'anyone',
    query: { draft: boolean, diaspora: boolean },
    reply: FormList,
  },
  async (c, { user, query }) => {
    const { draft = false, diaspora } = query();
    const { quirks } = c.var.server;
    const ngoId = draftScopeOf(user, quirks);
    const forms = await listForms(c.var.db, { draft, diaspora, ngoId });
    return sendJson(c, {
      formVersions: forms.map((form) => toFormDto(form, quirks)),
    });
  },
);

formRoutes.on(
  'get',
  '/api/v1/form/versions',
  {
    summary: 'Versions of published forms by code',
    role: 'anyone',
    reply: FormVersions,
  },
  async (c) => {
    const forms = await listForms(c.var.db, { draft: false, diaspora: true });
    return sendJson(c, {
      versions: Object.fromEntries(
        forms.map(({ code, currentVersion }) => [code, currentVersion]),
      ),
    });
  },
);

formRoutes.on(
  'get',
  '/api/v1/form/:formId',
  {
    summary: 'The sections of a form',
    role: 'anyone',
    reply: Sections,
    mayBeEmpty: true,
  },
  async (c, { user }) => {
    const formId = idParam(c, 'formId');
    const { db, server } = c.var;
    const { quirks } = server;
    const ngoId = draftScopeOf(user, quirks);
    const content = await findFormContent(db, formId, ngoId);
    if (!content) return c.body(null, 204);
    const sections = toSectionDtos(content, quirks);
    if (!quirks.staleForms) return sendJson(c, sections);
    return sendJson(
      c,
      await server.stale.read(`form ${content.form.code}`, STALE_MS, () =>
        Promise.resolve(sections),
      ),
    );
  },
);

formRoutes.on(
  'post',
  '/api/v1/form',
  {
    summary: 'Create a form; its code must be new; NGO admins create drafts',
    role: 'admin',
    audit: 'form added',
    body: SentForm,
    refuse: refuseForm,
    reply: Id,
  },
  async (c, { user, body }) => {
    const input = toFormInput(await body());
    // A public form is on all phones at once.
    const { quirks } = c.var.server;
    if (!input.draft && !quirks.laxAdmins) requireOrganizer(user);
    const ngoId = draftScopeOf(user, quirks);
    const id = await createForm(c.var.db, input, ngoId);
    const { code, draft } = input;
    const content = await findWholeForm(c.var.db, id);
    const parts = content && countParts(content);
    tellAudit(c, { subject: `form ${id}`, after: { code, draft, ...parts } });
    return c.json(id);
  },
);

formRoutes.on(
  'put',
  '/api/v1/form',
  {
    summary: 'Update a form; parts merge by id and are never removed',
    role: 'organizer',
    audit: 'form changed',
    body: SentForm,
    refuse: refuseForm,
    reply: Id,
  },
  async (c, { body }) => {
    const { db, server } = c.var;
    const input = toFormInput(await body());
    const id = required('Id', input.id);
    await holdForm(db, id);
    const content = await findWholeForm(db, id);
    if (content) {
      const read = withoutEmptySections(content);
      requireMatch(c, toSectionDtos(read, server.quirks));
    }
    await updateForm(db, input, server.quirks);
    const changed = await findWholeForm(db, id);
    tellAudit(c, {
      subject: `form ${id}`,
      ...(content && changed && tellFormChange(content, changed)),
    });
    return c.json(id);
  },
);

formRoutes.on(
  'delete',
  '/api/v1/form',
  {
    summary: 'Delete a draft without answers',
    role: 'organizer',
    audit: 'form deleted',
    query: { formId: integer },
  },
  async (c, { query }) => {
    const id = required('formId', query().formId);
    const before = await deleteForm(c.var.db, id);
    tellAudit(c, { subject: `form ${id}`, before });
    return c.body(null, 200);
  },
);

formRoutes.on(
  'delete',
  '/api/v1/form/section/:sectionId',
  {
    summary: 'Delete a section that is not in use',
    role: 'organizer',
    audit: 'section deleted',
  },
  async (c) => {
    const id = idParam(c, 'sectionId');
    const before = await deleteSection(c.var.db, id);
    tellAudit(c, { subject: `section ${id}`, before });
    return c.body(null, 200);
  },
);

formRoutes.on(
  'delete',
  '/api/v1/form/section/:sectionId/question/:questionId',
  {
    summary: 'Delete a question that is not in use',
    role: 'organizer',
    audit: 'question deleted',
  },
  async (c) => {
    const sectionId = idParam(c, 'sectionId');
    const id = idParam(c, 'questionId');
    const before = await deleteQuestion(c.var.db, sectionId, id);
    tellAudit(c, { subject: `question ${id}`, before });
    return c.body(null, 200);
  },
);

/** The organisation whose drafts the user sees; undefined: those of all. */
function draftScopeOf(user: User, quirks: Quirks): number | undefined {
  if (quirks.laxAdmins) return undefined;
  return user.kind === 'admin' ? scopeOf(user) : user.ngoId;
}

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

/**
 * Options in their order, or by id as on the original server, which does not
 * store the order.
 */
function inOrder<T extends { id: number }>(options: T[], quirks: Quirks): T[] {
  return quirks.optionOrderLost
    ? options.toSorted((a, b) => a.id - b.id)
    : options;
}
