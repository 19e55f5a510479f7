import { expose } from 'comlink';

import { readers } from '@/components/import/read-file';

/** One end of a line: what is posted to it arrives at the other end. */
class End extends EventTarget {
  other: EventTarget | undefined;

  postMessage(data: unknown) {
    this.other?.dispatchEvent(new MessageEvent('message', { data }));
  }
}

/**
 * The import's own thread, without a thread: happy-dom has none, and its files
 * cannot be cloned into a real one.
 */
export class FakeImportWorker extends End {
  constructor() {
    super();
    const inside = new End();
    inside.other = this;
    this.other = inside;
    expose(readers, inside);
  }

  terminate() {
    this.other = undefined;
  }
}
