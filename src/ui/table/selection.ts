/**
 * Adds a key to a selection or takes it out.
 *
 * @param selected the keys chosen so far; not changed.
 * @param key the row that was ticked or unticked.
 * @returns the new selection.
 */
export function toggleKey(
  selected: ReadonlySet<string>,
  key: string,
): ReadonlySet<string> {
  const next = new Set(selected);
  if (!next.delete(key)) next.add(key);
  return next;
}

/**
 * What "select all" does: everything shown, or nothing of it when it was all chosen already. Rows
 * chosen elsewhere (another page) stay as they are.
 *
 * @param selected the keys chosen so far; not changed.
 * @param shown the keys of the rows in the table.
 * @returns the new selection.
 */
export function toggleAll(
  selected: ReadonlySet<string>,
  shown: readonly string[],
): ReadonlySet<string> {
  const next = new Set(selected);
  const isAll = shown.every((key) => selected.has(key));
  for (const key of shown) {
    if (isAll) next.delete(key);
    else next.add(key);
  }
  return next;
}
