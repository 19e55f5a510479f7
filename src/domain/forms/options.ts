import type { Option } from './form';

/** A new option without marks. */
export function newOption(id: number, text: string): Option {
  return { id, text, isFreeText: false, flagged: false };
}

/**
 * Pasted text as option texts: one per line, trimmed, without blank lines.
 * Undefined for a single line, which is an ordinary paste.
 */
export function pastedLines(text: string): string[] | undefined {
  const lines = text.split(/\r\n|\r|\n/).map((line) => line.trim());
  const filled = lines.filter((line) => line !== '');
  return lines.length > 1 && filled.length > 0 ? filled : undefined;
}

/**
 * The texts that the question does not have yet, each once
 * (docs/specification.md 5: predefined options whose text already exists are
 * skipped).
 */
export function missingTexts(
  options: readonly Option[],
  texts: readonly string[],
): string[] {
  const had = new Set(options.map(({ text }) => text.trim()));
  return [...new Set(texts)].filter((text) => !had.has(text.trim()));
}
