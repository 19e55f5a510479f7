/**
 * Folds a text for searching: lower case, without diacritics ("Brașov",
 * "BRASOV" and "Braşov" with a cedilla are one word).
 */
export function foldText(text: string): string {
  return text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();
}

interface Labelled {
  label: string;
}

/**
 * Items whose label contains the query; those that begin with it first, else
 * in the given order. A blank query finds everything.
 */
export function findByLabel<T extends Labelled>(
  items: readonly T[],
  query: string,
): readonly T[] {
  const wanted = foldText(query.trim());
  if (wanted === '') return items;
  const beginning: T[] = [];
  const inside: T[] = [];
  for (const item of items) {
    const at = foldText(item.label).indexOf(wanted);
    if (at === 0) beginning.push(item);
    else if (at > 0) inside.push(item);
  }
  return [...beginning, ...inside];
}
