import { useDetailsAhead } from '@/data/details';
import type { ThreadPair } from '@/domain/answers/thread';

interface ReadAheadProps {
  pair: ThreadPair;
}

/**
 * Draws nothing: holds what a thread is drawn from while it is near. One for each
 * thread, so that a step to the next one ends the read of none that is still near.
 */
export function ReadAhead({ pair }: ReadAheadProps) {
  useDetailsAhead([pair]);
  return null;
}
