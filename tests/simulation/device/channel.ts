import type { Clock } from './clock';

interface End extends EventTarget {
  name: string;
  owner: number;
}

/** The channels between the tabs of one browser. */
export interface Channels {
  open: (owner: number, name: string) => BroadcastChannel;
  /** A dead tab neither hears nor says anything. */
  release: (owner: number) => void;
}

/** Messages arrive after the code that posts them, never within it. */
export function createChannels(clock: Clock): Channels {
  let ends: End[] = [];

  function deliver(to: End, data: unknown): void {
    clock.later(to.owner, () => {
      if (!ends.includes(to)) return;
      to.dispatchEvent(new MessageEvent('message', { data }));
    });
  }

  return {
    open(owner, name) {
      const end: End = Object.assign(new EventTarget(), { owner, name });
      ends.push(end);
      const channel = Object.assign(end, {
        postMessage(message: unknown) {
          if (!ends.includes(end)) return;
          const data = structuredClone(message);
          for (const other of ends) {
            if (other === end || other.name !== name) continue;
            deliver(other, data);
          }
        },
        close() {
          ends = ends.filter((each) => each !== end);
        },
        onmessage: null,
        onmessageerror: null,
      });
      // What the relay uses of a channel; `name` and `owner` are ours.
      return channel as BroadcastChannel;
    },
    release(owner) {
      ends = ends.filter((each) => each.owner !== owner);
    },
  };
}
