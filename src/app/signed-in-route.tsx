import { Suspense } from 'react';
import { useSnapshot } from 'valtio';

import { session } from '@/state/session';

import { Loading } from './loading';
import { SignedIn } from './pages';

/** The signed-in part, built anew for each session: nothing of one user shows under another. */
export function SignedInRoute() {
  const { token, user } = useSnapshot(session);
  if (token === undefined || user === undefined) return null;
  return (
    <Suspense fallback={<Loading />}>
      <SignedIn key={token} token={token} user={user} />
    </Suspense>
  );
}
