/**
 * The longest name and phone (docs/api-contract.md 8, 15). The contract has no
 * limit for pins; a longer one is a mistake.
 */
export const MAX_NAME_LENGTH = 200;
export const MAX_PHONE_LENGTH = 20;
export const MAX_PIN_LENGTH = 100;
