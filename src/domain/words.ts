/** Signs that nobody sees: directions, zero widths, soft hyphens, byte order marks. */
const INVISIBLE =
  /[\u00AD\u061C\u180E\u200B-\u200F\u202A-\u202E\u2060-\u206F\uFEFF]/g;

/**
 * Trims and collapses inner spaces (docs/specification.md 5), and leaves out what
 * nobody sees: a number with such a sign would lock its observer out.
 */
export function tidy(text: string): string {
  return text.replaceAll(INVISIBLE, '').trim().replaceAll(/\s+/g, ' ');
}

/** Lower case without diacritics: how words are compared and found. */
export function fold(text: string): string {
  return text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();
}

/** The words of a name, folded: names are compared whatever their order. */
export function nameWords(name: string): string[] {
  return fold(tidy(name))
    .split(' ')
    .filter((word) => word !== '');
}

/**
 * Whether a text has all of these words, in any order: how names are found.
 * @param folded as of `fold`. @param words as of `nameWords`; without any, all is found.
 */
export function hasWords(folded: string, words: readonly string[]): boolean {
  return words.every((word) => folded.includes(word));
}

interface Labelled {
  label: string;
}

/**
 * Items whose label has all words of the query, in any order; those that begin with
 * the first word come first, else in the given order. A blank query finds everything.
 */
export function findByLabel<T extends Labelled>(
  items: readonly T[],
  query: string,
): readonly T[] {
  const words = nameWords(query);
  const [first] = words;
  if (first === undefined) return items;
  const beginning: T[] = [];
  const inside: T[] = [];
  for (const item of items) {
    const label = fold(item.label);
    if (!hasWords(label, words)) continue;
    (label.startsWith(first) ? beginning : inside).push(item);
  }
  return [...beginning, ...inside];
}
