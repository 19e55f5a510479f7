import { config, CONTACT_KEY } from '@/config';

/** Notes that the server answered at this time (epoch ms). */
export function noteContact(at: number): void {
  localStorage.setItem(CONTACT_KEY, String(at));
}

/**
 * Whether the server has been silent for so long that cached rows may no
 * longer be shown (docs/offline-design.md 10.2: 24 h unless the deployment
 * says otherwise). A device that never noted an answer begins to count now.
 */
export function isOutOfContact(now: number): boolean {
  const at = Number(localStorage.getItem(CONTACT_KEY));
  if (!at) {
    noteContact(now);
    return false;
  }
  return now - at > config.offlineAgeMs;
}
