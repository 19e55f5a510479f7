import type { Language } from '@/config';

/** Languages by their own names: a person who looks for one can read it. */
export const LANGUAGE_NAMES: Record<Language, string> = {
  ro: 'Română',
  en: 'English',
};
