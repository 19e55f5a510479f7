import { use } from 'react';
import { useSnapshot } from 'valtio';

import type { User } from '@/domain/user';

import { Layout } from './layout';
import { openSession, troubles } from './session-life';
import { TroublePage } from './trouble-page';

interface SignedInProps {
  token: string;
  user: User;
}

/** The signed-in part: the session first, then the shell; or why neither can be shown. */
export function SignedIn({ token, user }: SignedInProps) {
  // Before any screen reads: a live read needs its database.
  use(openSession(token, user));
  const { current } = useSnapshot(troubles);
  if (current !== undefined) return <TroublePage trouble={current} />;
  return <Layout user={user} />;
}
