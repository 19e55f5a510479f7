import { IDBFactory as FakeFactory } from 'fake-indexeddb';

import { installClock, START } from './clock';
import {
  putCounty,
  putMessage,
  putObserver,
  remember,
} from '../server/server-state';
import { setClientPages } from './page';
import type { Stage } from './stage';
import type { Traits } from '../story/traits';
import { classicTraits } from '../story/traits';
import { createWorld } from '../story/world';
import { provinces } from '../server/worst-counties';

/** The app was last used so long before a story, in ms. */
const USED_BEFORE_MS = 60_000;

const used = new Map<Traits['revision'], IDBFactory>();

/** A device on which the app has read everything such a server has, and was closed. */
export async function usedDevice({ revision }: Traits): Promise<IDBFactory> {
  const device = used.get(revision) ?? (await makeUsedDevice(revision));
  used.set(revision, device);
  return device;
}

/** Made with a server whose other traits leave nothing on the device. */
async function makeUsedDevice(
  revision: Traits['revision'],
): Promise<IDBFactory> {
  const traits = { ...classicTraits, revision };
  setClientPages(traits.clientPages);
  const clock = installClock(START - USED_BEFORE_MS);
  const device = new FakeFactory();
  const silent = { onAsk() {}, onCommit() {}, onWiped() {} };
  const stage = createWorld(clock, 1, silent, device, traits);
  populate(stage);
  await begin(stage, false);
  await clock.advance(2_000);
  await stage.closeTabs(stage.tabs);
  await clock.settle();
  clock.uninstall();
  return device;
}

/** A small server: four people, two forms, three threads, three counties. */
export function populate({ server }: Stage): void {
  for (let n = 1; n <= 4; n += 1) {
    putObserver(server, {
      id: n,
      name: `b${n}.`,
      phone: `06000000${n}0`,
      ngo: 'Vot Liber',
      numberOfNotes: 0,
      numberOfPollingStations: 0,
    });
  }
  server.forms = ['A', 'B'].map((code, at) => ({
    id: 11 + at,
    code,
    description: `b${code}.`,
    diaspora: false,
    draft: at === 1,
    currentVersion: 1,
    order: at,
    sections: [
      {
        id: 21 + at,
        code: 'S1',
        description: '',
        questions: [1, 2].map((n) => ({
          id: 29 + 2 * n + at,
          code: n === 1 ? `B${code}.` : `B${code}${n}.`,
          text: '?',
          questionType: 1,
          options: [
            {
              id: 39 + 2 * n + at,
              text: 'Da',
              isFreeText: false,
              flagged: false,
            },
          ],
        })),
      },
    ],
  }));
  for (const form of server.forms) {
    remember(server, `form:${form.id}.description`, form.description);
  }
  server.threads.all = [1, 2].map((observerId) => ({
    key: `${observerId}:7`,
    observerId,
    pollingStationId: 7,
    pollingStationName: 'Alba Sebeș 7',
    observerName: `b${observerId}.`,
    lastModified: Date.now(),
  }));
  server.threads.urgent = server.threads.all.slice(0, 1);
  for (const [at, code] of ['CJ', 'DJ', 'OT'].entries()) {
    putCounty(server, {
      id: 51 + at,
      code,
      name: `b${code}.`,
      diaspora: false,
      order: at,
      numberOfPollingStations: 9,
      ...(server.traits.revision === 'newer'
        ? { provinceCode: provinces[at % provinces.length]?.code }
        : {}),
    });
  }
  for (let n = 1; n <= server.traits.oldMessages; n += 1) {
    const to = [1 + (n % 4)];
    putMessage(server, 'eva@demo.org', `old ${n}`, 'Mulțumim.', to);
  }
}

/** Signs a user in and opens the app. */
export async function begin(stage: Stage, isNew: boolean): Promise<void> {
  await stage.signIn(stage.accounts[0]);
  // Killed while the databases are made, now and then: the next start makes them.
  if (isNew && stage.chance.is(0.5)) await crashAtOpening(stage);
  await stage.openTab();
  await stage.clock.settle();
}

/** Opens a tab that is killed while its databases are made or changed. */
export async function crashAtOpening(stage: Stage): Promise<void> {
  const opening = stage.openTab();
  const turns = stage.chance.below(8);
  for (let turn = 0; turn < turns; turn += 1) {
    await new Promise<void>((resolve) => {
      setImmediate(resolve);
    });
  }
  const tab = stage.tabs.at(-1);
  if (tab) stage.crash(tab, 'K11');
  await Promise.race([opening, stage.clock.settle()]);
}
