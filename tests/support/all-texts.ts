import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import type { i18n, InitOptions, ResourceKey } from 'i18next';
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
    resources: { [language]: { translation: translationOf(language) } },
    interpolation: { escapeValue: false },
    ...options,
  });
  return texts;
}

/** Both parts as one JSON text, joined once; each test parses its own copy. */
const joined = new Map<Language, string>();

function translationOf(language: Language): ResourceKey {
  const text = joined.get(language) ?? joinParts(language);
  joined.set(language, text);
  return JSON.parse(text);
}

function joinParts(language: Language): string {
  const texts = createInstance();
  void texts.init({ initAsync: false });
  const isDeep = true;
  for (const part of ['first', 'screens'] as const) {
    const more: unknown = JSON.parse(textsFile(language, part));
    texts.addResourceBundle(language, 'translation', more, isDeep);
  }
  return JSON.stringify(texts.getResourceBundle(language, 'translation'));
}

/** The files as they were read first: most tests ask for them anew. */
const files = new Map<string, string>();

/** What the server sends for one part of the texts. */
export function textsFile(language: Language, part: TextsPart): string {
  const path = join(root, 'public', textsAddress(language, part));
  const text = files.get(path) ?? readFileSync(path, 'utf8');
  files.set(path, text);
  return text;
}
