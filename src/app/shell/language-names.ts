import type { Language } from '@/config';

/** Languages by their own names: whoever looks for one reads that one. */
export const LANGUAGE_NAMES: Record<Language, string> = {
  ro: 'Română',
  en: 'English',
};
