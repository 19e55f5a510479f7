import { useEffect, useEffectEvent, useState } from 'react';

const KEY = 'resume-drafts';

/** Where this tab was when it was reloaded for an update; forgotten with the next reload. */
let reloadedAt = sessionStorage.getItem(KEY);
sessionStorage.removeItem(KEY);

/**
 * Notes before a reload for an update that this tab's editor is to open again
 * as it was.
 */
export function noteResume(): void {
  sessionStorage.setItem(KEY, location.pathname);
}

/**
 * Whether this page was reloaded for an update while this address was open: then
 * the stored draft is what its user was typing, and needs no question. Once only.
 */
function takeResume(): boolean {
  const isHere = reloadedAt === location.pathname;
  reloadedAt = null;
  return isHere;
}

/**
 * Goes on at once with a stored draft when this page was reloaded for an
 * update in the middle of typing. Answers whether it does: then there is
 * nothing to ask.
 */
export function useResume(onResume: () => void): boolean {
  const [isResumed] = useState(takeResume);
  const resume = useEffectEvent(onResume);
  useEffect(() => {
    if (isResumed) resume();
  }, [isResumed]);
  return isResumed;
}
