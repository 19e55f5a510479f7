import { expose } from 'comlink';

import { sync } from './sync';

if ('document' in globalThis) {
  // Loaded by a page for its own thread: the calls come over a port (`client.ts`).
  globalThis.addEventListener('syncport', (event) => {
    if (event instanceof MessageEvent && event.ports[0]) {
      expose(sync, event.ports[0]);
    }
  });
} else expose(sync);
