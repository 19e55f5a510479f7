import type { i18n as I18n, TFunction } from 'i18next';

/** Texts with names and times in them are many: these are not held for ever. */
const AT_MOST = 2_000;

/**
 * Makes each text once for the same values. i18next merges options and looks for
 * plural rules anew in each look-up, which took a third of the time in which React
 * draws a thread (docs/decisions/0101-texts-are-looked-up-once.md). All are forgotten
 * when texts are added; the language is a part of what a text is known by.
 */
export function rememberTexts(i18n: I18n): void {
  const known = new Map<string, unknown>();
  i18n.on('initialized', () => i18n.store.on('added', () => known.clear()));
  i18n.getFixedT = new Proxy(i18n.getFixedT, {
    apply(getFixedT, self, language: unknown[]) {
      const of = JSON.stringify(language);
      const fixed: TFunction = Reflect.apply(getFixedT, self, language);
      return new Proxy(fixed, {
        apply(look, itself, values: unknown[]) {
          const key = of + JSON.stringify(values);
          if (known.has(key)) return known.get(key);
          const text: unknown = Reflect.apply(look, itself, values);
          if (known.size >= AT_MOST) known.clear();
          known.set(key, text);
          return text;
        },
      });
    },
  });
}
