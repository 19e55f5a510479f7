/** The selection with the key added or taken out. */
export function toggleKey(
  selected: ReadonlySet<string>,
  key: string,
): ReadonlySet<string> {
  const next = new Set(selected);
  if (!next.delete(key)) next.add(key);
  return next;
}

/**
 * What "select all" does: everything shown, or nothing of it when it was all
 * chosen already. Rows chosen elsewhere (another page) stay as they are.
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
