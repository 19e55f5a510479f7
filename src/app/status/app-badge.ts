import { useEffect } from 'react';

/**
 * Shows on the app's icon how many threads are urgent, where the platform
 * supports it; the badge stays when the app is closed. Undefined leaves the
 * badge unchanged.
 */
export function useAppBadge(urgent: number | undefined): void {
  useEffect(() => {
    if (urgent === undefined || !('setAppBadge' in navigator)) return;
    navigator.setAppBadge(urgent).catch(ignore);
  }, [urgent]);
}

/** After a sign-out the icon must not tell how much the account had to do. */
export function clearBadge(): void {
  if ('clearAppBadge' in navigator) navigator.clearAppBadge().catch(ignore);
}

// Refused by the platform, not installed for instance: the count is in the navigation, too.
function ignore() {}
