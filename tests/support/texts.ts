import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { createInstance } from 'i18next';
import { initReactI18next } from 'react-i18next';

import type { Language } from '@/config';

/** Puts the app's real texts in force; a missing key fails the test. */
export async function speak(language: Language): Promise<void> {
  const file = join('public/assets/i18n', `${language}.json`);
  const texts: unknown = JSON.parse(readFileSync(file, 'utf8'));
  if (typeof texts !== 'object' || texts === null) throw new Error(file);
  await createInstance()
    .use(initReactI18next)
    .init({
      lng: language,
      fallbackLng: false,
      resources: { [language]: { translation: { ...texts } } },
      interpolation: { escapeValue: false },
      saveMissing: true,
      missingKeyHandler: (_languages, _namespace, key) => {
        throw new Error(`No words for ${key}`);
      },
    });
}
