/** Smaller differences are the seconds that a reply takes, and no news. */
const NEWS_MS = 30_000;

/**
 * Learns from the host's replies how far this device's clock is off: tablets that
 * slept for months show any time.
 * @param now epoch ms by this device.
 * @param keep hears the host's clock minus this device's, in ms, when it is new.
 * @returns to be told the host's time of each reply, in epoch ms.
 */
export function createClockWatch(
  now: () => number,
  keep: (offset: number) => void,
): (hostTime: number) => void {
  let known: number | undefined;
  return (hostTime) => {
    const offset = hostTime - now();
    if (known !== undefined && Math.abs(offset - known) < NEWS_MS) return;
    known = offset;
    keep(offset);
  };
}
