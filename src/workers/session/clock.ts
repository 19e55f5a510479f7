/** Smaller differences are the seconds that a reply takes, and no news. */
const NEWS_MS = 30_000;

/**
 * Learns from the server's replies how far this device's clock is off: tablets that
 * slept for months show any time.
 * @param now epoch ms by this device.
 * @param onOffset called with the server's clock minus this device's, in ms, when it
 * changed by more than `NEWS_MS`.
 * @returns a function to call with the server's time of each reply, in epoch ms.
 */
export function createClockWatch(
  now: () => number,
  onOffset: (offset: number) => void,
): (serverTime: number) => void {
  let known: number | undefined;
  return (serverTime) => {
    const offset = serverTime - now();
    if (known !== undefined && Math.abs(offset - known) < NEWS_MS) return;
    known = offset;
    onOffset(offset);
  };
}
