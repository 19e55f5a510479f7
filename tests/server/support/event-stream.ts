import { vi } from 'vitest';

/** An event as it came: `at` is left out, as no clock of a test is in it. */
interface HeardEvent {
  id: string;
  name: string;
  kinds: string[] | undefined;
  disk: string | undefined;
}

export interface Heard {
  events: HeardEvent[];
  /** Resolves with the first event of this name that has this kind. */
  until: (name: string, kind?: string) => Promise<HeardEvent>;
  /** Resolves when the server has ended it. */
  ended: Promise<void>;
  /** Leaves, as a closed tab does. */
  leave: () => Promise<void>;
}

/** Reads a reply of `/api/extensions/changes`. */
export function readEvents(reply: Response): Heard {
  const events: HeardEvent[] = [];
  if (!reply.body) throw new Error('A stream has a body.');
  const reader = reply.body.getReader();
  const decoder = new TextDecoder();
  let rest = '';
  const read = async () => {
    for (;;) {
      const chunk = await reader.read().catch(() => undefined);
      if (!chunk?.value) return;
      const blocks = (rest + decoder.decode(chunk.value)).split('\n\n');
      rest = blocks.pop() ?? '';
      events.push(...blocks.map(parse));
    }
  };
  return {
    events,
    until: (name, kind) =>
      vi.waitFor(
        () => {
          const found = events.find(
            (each) =>
              each.name === name &&
              (kind === undefined || each.kinds?.includes(kind)),
          );
          if (!found) throw new Error(`No ${name} ${kind ?? ''} came.`);
          return found;
        },
        { timeout: 10_000, interval: 10 },
      ),
    ended: read(),
    leave: () => reader.cancel(),
  };
}

function parse(block: string): HeardEvent {
  const fields = Object.fromEntries(
    block.split('\n').map((line) => {
      const at = line.indexOf(': ');
      return [line.slice(0, at), line.slice(at + 2)];
    }),
  );
  const { id = '', event = '', data = '{}' } = fields;
  const { kinds, disk } = JSON.parse(data);
  return { id, name: event, kinds, disk };
}
