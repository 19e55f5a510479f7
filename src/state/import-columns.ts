import { IMPORT_COLUMNS_KEY } from '@/config';
import { isRecord } from '@/domain/record';

/** Files of so many different heads are remembered; the oldest is forgotten first. */
const KEPT = 20;

/**
 * What a person said that the columns of a file are, by kind of file and its heads:
 * the next file with the same heads is read so. No cell of a file is kept.
 * @returns undefined when nobody said it.
 */
export function readColumnChoice(
  kind: string,
  heads: readonly string[],
): (string | null)[] | undefined {
  const choice = stored()[keyOf(kind, heads)];
  return Array.isArray(choice) && choice.length === heads.length
    ? choice.map((column) => (typeof column === 'string' ? column : null))
    : undefined;
}

/** Remembers it; a file without heads tells nothing of the next one. */
export function storeColumnChoice(
  kind: string,
  heads: readonly string[],
  columns: readonly (string | undefined)[],
): void {
  if (heads.every((head) => head === '')) return;
  const { [keyOf(kind, heads)]: _, ...others } = stored();
  const kept = Object.entries(others).slice(1 - KEPT);
  const choice = columns.map((column) => column ?? null);
  const all = Object.fromEntries([...kept, [keyOf(kind, heads), choice]]);
  localStorage.setItem(IMPORT_COLUMNS_KEY, JSON.stringify(all));
}

function keyOf(kind: string, heads: readonly string[]): string {
  return JSON.stringify([kind, ...heads]);
}

function stored(): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(
      localStorage.getItem(IMPORT_COLUMNS_KEY) ?? '{}',
    );
    return isRecord(value) ? value : {};
  } catch {
    // Unreadable: nothing was said.
    return {};
  }
}
