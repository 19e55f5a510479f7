import { fold, hasWords, nameWords } from '@/domain/observers/observer';

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
