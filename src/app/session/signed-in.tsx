import { use, useEffect, useState } from 'react';
import { useSnapshot } from 'valtio';

import type { User } from '@/domain/user';

import { AppRouter } from '@/app/navigation/app-router';
import { pause } from '@/app/pause';
import { createRoutes, loadScreen } from '@/app/routes';
import { holdDatabases, isSessionOpen, openSession } from './session-life';
import { TroublePage } from './trouble-page';
import { troubles } from './troubles';

interface SignedInProps {
  token: string;
  user: User;
}

/** Makes ready what `SignedIn` draws at the present address: it need not suspend then. */
export async function prepareSignedIn(
  token: string,
  user: User,
): Promise<void> {
  await openSession(token, user);
  // The sync worker starts with the next task; the first render would hold it up.
  await pause(0);
  // The session leads away from the sign-in's address.
  await loadScreen(user, location.pathname);
}

/**
 * The signed-in part of one token: the session first, then the screens; or why neither
 * can be shown.
 */
export function SignedIn({ token, user }: SignedInProps) {
  // A session that opens while React waits for it must not change the order of hooks.
  const [isOpen] = useState(() => isSessionOpen(token));
  // A live read needs its database, so it is opened before any screen.
  if (!isOpen) use(openSession(token, user));
  const { current } = useSnapshot(troubles);
  if (current !== undefined)
    return <TroublePage trouble={current} user={user} />;
  return <Screens user={user} />;
}

function Screens({ user }: { user: User }) {
  useEffect(holdDatabases, []);
  const [routes] = useState(() => createRoutes(user));
  return <AppRouter routes={routes} />;
}
