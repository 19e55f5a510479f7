import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { createInstance } from 'i18next';

import { root } from '../../support/source';

/**
 * The words of the app in one language, by key, as a person reads them.
 * A key without words throws: a test must not look for nothing.
 */
function wordsOf(language: 'ro' | 'en') {
  const path = join(root, 'public', 'assets', 'i18n', `${language}.json`);
  const i18n = createInstance();
  void i18n.init({
    lng: language,
    initAsync: false,
    resources: {
      [language]: { translation: JSON.parse(readFileSync(path, 'utf8')) },
    },
    interpolation: { escapeValue: false },
  });
  return (key: string, values: Record<string, string | number> = {}) => {
    if (!i18n.exists(key, values)) throw new Error(`No words for ${key}`);
    return i18n.t(key, values);
  };
}

export const ro = wordsOf('ro');
export const en = wordsOf('en');
