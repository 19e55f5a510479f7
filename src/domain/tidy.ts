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
