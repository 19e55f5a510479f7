import { useClockOffset } from '@/data/sync-status';
import { useNow } from '@/ui/use-now';

const MINUTE_MS = 60_000;

/**
 * The minute by the server's clock, in epoch ms: what an age of a moment that the server
 * gave is counted from. A difference under half a minute is that of the replies.
 */
export function useServerNow(): number {
  const minutes = Math.round(useClockOffset() / MINUTE_MS);
  return useNow() + minutes * MINUTE_MS;
}
