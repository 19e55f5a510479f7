import { useLocation, useNavigate } from 'react-router-dom';

import type { Language } from '@/config';
import { paths } from '@/paths';
import { hasUnsaved } from '@/state/unsaved';

import type { Back } from '@/app/shell/pages/home';
import { changeLanguage, currentLanguage } from '@/app/i18n';
import { useTranslation } from '@/ui/texts';

interface LanguageChoice {
  language: Language;
  /** Resolves to false when the texts cannot be had now. */
  choose: (language: Language) => Promise<boolean>;
}

/**
 * The language in use and how to change it: the current route is reloaded by
 * going to / and back (docs/specification.md 2), except over an unsaved form,
 * which is translated in place and loses nothing.
 */
export function useLanguage(): LanguageChoice {
  // Renders again when the language changes.
  useTranslation();
  const navigate = useNavigate();
  const { pathname, search, hash, state } = useLocation();
  const language = currentLanguage();

  async function choose(next: Language): Promise<boolean> {
    if (next === language) return true;
    if (!(await changeLanguage(next))) return false;
    if (!hasUnsaved()) {
      const back: Back = { to: pathname + search + hash, state };
      await navigate(paths.home, { replace: true, state: { back } });
    }
    return true;
  }

  return { language, choose };
}
