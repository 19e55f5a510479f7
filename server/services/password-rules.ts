const MIN_LENGTH = 12;

/** What is wrong with a new password of an account; undefined: nothing. */
export function checkPassword(password: string): string | undefined {
  if (password.length >= MIN_LENGTH) return undefined;
  return `A password must have at least ${MIN_LENGTH} characters.`;
}
