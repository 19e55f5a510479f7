import { existsSync, writeFileSync } from 'node:fs';

import { expect, test as base } from '@playwright/test';

import type { FaultProxy } from '../../support/fault-proxy';
import { openFaultProxy } from '../../support/fault-proxy';
import type { ServerProcess } from '../../support/server-process';
import { startServer } from '../../support/server-process';
import { nameOnServer, phonesOf } from '../support/edits';
import { askForms } from '../support/forms';
import { copySeed } from '../support/seed';
import { ro } from '../support/words';
import type { BrowserKind, DrivenBrowser } from './support/driven-browser';
import { firefox } from './support/firefox';
import type { Person } from './support/person';
import { named, personAt, shows } from './support/person';
import { webkit } from './support/webkit';

const KINDS = [firefox, webkit];
const THREADS = `${named(ro('answers.list.name'))}?.querySelector('a')`;
const DETAILS = `${named(ro('answers.detail.name'))}?.querySelector('[role=tab]')`;

/** Three screens each are opened by their addresses while the first sync goes on. */
const ROUNDS = 4;
const SLOW_REPLY_MS = 1_500;

interface Fixtures {
  kind: BrowserKind;
  driven: DrivenBrowser;
  line: FaultProxy;
  person: Person;
}

interface Shared {
  server: ServerProcess;
}

const test = base.extend<Fixtures, Shared>({
  kind: [firefox, { option: true }],
  server: [
    // Playwright reads the names of what is wanted here.
    // oxlint-disable-next-line no-empty-pattern
    async ({}, give) => {
      const server = await startServer({ dataDir: await copySeed('XS') });
      await give(server);
      await server.stop();
    },
    { scope: 'worker', timeout: 180_000 },
  ],

  driven: async ({ kind }, give, info) => {
    const driven = await kind.start();
    await give(driven);
    writeFileSync(info.outputPath('window.png'), await driven.picture());
    await driven.close();
  },

  line: async ({ server }, give) => {
    const line = await openFaultProxy(server.origin);
    await give(line);
    await line.close();
  },

  person: async ({ driven, line }, give) => {
    await give(personAt(driven, line.origin));
  },
});

async function signsIn(person: Person): Promise<void> {
  await person.goTo('/login');
  await person.fill(ro('login.user'), 'organizer@demo.org');
  await person.fill(ro('login.password'), 'demo-organizer');
  await person.press(ro('login.submit'));
  await person.waitsFor(THREADS);
}

/** Signs in, and waits until the app and the lists are on the device. */
async function arrives(person: Person): Promise<void> {
  await signsIn(person);
  await person.waitsFor('navigator.serviceWorker.controller');
  await person.sees(ro('shell.sync.upToDate'));
}

for (const kind of KINDS) {
  test.describe(kind.name, () => {
    test.use({ kind });
    test.skip(
      !kind.programs.every((program) => existsSync(program)),
      `${kind.name} is not installed`,
    );

    test('starts, and reads lists and a thread, without a network', async ({
      person,
      line,
      server,
    }) => {
      const [phone = ''] = await phonesOf(server, await server.signIn());
      await arrives(person);
      await person.pressElement(THREADS);
      await person.waitsFor(DETAILS);
      const thread = await person.path();
      await line.refuse();
      await person.goTo(thread);
      await person.waitsFor(THREADS);
      await person.waitsFor(DETAILS);
      await person.goTo('/observatori');
      await person.sees(phone);
    });

    test('sends what was changed without a network, once', async ({
      person,
      line,
      server,
    }) => {
      const token = await server.signIn();
      const [phone = ''] = await phonesOf(server, token);
      await arrives(person);
      await server.forget();
      const mend = await line.refuse();
      await person.goTo(`/observatori/profil/edit/${phone}`);
      const name = `Ana ${kind.name}`;
      await person.fill(ro('profile.name'), name);
      await person.press(ro('common.save'));
      await person.sees(ro('common.savedOnDevice'));
      await mend();
      await expect.poll(() => nameOnServer(server, token, phone)).toBe(name);
      const writes = (await server.requests()).filter(
        ({ method, path }) =>
          method !== 'GET' && path.startsWith('/api/v1/observer'),
      );
      expect(writes).toHaveLength(1);
    });

    test('offers a form that was being written after a reload', async ({
      person,
    }) => {
      await arrives(person);
      await person.goTo('/formulare/nou');
      await person.fill(ro('forms.field.form.code'), 'CIO');
      await person.fill(ro('forms.field.form.title'), 'Formular de ciorna');
      await person.press(ro('forms.addSection'));
      await person.sees('salvat automat pe acest dispozitiv');
      await person.goTo('/formulare/nou');
      await person.press(ro('forms.draft.resume'));
      await person.waitsFor(
        `[...document.querySelectorAll('input, textarea')].some(({ value }) => value === 'Formular de ciorna')`,
      );
    });

    test('draws messages and coverage', async ({ person }) => {
      await arrives(person);
      await person.goTo('/notifications');
      await person.sees(ro('notifications.history'));
      await person.goTo('/coverage');
      await person.waitsFor(`document.querySelector('tbody th a')`);
    });

    test('shows each screen that is opened by its address during the first sync', async ({
      person,
      line,
      server,
    }) => {
      const token = await server.signIn();
      const [phone = ''] = await phonesOf(server, token);
      const [form] = await askForms(server.origin, token).list(false);
      const screens = [
        { path: '/formulare', row: shows(form?.description ?? '') },
        { path: '/observatori', row: shows(phone) },
        { path: '/answers', row: THREADS },
      ];
      line.fail({
        method: 'GET',
        path: /^\/api\/v1\//,
        fault: { kind: 'delay', ms: SLOW_REPLY_MS },
      });
      await signsIn(person);
      for (const { path, row } of Array.from(
        { length: ROUNDS },
        () => screens,
      ).flat()) {
        await person.goTo(path);
        await person.waitsFor(row);
      }
    });
  });
}
