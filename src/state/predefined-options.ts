import { PREDEFINED_OPTIONS_KEY } from '@/config';
import { isRecord } from '@/domain/record';

/** Which predefined options are ticked, by option key. */
export type Ticks = Readonly<Record<string, boolean>>;

/**
 * The ticks of the last time, shared by all questions (docs/api-contract.md
 * 6.12). Something
 * unreadable in their place is reset to an empty object.
 */
export function readTicks(): Ticks {
  const stored = parse(localStorage.getItem(PREDEFINED_OPTIONS_KEY));
  if (stored) {
    const ticks = Object.entries(stored).map(([key, value]) => [
      key,
      value === 'true',
    ]);
    return Object.fromEntries(ticks);
  }
  localStorage.setItem(PREDEFINED_OPTIONS_KEY, '{}');
  return {};
}

/**
 * Stores them as the specification has it: label to the strings true and
 * false.
 */
export function storeTicks(ticks: Ticks): void {
  const words = Object.entries(ticks).map(([key, on]) => [key, String(on)]);
  localStorage.setItem(
    PREDEFINED_OPTIONS_KEY,
    JSON.stringify(Object.fromEntries(words)),
  );
}

function parse(text: string | null): object | undefined {
  try {
    const value: unknown = JSON.parse(text ?? '{}');
    return isRecord(value) ? value : undefined;
  } catch {
    // Unreadable: the caller starts over.
    return undefined;
  }
}
