import { initReactI18next } from 'react-i18next';

import type { Language } from '@/config';
import { LANGUAGES } from '@/config';
import { textsAddress } from '@/state/language';

import { allTexts, textsFile } from './all-texts';

/** Puts the app's real texts in force; a missing key fails the test. */
export function speak(language: Language): void {
  const options = {
    saveMissing: true,
    missingKeyHandler: (
      _languages: readonly string[],
      _namespace: string,
      key: string,
    ) => {
      throw new Error(`No words for ${key}`);
    },
  };
  allTexts(language, options, initReactI18next);
  // Screens ask for theirs before they are drawn.
  for (const each of LANGUAGES) {
    (globalThis.earlyAnswers ??= new Map()).set(
      textsAddress(each, 'screens'),
      Promise.resolve(new Response(textsFile(each, 'screens'))),
    );
  }
}
