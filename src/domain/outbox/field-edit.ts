import { conflictingFields } from './conflict';
import type { EditKind, FieldRules, Theirs } from './kinds';
import { opKinds } from './kinds';
import type { OpArgs, OpOf } from './op';
import { hasPin } from './op';

export type FieldValue = string | number | boolean;

/** Values of a row by field; a field that is absent or undefined has none. */
export type Fields = Readonly<Record<string, FieldValue | undefined>>;

/** An edit of single fields, whatever its kind. */
export interface FieldEdit {
  rules: FieldRules;
  /** What the user saw. */
  base: Fields;
  /** What they want. */
  patch: Fields;
  /** What the server had instead of `base`, once a preflight has found that. */
  theirs?: Fields | undefined;
}

/** Reads an edit without knowing its kind. */
export function fieldEditOf({
  kind,
  args: { base, patch },
  theirs,
}: {
  kind: EditKind;
  args: OpArgs[EditKind];
  theirs?: Theirs | undefined;
}): FieldEdit {
  const rules: FieldRules = opKinds[kind].edits;
  const row = theirs && theirs.kind === rules.row ? theirs.row : undefined;
  return { rules, base, patch, theirs: row };
}

/** The fields of a row that an edit is compared with. */
export function comparedOf({ fields }: FieldRules, row: object): Fields {
  const values = new Map<string, FieldValue | undefined>(Object.entries(row));
  return Object.fromEntries(fields.map((field) => [field, values.get(field)]));
}

/** Whether the server shows everything that an edit of single fields wants. */
export function isEditIn({ rules, patch }: FieldEdit, row: Fields): boolean {
  return rules.fields.every(
    (field) => patch[field] === undefined || patch[field] === row[field],
  );
}

/** The fields that both sides changed, differently. */
export function clashesOf(
  { rules, base, patch }: FieldEdit,
  theirs: Fields,
): string[] {
  return conflictingFields(rules.fields, base, patch, theirs);
}

/**
 * The part of an edit that stands after a decision, on top of what the server has.
 * @param mine fields that both changed and where ours stays.
 * @returns undefined when nothing of it is left to be sent.
 */
export function settledEdit<K extends EditKind>(
  { args }: OpOf<K>,
  edit: FieldEdit,
  theirs: Fields,
  mine: readonly string[],
): { args: OpArgs[K]; overrides: boolean } | undefined {
  const asked = clashesOf(edit, theirs);
  const given = asked.filter((field) => !mine.includes(field));
  const left = Object.entries(edit.patch).filter(
    ([field, value]) =>
      !edit.rules.fields.includes(field) ||
      !(given.includes(field) || value === theirs[field]),
  );
  if (left.length === 0 && !hasPin({ args })) return undefined;
  return {
    args: { ...args, base: theirs, patch: Object.fromEntries(left) },
    overrides: given.length < asked.length,
  };
}
