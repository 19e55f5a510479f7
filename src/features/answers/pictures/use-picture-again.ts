import { useAskedAgain } from '@/data/live/use-asked-again';
import type { Failure } from '@/domain/outbox/outcome';

/** A browser does not say why a picture did not come. */
const NOT_LOADED: Failure = { kind: 'offline' };

/**
 * Loads a picture again when the server is reached again, with growing pauses:
 * it may lie elsewhere, and fail each time.
 */
export function usePictureAgain(hasFailed: boolean, onAgain: () => void): void {
  useAskedAgain(!hasFailed, hasFailed ? NOT_LOADED : undefined, onAgain);
}
