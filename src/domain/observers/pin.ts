/** Of PINs that are set from now on (docs/api-contract.md 10.5). */
export const MIN_PIN_LENGTH = 4;
/** Lengths that a PIN may be reset to (docs/specification.md 5 and 9). */
const RESET_PIN_LENGTHS = new Set([4, 6]);

/** What is wrong with a new PIN, tidied; undefined: nothing. */
export function pinProblem(pin: string): 'digits' | 'short' | undefined {
  if (!/^\d*$/.test(pin)) return 'digits';
  return pin.length < MIN_PIN_LENGTH ? 'short' : undefined;
}

/** As `pinProblem`, of a PIN that replaces one in the list of observers. */
export function resetPinProblem(pin: string): 'digits' | 'length' | undefined {
  if (pinProblem(pin) === 'digits') return 'digits';
  return RESET_PIN_LENGTHS.has(pin.length) ? undefined : 'length';
}
