import { afterEach, expect } from 'vitest';

import type { Tab } from './tab';
import { openTab } from './tab';

/** Opens tabs that are closed after each test, and asserts that none hit a bug. */
export function prepareTabs(): { open: typeof openTab } {
  const tabs: Tab[] = [];
  afterEach(async () => {
    for (const tab of tabs.splice(0)) {
      await tab.session.stop();
      expect(tab.errors).toEqual([]);
      tab.databases.cache.close();
      tab.databases.intent.close();
    }
  });
  return {
    open(...args) {
      const tab = openTab(...args);
      tabs.push(tab);
      return tab;
    },
  };
}
