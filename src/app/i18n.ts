import { createInstance } from 'i18next';
import HttpBackend from 'i18next-http-backend';
import { initReactI18next } from 'react-i18next';

import type { Language } from '@/config';
import { LANGUAGES } from '@/config';
import { storeLanguage, readLanguage } from '@/state/preferences';

const i18n = createInstance();

/**
 * Loads the texts of the stored language (docs/specification.md 1: ro unless
 * chosen otherwise; the browser's language has no say).
 * @throws when they cannot be had: there is nothing to show then.
 */
export async function startI18n(): Promise<void> {
  i18n.on('languageChanged', (language) => {
    document.documentElement.lang = language;
  });
  const language = readLanguage();
  await i18n
    .use(HttpBackend)
    .use(initReactI18next)
    .init({
      lng: language,
      supportedLngs: LANGUAGES,
      load: 'currentOnly',
      // Another language in its place would hide a missing text from us.
      fallbackLng: false,
      parseMissingKeyHandler: (key) => `⟦${key}⟧`,
      backend: { loadPath: '/assets/i18n/{{lng}}.json' },
      interpolation: { escapeValue: false },
      react: { useSuspense: false },
    });
  if (!isLoaded(language)) throw new Error(`No texts for ${language}`);
}

/**
 * Changes the language and stores the choice on this device. Answers false,
 * and changes nothing, when the texts of the language cannot be loaded now.
 */
export async function changeLanguage(language: Language): Promise<boolean> {
  await i18n.loadLanguages(language);
  if (!isLoaded(language)) {
    // Forget the failure, so that the next choice asks again.
    await i18n.reloadResources([language]).catch(() => undefined);
    if (!isLoaded(language)) return false;
  }
  await i18n.changeLanguage(language);
  storeLanguage(language);
  return true;
}

/** The language in use. */
export function currentLanguage(): Language {
  return LANGUAGES.find((known) => known === i18n.language) ?? LANGUAGES[0];
}

function isLoaded(language: Language): boolean {
  return i18n.hasResourceBundle(language, 'translation');
}
