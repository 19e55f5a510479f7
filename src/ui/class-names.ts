/**
 * Joins class names.
 *
 * @param parts names; false and undefined are left out.
 * @returns one string for `className`.
 */
export function classNames(...parts: (string | false | undefined)[]): string {
  return parts.filter(Boolean).join(' ');
}
