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

/** `first`: what is needed until the first list is shown; `screens`: the rest. */
export type TextsPart = 'first' | 'screens';

/** Address of the texts of a language (docs/specification.md 7). */
export function textsAddress(language: Language, part: TextsPart): string {
  return `/assets/i18n/${language}${part === 'first' ? '' : '-screens'}.json`;
}
