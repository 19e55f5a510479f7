import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import type { i18n, InitOptions } from 'i18next';
import { createInstance } from 'i18next';

import type { Language } from '@/config';
import type { TextsPart } from '@/state/language';
import { textsAddress } from '@/state/language';

import { root } from './source';

/** An instance of i18next that has all texts of the app in one language. */
export function allTexts(
  language: Language,
  options: InitOptions = {},
  plugin?: Parameters<i18n['use']>[0],
): i18n {
  const texts = createInstance();
  if (plugin) texts.use(plugin);
  void texts.init({
    lng: language,
    initAsync: false,
    fallbackLng: false,
    resources: {
      [language]: { translation: JSON.parse(textsFile(language, 'first')) },
    },
    interpolation: { escapeValue: false },
    ...options,
  });
  const more: unknown = JSON.parse(textsFile(language, 'screens'));
  const isDeep = true;
  texts.addResourceBundle(language, 'translation', more, isDeep);
  return texts;
}

/** What the server sends for one part of the texts. */
export function textsFile(language: Language, part: TextsPart): string {
  const path = join(root, 'public', textsAddress(language, part));
  return readFileSync(path, 'utf8');
}
