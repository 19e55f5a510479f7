import type { LiveEvent } from './changes';

/** A reader that leaves so much unread is gone or too slow: it comes again. */
const MAX_UNREAD_BYTES = 16 * 1024;

/** The body of a stream of events. */
export interface EventStream {
  body: ReadableStream<Uint8Array>;
  tell: (event: LiveEvent) => void;
  end: () => void;
}

/** @param onEnd called once: the reader left or was too slow, or `end` was called. */
export function openEventStream(onEnd: () => void): EventStream {
  const encoder = new TextEncoder();
  let isOpen = true;
  let controller: ReadableStreamDefaultController<Uint8Array> | undefined;
  const body = new ReadableStream<Uint8Array>(
    {
      start(opened) {
        controller = opened;
      },
      cancel() {
        isOpen = false;
        onEnd();
      },
    },
    new ByteLengthQueuingStrategy({ highWaterMark: MAX_UNREAD_BYTES }),
  );
  const end = () => {
    if (!isOpen) return;
    isOpen = false;
    controller?.close();
    onEnd();
  };
  return {
    body,
    tell({ id, name, data }) {
      if (!isOpen) return;
      if ((controller?.desiredSize ?? 0) <= 0) return end();
      const text = `id: ${id}\nevent: ${name}\ndata: ${JSON.stringify(data)}\n\n`;
      controller?.enqueue(encoder.encode(text));
    },
    end,
  };
}
