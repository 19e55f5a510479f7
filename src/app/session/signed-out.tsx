import { useEffect } from 'react';
import { useSnapshot } from 'valtio';

import { LoginPage } from '@/features/auth/login-page';
import { unsentOfOthers, works } from '@/state/unsent-of-users';
import { readSessionEnd } from '@/state/session-end';
import { Banner } from '@/ui/feedback/banner';

import { DemoBanner } from '@/app/status/demo-banner';
import { clearBadge } from '@/app/status/app-badge';
import { useTranslation } from '@/ui/texts';
import { keepToLogin } from './guards';
import { usePublicShell } from './public-shell';

/** The sign-in screen, given what belongs to the shell: address, title, brand and languages. */
export function SignedOut() {
  const { t } = useTranslation();
  const shell = usePublicShell(t('login.title'));

  useEffect(clearBadge, []);
  useEffect(() => {
    keepToLogin();
    // "Back" leads to pages that are not shown without a token.
    window.addEventListener('popstate', keepToLogin);
    return () => window.removeEventListener('popstate', keepToLogin);
  }, []);

  return (
    <LoginPage
      {...shell}
      notice={
        <>
          <DemoBanner />
          <OthersWork />
        </>
      }
    />
  );
}

/** Accounts left work here: a count, nothing of whose or what. */
function OthersWork() {
  const { t } = useTranslation();
  const all = unsentOfOthers(useSnapshot(works).byUser, undefined);
  // What the session that just ended left is said with its end.
  const count = all - (readSessionEnd()?.unsent ?? 0);
  if (count <= 0) return null;
  return (
    <Banner
      tone="waiting"
      icon="lock"
      title={t('login.waiting.title', { count })}
    >
      {t('login.waiting.text')}
    </Banner>
  );
}
