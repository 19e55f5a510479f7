import { createInstance } from 'i18next';
import { initReactI18next } from 'react-i18next';

import type { Language } from '@/config';
import { LANGUAGES } from '@/config';
import { storeLanguage, readLanguage } from '@/state/language';

import { loadTexts } from './texts';

const NAMESPACE = 'translation';

const i18n = createInstance();

/**
 * Loads the texts of the stored language (docs/specification.md 1: ro unless
 * chosen otherwise; the browser's language has no say).
 * @throws when they cannot be had: there is nothing to show then.
 */
export async function startI18n(): Promise<void> {
  const language = readLanguage();
  const texts = await loadTexts(language);
  if (!texts) throw new Error(`No texts for ${language}`);
  i18n.on('languageChanged', (changed) => {
    document.documentElement.lang = changed;
  });
  await i18n.use(initReactI18next).init({
    lng: language,
    supportedLngs: LANGUAGES,
    load: 'currentOnly',
    // Another language in its place would hide a missing text from us.
    fallbackLng: false,
    parseMissingKeyHandler: (key) => `⟦${key}⟧`,
    resources: { [language]: { [NAMESPACE]: { ...texts } } },
    interpolation: { escapeValue: false },
    react: { useSuspense: false },
  });
}

/**
 * Changes the language and stores the choice on this device. Answers false,
 * and changes nothing, when the texts of the language cannot be loaded now.
 */
export async function changeLanguage(language: Language): Promise<boolean> {
  if (!i18n.hasResourceBundle(language, NAMESPACE)) {
    const texts = await loadTexts(language);
    if (!texts) return false;
    i18n.addResourceBundle(language, NAMESPACE, texts);
  }
  await i18n.changeLanguage(language);
  storeLanguage(language);
  return true;
}

/** The language in use. */
export function currentLanguage(): Language {
  return LANGUAGES.find((known) => known === i18n.language) ?? LANGUAGES[0];
}
