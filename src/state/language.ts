import type { Language } from '@/config';
import { LANGUAGE_KEY, LANGUAGES } from '@/config';

/**
 * The stored language; Romanian when none was chosen (docs/specification.md 1).
 */
export function readLanguage(): Language {
  const stored = localStorage.getItem(LANGUAGE_KEY);
  return LANGUAGES.find((language) => language === stored) ?? LANGUAGES[0];
}

export function storeLanguage(language: Language): void {
  localStorage.setItem(LANGUAGE_KEY, language);
}

/** Address of the texts of a language (docs/specification.md 7). */
export function textsAddress(language: Language): string {
  return `/assets/i18n/${language}.json`;
}
