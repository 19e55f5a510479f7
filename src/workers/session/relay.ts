import { REPLY_TIMEOUT_MS } from '@/config';

import type { Asked } from '@/workers/calls';
import type { PullResult } from '@/workers/engine/engine';

type Message =
  | { type: 'ask'; id: string; asked: Asked }
  | { type: 'answer'; id: string; result: PullResult }
  | { type: 'beat' }
  | { type: 'want' };

export interface Relay {
  /** Asks the leader; answers `timeout` after `REPLY_TIMEOUT_MS`. */
  ask(asked: Asked): Promise<PullResult>;
  /** Tells the others that the leader lives. */
  beat(): void;
  /** Asks a leader that nobody looks at to make room for this visible tab. */
  want(): void;
  close(): void;
}

interface RelayHandlers {
  /** Does what another tab asked; undefined when we do not lead. */
  answer: (asked: Asked) => Promise<PullResult> | undefined;
  /** The leader of another tab lives. */
  onBeat: () => void;
  /** A visible tab would lead. */
  onWant: () => void;
}

/**
 * Carries calls between the workers of one user's tabs. No data travels here:
 * rows reach every tab through the database.
 */
export function openRelay(
  channel: BroadcastChannel,
  { answer, onBeat, onWant }: RelayHandlers,
): Relay {
  const waiting = new Map<string, (result: PullResult) => void>();
  let isClosed = false;

  channel.addEventListener('message', ({ data }: MessageEvent<Message>) => {
    switch (data.type) {
      case 'answer':
        waiting.get(data.id)?.(data.result);
        break;
      case 'beat':
        onBeat();
        break;
      case 'want':
        onWant();
        break;
      case 'ask':
        void answer(data.asked)?.then((result) =>
          // A closed channel throws. The asking tab leads next, or its call times
          // out.
          post({ type: 'answer', id: data.id, result }),
        );
    }
  });

  function post(message: Message): void {
    if (!isClosed) channel.postMessage(message);
  }

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
        post({ type: 'ask', id, asked });
      }),
    beat: () => post({ type: 'beat' }),
    want: () => post({ type: 'want' }),
    close() {
      isClosed = true;
      channel.close();
    },
  };
}
