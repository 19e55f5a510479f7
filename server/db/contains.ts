/** The LIKE pattern for "contains this text", with its own wildcards escaped. */
export function contains(text: string): string {
  return `%${text.replace(/[\\%_]/g, '\\$&')}%`;
}
