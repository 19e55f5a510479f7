import { use, useEffect, useState } from 'react';
import { useSnapshot } from 'valtio';

import type { User } from '@/domain/user';

import { readCoverageAhead } from '@/app/navigation/coverage-ahead';
import { RouterView } from '@/app/navigation/router-view';
import {
  disposeRouter,
  routerOf,
  whenFirstScreenIsLoaded,
} from '@/app/navigation/session-router';
import { pause } from '@/app/pause';
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
  await whenFirstScreenIsLoaded(routerOf(token, user));
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
  return <Screens token={token} user={user} />;
}

function Screens({ token, user }: SignedInProps) {
  const [router] = useState(() => routerOf(token, user));
  useEffect(holdDatabases, []);
  useEffect(readCoverageAhead, []);
  useEffect(() => () => disposeRouter(router), [router]);
  return <RouterView router={router} />;
}
