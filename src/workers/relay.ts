import { REPLY_TIMEOUT_MS } from '@/config';

import type { PullResult } from './engine';

/** What a worker that does not lead asks the leader of another tab to do. */
export interface Asked {
  name: string;
  args: unknown[];
}

type Message =
  | { type: 'ask'; id: string; asked: Asked }
  | { type: 'answer'; id: string; result: PullResult };

export interface Relay {
  /** Asks whoever leads; gives up when the whole reply time has passed. */
  ask(asked: Asked): Promise<PullResult>;
  close(): void;
}

/**
 * Carries wishes between the workers of one user's tabs. No data travels here:
 * rows reach every tab through the database.
 * @param answer does what another tab asked; undefined when we do not lead.
 */
export function openRelay(
  channel: BroadcastChannel,
  answer: (asked: Asked) => Promise<PullResult> | undefined,
): Relay {
  const waiting = new Map<string, (result: PullResult) => void>();
  let isClosed = false;

  channel.addEventListener('message', ({ data }: MessageEvent<Message>) => {
    if (data.type === 'answer') {
      waiting.get(data.id)?.(data.result);
    } else {
      void answer(data.asked)?.then((result) => {
        // A closed channel throws. Whoever asked leads next and does it, or gives up.
        if (!isClosed) {
          channel.postMessage({ type: 'answer', id: data.id, result });
        }
      });
    }
  });

  return {
    ask: (asked) =>
      new Promise((resolve) => {
        const id = crypto.randomUUID();
        const finish = (result: PullResult) => {
          clearTimeout(timer);
          waiting.delete(id);
          resolve(result);
        };
        const timer = setTimeout(
          () => finish({ ok: false, failure: { kind: 'timeout' } }),
          REPLY_TIMEOUT_MS,
        );
        waiting.set(id, finish);
        channel.postMessage({ type: 'ask', id, asked });
      }),
    close() {
      isClosed = true;
      channel.close();
    },
  };
}
