import type { findWholeForm } from '../../queries/forms';

type Content = NonNullable<Awaited<ReturnType<typeof findWholeForm>>>;
type Part = Record<string, unknown>;

/** How much a form has, for a log that need not repeat it. */
export function countParts({ sections }: Content) {
  const questions = sections.flatMap((section) => section.questions);
  const options = questions.flatMap((asked) => asked.options);
  return {
    sections: sections.length,
    questions: questions.length,
    options: options.length,
    flaggedOptions: options.filter(({ flagged }) => flagged).length,
  };
}

/**
 * What differs between two states of a form: of each part that was changed the
 * fields that differ, of each that was added or removed all of them. Always with
 * the code and whether it is a draft.
 */
export function tellFormChange(was: Content, is: Content) {
  const before: Record<string, Part> = {};
  const after: Record<string, Part> = {};
  const old = partsOf(was);
  const now = partsOf(is);
  for (const name of new Set([...old.keys(), ...now.keys()])) {
    const [left, right] = [old.get(name) ?? {}, now.get(name) ?? {}];
    const fields = Object.keys({ ...left, ...right }).filter(
      (field) => left[field] !== right[field],
    );
    if (fields.length === 0) continue;
    if (old.has(name)) before[name] = pick(left, fields);
    if (now.has(name)) after[name] = pick(right, fields);
  }
  const { code, draft } = was.form;
  return {
    before: { code, draft, ...before },
    after: { code: is.form.code, draft: is.form.draft, ...after },
  };
}

/** The parts by kind and id; of each the fields that say something to people. */
function partsOf({ form, sections }: Content): Map<string, Part> {
  const { title, description, diaspora, order } = form;
  const parts = new Map<string, Part>([
    ['form', { title, description, diaspora, order }],
  ]);
  for (const { questions, formId: _, ...section } of sections) {
    parts.set(`section ${section.id}`, withoutId(section));
    for (const { options, ...asked } of questions) {
      parts.set(`question ${asked.id}`, withoutId(asked));
      for (const option of options) {
        parts.set(`option ${option.id}`, withoutId(option));
      }
    }
  }
  return parts;
}

function withoutId({ id: _, ...part }: Part): Part {
  return part;
}

function pick(part: Part, fields: string[]): Part {
  return Object.fromEntries(fields.map((field) => [field, part[field]]));
}
