import type { FormInput, FormMeta, Section } from '@/domain/forms/form';
import { isSameContent } from '@/domain/forms/form';
import { suggestFormCode } from '@/domain/forms/codes';
import { withNewIds } from '@/domain/forms/ids';
import { temporaryId } from '@/domain/outbox/op';

/** A form as it is somewhere: on the server, or when editing began. */
export interface FormBase {
  meta: FormMeta;
  sections: Section[];
}

/** What an editor opens with. */
export interface EditorStart {
  /** Under which its unsaved input is stored. */
  draftKey: `form:${string}`;
  /** What it was when editing began; absent: the server has no such form yet. */
  base?: FormBase | undefined;
  input: FormInput;
  /** It holds something that was not saved: a draft, a refused change, a copy. */
  isChanged: boolean;
}

/** An id for a part that the server does not know yet. */
export function newId(): number {
  return temporaryId(Math.random);
}

/**
 * A form as the editor's fields show it. The server keeps no title: the description
 * stands for it (docs/api-contract.md 5).
 */
export function inputOf({ meta, sections }: FormBase): FormInput {
  const { id: _, title = meta.description, ...head } = meta;
  return { ...head, title, sections };
}

/**
 * The copy of a form: new parts, a code that is not among `codes`, a draft
 * again. `name` turns a title into that of a copy.
 */
export function copyOf(
  base: FormBase,
  codes: readonly string[],
  order: number,
  name: (title: string) => string,
): FormInput {
  const input = inputOf(base);
  return {
    ...input,
    title: name(input.title),
    description: name(input.description),
    code: suggestFormCode(input.code, codes),
    draft: true,
    currentVersion: 1,
    order,
    sections: withNewIds(input.sections, newId),
  };
}

/** The same form as one that the server does not have. */
export function asNewForm(input: FormInput): FormInput {
  const sections = withNewIds(input.sections, newId);
  return { ...input, currentVersion: 1, sections };
}

type Head = Pick<FormInput, 'code' | 'description' | 'diaspora' | 'draft'>;

/**
 * Whether two forms read the same. Sections without questions do not count: the
 * server does not give them back (docs/api-contract.md 4.1). Nor does the title,
 * which it drops.
 */
export function isSameForm(
  a: Head & { sections: readonly Section[] },
  b: Head & { sections: readonly Section[] },
): boolean {
  return (
    a.code === b.code &&
    a.description === b.description &&
    a.diaspora === b.diaspora &&
    a.draft === b.draft &&
    isSameContent(filled(a.sections), filled(b.sections))
  );
}

function filled(sections: readonly Section[]): Section[] {
  return sections.filter(({ questions }) => questions.length > 0);
}

/** Whether there is nothing in one that would be missed in the other. */
export function isSameInput(a: FormInput, b: FormInput): boolean {
  return (
    a.title === b.title &&
    a.code === b.code &&
    a.description === b.description &&
    a.diaspora === b.diaspora &&
    isSameContent(a.sections, b.sections)
  );
}

/** Where a new form stands: after all others. */
export function lastOrder(forms: readonly { order: number }[]): number {
  return Math.max(0, ...forms.map(({ order }) => order)) + 1;
}
