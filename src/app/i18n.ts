import { createInstance } from 'i18next';
import { getI18n, initReactI18next } from 'react-i18next';

import type { Language } from '@/config';
import { LANGUAGES } from '@/config';
import { storeLanguage, readLanguage } from '@/state/language';
import {
  addScreenTexts,
  areScreenTextsWanted,
  loadTexts,
  NAMESPACE,
} from '@/state/texts';

import { rememberTexts } from './remember-texts';

const i18n = createInstance();
rememberTexts(i18n);

/**
 * Loads the first texts of the stored language (docs/specification.md 1: ro unless
 * chosen otherwise; the browser's language has no say).
 * @throws when they cannot be had: there is nothing to show then.
 */
export async function startI18n(): Promise<void> {
  const language = readLanguage();
  const texts = await loadTexts(language, 'first');
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
 * Loads what all screens but the first list say beside the first texts.
 * @throws when it cannot be had: such a screen cannot be shown then.
 */
export async function loadScreenTexts(): Promise<void> {
  const language = currentLanguage();
  // The instance that the components read.
  if (!(await addScreenTexts(getI18n(), language)))
    throw new Error(`No texts of the screens for ${language}`);
}

/**
 * Changes the language and stores the choice on this device. Answers false,
 * and changes nothing, when the texts of the language cannot be loaded now.
 */
export async function changeLanguage(language: Language): Promise<boolean> {
  if (!i18n.hasResourceBundle(language, NAMESPACE)) {
    const texts = await loadTexts(language, 'first');
    if (!texts) return false;
    i18n.addResourceBundle(language, NAMESPACE, texts);
  }
  // The screen that is open needs its texts at once.
  if (areScreenTextsWanted() && !(await addScreenTexts(getI18n(), language))) {
    return false;
  }
  await i18n.changeLanguage(language);
  storeLanguage(language);
  return true;
}

/** The language in use. */
export function currentLanguage(): Language {
  return LANGUAGES.find((known) => known === i18n.language) ?? LANGUAGES[0];
}
