import type { ReactNode } from 'react';
import { useState } from 'react';
import { Navigate, useLocation } from 'react-router-dom';
import { useSnapshot } from 'valtio';

import { readSessionEnd } from '@/state/session-end';
import { session } from '@/state/session';

/** Where a sign-in leads unless it interrupted something (specification section 2). */
export const AFTER_SIGN_IN = '/answers';

interface GuardProps {
  children: ReactNode;
}

/**
 * Shows its children to whoever holds a token, the sign-in screen to others.
 * The place they wanted travels in the history entry, not in the address.
 */
export function RequireToken({ children }: GuardProps) {
  const { token } = useSnapshot(session);
  const { pathname, search } = useLocation();
  const [hadToken] = useState(token !== undefined);
  if (token !== undefined) return children;

  // After a logout the next person begins at the beginning, not on somebody's page.
  const isLogout = hadToken && readSessionEnd() === undefined;
  const state = isLogout ? undefined : { from: pathname + search };
  return <Navigate to="/login" replace state={state} />;
}

/** Shows its children while nobody is signed in; goes on to where they wanted otherwise. */
export function RequireNoToken({ children }: GuardProps) {
  const { token } = useSnapshot(session);
  const { state } = useLocation();
  if (token === undefined) return children;
  return <Navigate to={returnPath(state)} replace />;
}

/**
 * The path to return to after the sign-in, from a history entry's state.
 * Only paths of ours count: "//elsewhere" would be another host.
 */
export function returnPath(state: unknown): string {
  const isObject = typeof state === 'object' && state !== null;
  const from = isObject && 'from' in state ? state.from : undefined;
  const isOurs =
    typeof from === 'string' && /^\/(?!\/|\\)/.test(from) && from !== '/login';
  return isOurs ? from : AFTER_SIGN_IN;
}
