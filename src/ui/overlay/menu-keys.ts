/**
 * The place of the item that a key leads to, or undefined when it is another key.
 * `at` is the item that has the focus, -1 when none has it.
 */
export function stepInMenu(
  key: string,
  at: number,
  count: number,
): number | undefined {
  if (key === 'ArrowDown') return (at + 1) % count;
  if (key === 'ArrowUp') return (at <= 0 ? count : at) - 1;
  if (key === 'Home') return 0;
  return key === 'End' ? count - 1 : undefined;
}

/**
 * The place of the item that begins with what was typed, -1 when none does. The same
 * letter again goes on to the next item that begins with it.
 */
export function findInMenu(
  labels: readonly string[],
  at: number,
  typed: string,
): number {
  const wanted = fold(typed);
  const isOneLetter = [...wanted].every((letter) => letter === wanted[0]);
  const start = isOneLetter ? wanted.slice(0, 1) : wanted;
  const matches = labels.map((label) => fold(label).startsWith(start));
  const next = matches.indexOf(true, isOneLetter ? at + 1 : Math.max(at, 0));
  return next === -1 ? matches.indexOf(true) : next;
}

/** As of `domain/words.ts`, which `ui` does not import. */
function fold(text: string): string {
  return text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();
}
