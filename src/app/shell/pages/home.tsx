import { Navigate, useLocation } from 'react-router-dom';

import { paths } from '@/paths';

/**
 * The empty route: urgent threads first (docs/specification.md 2). A change of
 * language passes through here and back, which builds the page anew.
 */
export function Home() {
  const { state } = useLocation();
  const back = readBack(state);
  return back === undefined ? (
    <Navigate to={paths.urgentAnswers} replace />
  ) : (
    <Navigate to={back.to} state={back.state} replace />
  );
}

/** History state that asks the empty route to return at once. */
export interface Back {
  to: string;
  state: unknown;
}

function readBack(state: unknown): Back | undefined {
  if (typeof state !== 'object' || state === null) return undefined;
  if (!('back' in state) || typeof state.back !== 'object') return undefined;
  const { back } = state;
  if (back === null || !('to' in back) || typeof back.to !== 'string') {
    return undefined;
  }
  return { to: back.to, state: 'state' in back ? back.state : undefined };
}
