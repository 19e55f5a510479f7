import type { Question, Section } from '@/domain/forms/form';

import type { Exchange, HostForm, Told, WorstHost } from './server-state';
import { made, remember, took } from './server-state';

/** The part of the worst host that keeps forms (docs/api-contract.md 4.1). */
export function formsRoute(host: WorstHost, exchange: Exchange): Told {
  const { method, path, query } = exchange;
  if (path === '/api/v1/form') {
    if (method === 'GET') return listForms(host, query.get('draft') === 'true');
    if (method === 'POST') return createForm(host, exchange);
    if (method === 'PUT') return updateForm(host, exchange);
    return deleteForm(host, exchange);
  }
  const removed = /\/section\/(\d+)(?:\/question\/(\d+))?$/.exec(path);
  if (removed) return removePart(host, exchange, removed[1], removed[2]);
  const id = Number(path.split('/').at(-1));
  const form = host.forms.find((each) => each.id === id);
  if (!form) return { status: 204 };
  const stale = host.staleBodies.get(form.code);
  const sections =
    stale && stale.until > host.now() ? stale.sections : form.sections;
  return { status: 200, value: wireSections(sections) };
}

function listForms(host: WorstHost, draft: boolean): Told {
  const rows = host.forms
    .filter((form) => form.draft === draft)
    .map(({ sections: _, ...meta }) => ({ ...meta, ver: meta.currentVersion }));
  return { status: 200, value: { formVersions: rows } };
}

function createForm(host: WorstHost, exchange: Exchange): Told {
  const { body } = exchange;
  const code = String(body['code']);
  if (host.forms.some((form) => form.code === code)) {
    return { status: 400, value: 'The code exists' };
  }
  host.nextId += 1;
  const form: HostForm = {
    id: host.nextId,
    ...headOf(body),
    currentVersion: Number(body['currentVersion'] ?? 0),
    sections: [],
  };
  form.sections = merged(host, [], partsOf(body['formSections']));
  host.forms.push(form);
  remember(host, `form:${form.id}.description`, form.description);
  made(host, exchange, `form:${form.id}`);
  return { status: 200, value: form.id };
}

/** Merges and never deletes; parts without an id are added, again and again (F7). */
function updateForm(host: WorstHost, exchange: Exchange): Told {
  const { body } = exchange;
  const form = host.forms.find((each) => each.id === Number(body['id']));
  if (!form) return { status: 404, value: 'Not found' };
  keepStale(host, form);
  Object.assign(form, headOf(body));
  remember(host, `form:${form.id}.description`, form.description);
  form.currentVersion = Number(body['currentVersion'] ?? 0) + 1;
  if (body['formSections']) {
    form.sections = merged(host, form.sections, partsOf(body['formSections']));
  }
  took(host, exchange);
  return { status: 200, value: form.id };
}

function deleteForm(host: WorstHost, exchange: Exchange): Told {
  const id = Number(exchange.query.get('formId'));
  const form = host.forms.find((each) => each.id === id);
  if (!form) return { status: 400, value: 'The form was not found' };
  if (!form.draft) return { status: 400, value: 'The form is not a draft' };
  host.forms = host.forms.filter((each) => each !== form);
  took(host, exchange);
  return { status: 200 };
}

function removePart(
  host: WorstHost,
  exchange: Exchange,
  sectionId: string | undefined,
  questionId: string | undefined,
): Told {
  const form = host.forms.find(({ sections }) =>
    sections.some(({ id }) => id === Number(sectionId)),
  );
  const section = form?.sections.find(({ id }) => id === Number(sectionId));
  if (!form || !section) return { status: 400, value: 'Not found' };
  keepStale(host, form);
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
  took(host, exchange);
  return { status: 200 };
}

/** What a cache of the host goes on serving after a change (F13). */
export function keepStale(host: WorstHost, form: HostForm): void {
  if (host.staleMs === 0) return;
  const sections = structuredClone(form.sections);
  const until = host.now() + host.staleMs;
  const old = host.staleBodies.get(form.code);
  if (old && old.until > host.now()) return;
  host.staleBodies.set(form.code, { sections, until });
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
  host: WorstHost,
  old: readonly Section[],
  parts: readonly Part[],
): Section[] {
  return mergeParts(host, old, parts, (part, id, before) => ({
    id,
    code: String(part['code']),
    description: String(part['description']),
    questions: mergeParts(
      host,
      before?.questions ?? [],
      partsOf(part['questions']),
      (each, questionId, kept) => questionOf(host, each, questionId, kept),
    ),
  }));
}

function questionOf(
  host: WorstHost,
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
    options: mergeParts(host, before?.options ?? [], options, (each, n) => ({
      id: n,
      text: String(each['text']),
      isFreeText: Boolean(each['isFreeText']),
      flagged: Boolean(each['flagged']),
    })),
  };
}

/** Parts with a known id are changed, others added, missing ones stay. */
function mergeParts<T extends { id: number }>(
  host: WorstHost,
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
      host.nextId += 1;
      rows.push(build(part, host.nextId, undefined));
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
