import { allTexts } from '../../support/all-texts';

/**
 * The words of the app in one language, by key, as a person reads them.
 * A key without words throws: a test must not look for nothing.
 */
function wordsOf(language: 'ro' | 'en') {
  const i18n = allTexts(language);
  return (key: string, values: Record<string, string | number> = {}) => {
    if (!i18n.exists(key, values)) throw new Error(`No words for ${key}`);
    return i18n.t(key, values);
  };
}

export const ro = wordsOf('ro');
export const en = wordsOf('en');
