import { expose } from 'comlink';

/** One end of a line: what is posted to it arrives at the other end. */
class End extends EventTarget {
  other: EventTarget | undefined;

  postMessage(data: unknown) {
    this.other?.dispatchEvent(new MessageEvent('message', { data }));
  }
}

/**
 * A worker that offers some functions, without a thread: happy-dom has none, and its
 * files cannot be cloned into a real one.
 */
export function fakeWorkerOf(offered: unknown) {
  return class FakeWorker extends End {
    constructor() {
      super();
      const inside = new End();
      inside.other = this;
      this.other = inside;
      expose(offered, inside);
    }

    terminate() {
      this.other = undefined;
    }
  };
}
