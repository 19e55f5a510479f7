import type { Section } from '@/domain/forms/form';

import type { Exchange } from './model-server';

interface ShelvedForm {
  meta: Record<string, unknown> & { id: number; code: string; draft: boolean };
  sections: Section[];
}

/**
 * The forms of a model server, with the merge rules of docs/api-contract.md 4.1.
 */
export interface FormShelf {
  forms: Map<number, ShelvedForm>;
  /** Undefined when the exchange is about something else. */
  answer(exchange: Exchange): { status: number; body?: string } | undefined;
}

/**
 * Saves add children without an id again and never remove any
 * (docs/api-contract.md 4.1 "merge").
 */
export function createFormShelf(): FormShelf {
  const forms = new Map<number, ShelvedForm>();
  let lastId = 100;
  const nextId = () => (lastId += 1);

  function merge<T extends { id: number }>(
    kept: readonly T[],
    sent: readonly T[],
    join: (old: T | undefined, next: T) => T,
  ): T[] {
    const changed = kept.map((old) => {
      const next = sent.find(({ id }) => id === old.id);
      return next ? join(old, next) : old;
    });
    const added = sent
      .filter(({ id }) => !kept.some((old) => old.id === id))
      .map((next) => join(undefined, { ...next, id: nextId() }));
    return [...changed, ...added];
  }

  function mergeSections(kept: readonly Section[], sent: readonly Section[]) {
    return merge(kept, sent, (section, nextSection) => ({
      ...nextSection,
      questions: merge(
        section?.questions ?? [],
        nextSection.questions,
        (question, next) => ({
          ...next,
          options: merge(
            question?.options ?? [],
            next.options,
            (_option, nextOption) => nextOption,
          ),
        }),
      ),
    }));
  }

  function answer({ method, path, query, body }: Exchange) {
    if (!path.startsWith('/api/v1/form')) return undefined;
    const [, , , , first, second, , third] = path.split('/');
    if (method === 'DELETE' && first === 'section') {
      for (const form of forms.values()) {
        form.sections = form.sections
          .filter(({ id }) => third !== undefined || String(id) !== second)
          .map((section) => ({
            ...section,
            questions: section.questions.filter(
              ({ id }) => String(id) !== third,
            ),
          }));
      }
      return { status: 200 };
    }
    if (method === 'DELETE') {
      const id = Number(query.get('formId'));
      if (!forms.get(id)?.meta.draft) {
        return { status: 400, body: 'The form is not a draft' };
      }
      forms.delete(id);
      return { status: 200 };
    }
    if (method === 'GET' && first !== undefined) {
      const form = forms.get(Number(first));
      return form
        ? { status: 200, body: JSON.stringify(form.sections.map(wireSection)) }
        : { status: 204 };
    }
    if (method === 'GET') {
      const isDraft = query.get('draft') === 'true';
      const rows = [...forms.values()].filter(
        ({ meta }) => meta.draft === isDraft,
      );
      const formVersions = rows.map(({ meta }) => meta);
      return { status: 200, body: JSON.stringify({ formVersions }) };
    }
    return save(method, body);
  }

  function save(method: string, body: unknown) {
    const { formSections, ...meta } = Object(body);
    const sent = formSections?.map(readSection);
    if (method === 'POST') {
      const codes = [...forms.values()].map((form) => form.meta.code);
      if (codes.includes(meta.code)) {
        return { status: 400, body: 'The code exists' };
      }
      const id = nextId();
      forms.set(id, {
        meta: { ...meta, id, draft: meta.draft ?? false },
        sections: mergeSections([], sent ?? []),
      });
      return { status: 200, body: String(id) };
    }
    const form = forms.get(meta.id);
    if (!form) return { status: 404, body: 'Not found' };
    const currentVersion = (meta.currentVersion ?? 0) + 1;
    form.meta = { ...form.meta, ...meta, currentVersion };
    if (sent) form.sections = mergeSections(form.sections, sent);
    return { status: 200, body: String(meta.id) };
  }

  return { forms, answer };
}

function wireSection({ questions, ...section }: Section) {
  return {
    ...section,
    questions: questions.map(({ options, ...question }) => ({
      ...question,
      optionsToQuestions: options,
    })),
  };
}

function readSection(wire: unknown): Section {
  const { questions, orderNumber: _order, ...section } = Object(wire);
  return {
    ...section,
    questions: questions.map((each: unknown) => {
      const {
        optionsToQuestions,
        orderNumber: _number,
        hint: _hint,
        ...question
      } = Object(each);
      const options = optionsToQuestions.map((row: unknown) => {
        const { orderNumber: _place, ...option } = Object(row);
        return option;
      });
      return { ...question, options };
    }),
  };
}
