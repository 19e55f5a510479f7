/** Of PINs that are set from now on (docs/api-contract.md 10.5). */
export const MIN_PIN_LENGTH = 4;

/** What is wrong with a new PIN, without blanks around it; undefined: nothing. */
export function pinProblem(pin: string): 'short' | 'digits' | undefined {
  if (pin.length < MIN_PIN_LENGTH) return 'short';
  return /^\d+$/.test(pin) ? undefined : 'digits';
}
