/** The LIKE pattern for "contains this text", whatever signs are in it. */
export function contains(text: string): string {
  return `%${text.replace(/[\\%_]/g, '\\$&')}%`;
}
