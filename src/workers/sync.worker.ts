import { expose } from 'comlink';

import { isInPage, sync } from './sync';

if (isInPage) {
  // The calls come over a port.
  globalThis.addEventListener('syncport', (event) => {
    if (event instanceof MessageEvent && event.ports[0]) {
      expose(sync, event.ports[0]);
    }
  });
} else expose(sync);
