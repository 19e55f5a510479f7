import { createContext, type ReactNode, use } from 'react';
import {
  getI18n,
  useTranslation as useI18next,
  type UseTranslationResponse,
} from 'react-i18next';

type Texts = Pick<
  UseTranslationResponse<'translation', undefined>,
  't' | 'i18n'
>;

const TextsContext = createContext<Texts | undefined>(undefined);

/** The same in each render: the library works out its settings anew for others. */
const NO_PROPS = {};

/** Follows the language once, for everything below it. */
export function TextsProvider({ children }: { children: ReactNode }) {
  const texts = useI18next(undefined, NO_PROPS);
  return <TextsContext value={texts}>{children}</TextsContext>;
}

/**
 * The texts of the chosen language, as the library's hook of this name gives them.
 * That one follows the language in each component by itself
 * (docs/decisions/0106-the-language-is-followed-once.md). Outside of the app, where
 * a test draws one component, the language is the one of the moment.
 */
export function useTranslation(): Texts {
  const texts = use(TextsContext);
  if (texts) return texts;
  const i18n = getI18n();
  return { t: i18n.t, i18n };
}
