/**
 * Folds a text for searching: lower case, without diacritics ("Brașov",
 * "BRASOV" and "Braşov" with a cedilla are one word).
 */
export function foldText(text: string): string {
  return text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();
}
