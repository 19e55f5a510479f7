import type { Op } from '@/domain/op';
import { isOpen, withoutSecrets } from '@/domain/op';

/**
 * The changes that the host does not have yet, as a file to keep beside the
 * device or to show to somebody who helps: oldest first, without any secret.
 * @param at epoch ms of the saving.
 */
export function queueFile(ops: readonly Op[], at: number): Blob {
  const waiting = ops
    .filter(({ state }) => isOpen(state))
    .sort((a, b) => a.seq - b.seq)
    .map(withoutSecrets);
  const file = { savedAt: new Date(at).toISOString(), changes: waiting };
  return new Blob([JSON.stringify(file, null, 2)], {
    type: 'application/json',
  });
}

/** The day is in the name, so that files sort by age. @param at epoch ms. */
export function queueFileName(word: string, at: number): string {
  const day = new Date(at).toISOString().slice(0, 10);
  return `${word}-${day}.json`;
}
