import { afterEach, describe, expect, it } from 'vitest';

import type { TabLocks, Tabs } from '@/app/update/tabs';
import { joinTabs } from '@/app/update/tabs';

const open: Tabs[] = [];
const held = new Set<string>();

/** Web Locks of one browser, as far as tabs are counted by them. */
const locks: TabLocks = {
  async request(name, hold) {
    held.add(name);
    await hold();
    held.delete(name);
  },
  query: async () => ({ held: [...held].map((name) => ({ name })) }),
};

let names = 0;

/** The tabs of one browser. */
function aBrowser() {
  names += 1;
  const name = `tabs-${names}`;
  return (
    onPrepare: () => Promise<boolean>,
    onRelease = () => {},
    onLeave = () => {},
  ) => {
    const tabs = joinTabs(
      { onPrepare, onRelease, onLeave },
      locks,
      new BroadcastChannel(name),
    );
    open.push(tabs);
    return tabs;
  };
}

afterEach(async () => {
  for (const tabs of open.splice(0)) tabs.close();
  await Promise.resolve();
  held.clear();
});

describe('tabs that make ready together', () => {
  it('need nobody when there is only one', async () => {
    const join = aBrowser();
    const own = join(async () => true);
    expect(await own.prepare()).toEqual({ silent: 0, unready: 0 });
  });

  it('are waited for until each has kept what it holds', async () => {
    const join = aBrowser();
    const own = join(async () => true);
    const kept: string[] = [];
    join(async () => {
      await new Promise((resolve) => {
        setTimeout(resolve, 200);
      });
      kept.push('slow');
      return true;
    });
    join(async () => true);
    expect(await own.prepare()).toEqual({ silent: 0, unready: 0 });
    expect(kept).toEqual(['slow']);
  });

  it('are counted when they cannot, and when they say nothing', async () => {
    const join = aBrowser();
    const own = join(async () => true);
    join(async () => false);
    // A tab that sleeps: its lock is held, its channel is not heard.
    held.add('vmo:tab:asleep');
    expect(await own.prepare()).toEqual({ silent: 1, unready: 1 });
  });

  it('are not waited for any more when they are closed', async () => {
    const join = aBrowser();
    const own = join(async () => true);
    held.add('vmo:tab:asleep');
    const asked = own.prepare();
    setTimeout(() => held.delete('vmo:tab:asleep'), 100);
    expect(await asked).toEqual({ silent: 0, unready: 0 });
  });

  it('hear when it is called off', async () => {
    const join = aBrowser();
    const own = join(async () => true);
    const released = new Promise<void>((resolve) => {
      join(async () => true, resolve);
    });
    own.release();
    await released;
  });

  it('hear when the reload comes', async () => {
    const join = aBrowser();
    const own = join(async () => true);
    const left = new Promise<void>((resolve) => {
      join(
        async () => true,
        () => {},
        resolve,
      );
    });
    own.leave();
    await left;
  });
});
