import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { useSnapshot } from 'valtio';

import type { Unsupported } from '@/app/shell/browser-support';
import { FullPage } from '@/app/shell/pages/full-page';
import { session } from '@/state/session';

import { findUnsupported } from '@/app/shell/browser-support';
import { Loading } from '@/app/shell/pages/loading';
import { loadSignedIn } from './preload';
import { SignedOut } from '@/app/session/signed-out';
import { StalePage } from '@/app/update/stale-page';

// Router, databases and screens come with it: the sign-in form never waits for them.
const SignedIn = lazy(() =>
  loadSignedIn().then(
    (part) => ({ default: part.SignedIn }),
    // There is no router yet, so no error page either.
    () => ({ default: StalePage }),
  ),
);

/**
 * The whole application: the sign-in form without a token, everything else with
 * one (docs/specification.md 4). The signed-in part is built anew for each
 * session: nothing of one user shows under another.
 */
export function App() {
  const { token, user } = useSnapshot(session);
  const unsupported = findUnsupported();
  if (unsupported) return <UnsupportedPage reason={unsupported} />;
  if (token === undefined || user === undefined) return <SignedOut />;
  return (
    <Suspense fallback={<Loading />}>
      <SignedIn key={token} token={token} user={user} />
    </Suspense>
  );
}

/** This browser cannot store anything, so nothing is started. */
function UnsupportedPage({ reason }: { reason: Unsupported }) {
  const { t } = useTranslation();
  return (
    <FullPage title={t(`shell.unsupported.${reason}.title`)}>
      {t(`shell.unsupported.${reason}.text`)}
    </FullPage>
  );
}
