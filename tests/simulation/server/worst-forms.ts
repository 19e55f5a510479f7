import type { Question, Section } from '@/domain/forms/form';

import { count } from '../story/counts';
import type { Exchange, ServerForm, Told, WorstServer } from './server-state';
import {
  accountOf,
  disguise,
  made,
  remember,
  took,
  unmade,
} from './server-state';

/** The part of the worst server that keeps forms (docs/api-contract.md 4.1). */
export function formsRoute(server: WorstServer, exchange: Exchange): Told {
  const { method, path, query } = exchange;
  if (path === '/api/v1/form') {
    if (method === 'GET')
      return listForms(server, query.get('draft') === 'true');
    if (method === 'POST') return createForm(server, exchange);
    if (method === 'PUT') return updateForm(server, exchange);
    return deleteForm(server, exchange);
  }
  const removed = /\/section\/(\d+)(?:\/question\/(\d+))?$/.exec(path);
  if (removed) return removePart(server, exchange, removed[1], removed[2]);
  const id = Number(path.split('/').at(-1));
  const form = server.forms.find((each) => each.id === id);
  if (!form) return { status: 204 };
  const stale = server.staleBodies.get(form.code);
  const isStale = stale !== undefined && stale.until > server.now();
  if (isStale) count(server.lags, 'old body');
  const sections = isStale ? stale.sections : form.sections;
  return { status: 200, value: wireSections(sections) };
}

function listForms(server: WorstServer, draft: boolean): Told {
  const rows = server.forms
    .filter((form) => form.draft === draft)
    .map(({ sections: _, ...meta }) => ({ ...meta, ver: meta.currentVersion }));
  if (!draft && rows.length === 0) server.toldEmpty.add('forms:public');
  return { status: 200, value: { formVersions: rows } };
}

function createForm(server: WorstServer, exchange: Exchange): Told {
  const { body } = exchange;
  const code = String(body['code']);
  if (server.forms.some((form) => form.code === code)) {
    return { status: 400, value: 'The code exists' };
  }
  server.nextId += 1;
  const form: ServerForm = {
    id: server.nextId,
    ...headOf(body),
    currentVersion: Number(body['currentVersion'] ?? 0),
    sections: [],
  };
  form.sections = merged(server, [], partsOf(body['formSections']));
  server.forms.push(form);
  remember(server, `form:${form.id}.description`, form.description);
  made(server, exchange, `form:${form.id}`);
  return { status: 200, value: form.id };
}

/** Merges and never deletes; parts without an id are added, again and again (F7). */
function updateForm(server: WorstServer, exchange: Exchange): Told {
  const { body } = exchange;
  const form = server.forms.find((each) => each.id === Number(body['id']));
  if (!form) return { status: 404, value: 'Not found' };
  keepStale(server, form);
  noteFormEdited(server, form);
  Object.assign(form, headOf(body));
  remember(server, `form:${form.id}.description`, form.description);
  form.currentVersion = Number(body['currentVersion'] ?? 0) + 1;
  if (body['formSections']) {
    form.sections = merged(
      server,
      form.sections,
      partsOf(body['formSections']),
    );
  }
  took(server, exchange);
  return { status: 200, value: form.id };
}

function deleteForm(server: WorstServer, exchange: Exchange): Told {
  const id = Number(exchange.query.get('formId'));
  const form = server.forms.find((each) => each.id === id);
  if (!form) return { status: 400, value: 'The form was not found' };
  if (!form.draft) return { status: 400, value: 'The form is not a draft' };
  server.forms = server.forms.filter((each) => each !== form);
  unmade(server, exchange, `form:${id}`);
  return { status: 200 };
}

function removePart(
  server: WorstServer,
  exchange: Exchange,
  sectionId: string | undefined,
  questionId: string | undefined,
): Told {
  const form = server.forms.find(({ sections }) =>
    sections.some(({ id }) => id === Number(sectionId)),
  );
  const section = form?.sections.find(({ id }) => id === Number(sectionId));
  if (!form || !section) return { status: 400, value: 'Not found' };
  keepStale(server, form);
  const questions = section.questions.filter(
    ({ id }) => questionId === undefined || id === Number(questionId),
  );
  for (const { code } of questions) {
    server.removed.set(code, accountOf(exchange.token));
  }
  if (questionId === undefined) {
    form.sections = form.sections.filter((each) => each !== section);
  } else {
    const left = section.questions.filter(
      ({ id }) => id !== Number(questionId),
    );
    if (left.length === section.questions.length) {
      return { status: 400, value: 'Not found' };
    }
    section.questions = left;
  }
  took(server, exchange);
  return { status: 200 };
}

/** What a cache of the server goes on serving after a change (F13). */
export function keepStale(server: WorstServer, form: ServerForm): void {
  if (server.staleMs === 0) return;
  const sections = structuredClone(form.sections);
  const until = server.now() + server.staleMs;
  const old = server.staleBodies.get(form.code);
  if (old && old.until > server.now()) return;
  server.staleBodies.set(form.code, { sections, until });
}

/** Others give a form another code: its content alone still tells which one it is. */
export function recodeForm(
  server: WorstServer,
  form: ServerForm,
  code: string,
): void {
  if (form.currentVersion > 0) disguise(server, `form:${form.id}`);
  form.code = code;
  form.currentVersion += 1;
  server.recoded.add(form.id);
}

/** A form with another code and other content is nothing that its maker can recognise. */
export function noteFormEdited(server: WorstServer, { id }: ServerForm): void {
  if (server.recoded.has(id)) disguise(server, `form:${id}`);
}

function headOf(body: Record<string, unknown>) {
  return {
    code: String(body['code']),
    description: String(body['description']),
    diaspora: Boolean(body['diaspora'] ?? false),
    draft: Boolean(body['draft'] ?? false),
    order: Number(body['order'] ?? 0),
  };
}

type Part = Record<string, unknown>;

function partsOf(value: unknown): Part[] {
  return Array.isArray(value) ? value : [];
}

function merged(
  server: WorstServer,
  old: readonly Section[],
  parts: readonly Part[],
): Section[] {
  return mergeParts(server, old, parts, (part, id, before) => ({
    id,
    code: String(part['code']),
    description: String(part['description']),
    questions: mergeParts(
      server,
      before?.questions ?? [],
      partsOf(part['questions']),
      (each, questionId, kept) => questionOf(server, each, questionId, kept),
    ),
  }));
}

function questionOf(
  server: WorstServer,
  part: Part,
  id: number,
  before: Question | undefined,
): Question {
  const options = partsOf(part['optionsToQuestions']);
  return {
    id,
    code: String(part['code']),
    text: String(part['text']),
    questionType: 1,
    options: mergeParts(server, before?.options ?? [], options, (each, n) => ({
      id: n,
      text: String(each['text']),
      isFreeText: Boolean(each['isFreeText']),
      flagged: Boolean(each['flagged']),
    })),
  };
}

/** Parts with a known id are changed, others added, missing ones stay. */
function mergeParts<T extends { id: number }>(
  server: WorstServer,
  old: readonly T[],
  parts: readonly Part[],
  build: (part: Part, id: number, before: T | undefined) => T,
): T[] {
  const rows = [...old];
  for (const part of parts) {
    const at = rows.findIndex(({ id }) => id === Number(part['id']));
    if (at >= 0) {
      const before = rows[at];
      rows[at] = build(part, Number(part['id']), before);
    } else {
      server.nextId += 1;
      rows.push(build(part, server.nextId, undefined));
    }
  }
  return rows;
}

/** A section without questions is not returned. */
function wireSections(sections: readonly Section[]) {
  return sections
    .filter(({ questions }) => questions.length > 0)
    .map(({ questions, ...section }, at) => ({
      ...section,
      orderNumber: at + 1,
      questions: questions.map(({ options, ...question }, n) => ({
        ...question,
        orderNumber: n + 1,
        optionsToQuestions: options,
      })),
    }));
}
