import { Suspense } from 'react';
import { useSnapshot } from 'valtio';

import type { Unsupported } from '@/app/shell/browser-support';
import { FullPage } from '@/app/shell/pages/full-page';
import { isPinLink } from '@/paths';
import { session } from '@/state/session';

import { findUnsupported } from '@/app/shell/browser-support';
import { Loading } from '@/app/shell/pages/loading';
import { SignedOut } from '@/app/session/signed-out';
import { useTranslation } from '@/ui/texts';
import { PinPart } from './pin-part';
import { SignedInPart } from './signed-in-part';

/**
 * The whole application: the sign-in form without a token, everything else with
 * one (docs/specification.md 4), and the page of a link for a PIN with or without. The signed-in part is built anew for each
 * session: nothing of one user shows under another.
 */
export function App() {
  const { token, user } = useSnapshot(session);
  const unsupported = findUnsupported();
  if (unsupported) return <UnsupportedPage reason={unsupported} />;
  if (isPinLink(location.pathname)) {
    return (
      <Suspense fallback={<Loading />}>
        <PinPart />
      </Suspense>
    );
  }
  if (token === undefined || user === undefined) return <SignedOut />;
  return (
    <Suspense fallback={<Loading />}>
      <SignedInPart key={token} token={token} user={user} />
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
