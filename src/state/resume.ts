const KEY = 'resume-drafts';

/** Where this tab was when it was reloaded for an update; forgotten with the next reload. */
let reloadedAt = sessionStorage.getItem(KEY);
sessionStorage.removeItem(KEY);

/** A reload that nobody asked for in this tab is coming: its editor is to open again as it was. */
export function noteResume(): void {
  sessionStorage.setItem(KEY, location.pathname);
}

/**
 * Whether this page was reloaded for an update while this address was open: then
 * the kept draft is what its user was typing, and needs no question. Once only.
 */
export function takeResume(): boolean {
  const isHere = reloadedAt === location.pathname;
  reloadedAt = null;
  return isHere;
}
