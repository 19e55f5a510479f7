import 'fake-indexeddb/auto';

import { beforeEach, describe, expect, it, vi } from 'vitest';

import { createObserver, updateObserver } from '@/data/observers';
import { keep } from '@/data/outbox';
import { exportOutbox, importOutbox } from '@/data/outbox-file';
import { closeDatabases, databases, deleteDatabases, openFor } from '@/db/open';
import { unseal } from '@/db/seal';
import type { Op } from '@/domain/op';
import type { Actor } from '@/domain/user';

import { anActor, anObserver } from '../support/builders';

vi.mock('@/workers/client', () => ({ sync: { push: async () => {} } }));

beforeEach(async () => {
  await deleteDatabases(anActor);
  openFor(anActor);
  return closeDatabases;
});

/** The same user at another device: nothing of the first one is there. */
async function goToAnotherDevice(actor: Actor = anActor) {
  closeDatabases();
  await deleteDatabases(anActor);
  openFor(actor);
}

async function outbox(): Promise<Op[]> {
  return databases().intent.outbox.toArray();
}

function edit(id: number, name: string, pin = '') {
  const observer = anObserver({ id, phone: `07000000${id}` });
  return updateObserver(observer, { ...observer, name }, pin);
}

describe('a queue taken to another device', () => {
  it('arrives in its order, each change once, and is asked about before it is sent', async () => {
    await edit(41, 'Întâi');
    await edit(42, 'Apoi');
    await keep('notification.send', aNotification);
    const file = await exportOutbox();
    const before = await outbox();
    await goToAnotherDevice();

    expect(await importOutbox(file)).toEqual({
      ok: true,
      added: 3,
      skipped: 0,
      withoutPin: 0,
    });
    const after = await outbox();
    expect(after.map(({ opId }) => opId)).toEqual(
      before.map(({ opId }) => opId),
    );
    expect(after.map(({ state }) => state)).toEqual([
      'unknown',
      'unknown',
      'needsConfirm',
    ]);
    expect(after.map(({ args }) => args)).toEqual(
      before.map(({ args }) => args),
    );

    expect(await importOutbox(file)).toMatchObject({ added: 0, skipped: 3 });
    expect(await outbox()).toHaveLength(3);
  });

  it('brings nothing back that was sent or given up meanwhile', async () => {
    await edit(41, 'Trimis');
    await edit(42, 'Așteaptă');
    const file = await exportOutbox();
    const [first] = await outbox();
    await databases().intent.outbox.update(first?.seq ?? 0, { state: 'done' });

    expect(await importOutbox(file)).toMatchObject({ added: 0, skipped: 2 });
    expect((await outbox()).map(({ state }) => state)).toEqual([
      'done',
      'queued',
    ]);
  });

  it('leaves out what is over', async () => {
    await edit(41, 'Trimis');
    await databases().intent.outbox.toCollection().modify({ state: 'done' });
    const file = await exportOutbox();
    await goToAnotherDevice();
    expect(await importOutbox(file)).toMatchObject({ added: 0, skipped: 0 });
  });

  it('holds no PIN, and says which changes need theirs again', async () => {
    await createObserver({ name: 'Nouă', phone: '0700000043' }, '135790');
    await edit(41, 'Cu PIN', '246800');
    const file = await exportOutbox();
    const text = await file.text();
    expect(text).not.toMatch(/135790|246800|"pin"/);
    await goToAnotherDevice();

    expect(await importOutbox(file)).toMatchObject({ added: 2, withoutPin: 2 });
    for (const op of await outbox()) {
      expect(op).toMatchObject({
        state: 'rejected',
        failure: { kind: 'pinLost' },
      });
      // Tried again as it is, it must not go out without its PIN.
      const pin = 'pin' in op.args ? op.args.pin : undefined;
      expect(pin).toBeDefined();
      if (pin) expect(await unseal(databases().intent, pin)).toBe(undefined);
    }
  });

  it('knows what was created under a temporary number', async () => {
    await databases().intent.idMap.put({ id: -5, realId: 77 });
    await edit(41, 'Oricine');
    const file = await exportOutbox();
    await goToAnotherDevice();
    await importOutbox(file);
    expect(await databases().intent.idMap.get(-5)).toEqual({
      id: -5,
      realId: 77,
    });
  });

  it('is refused under another account', async () => {
    await edit(41, 'Al meu');
    const file = await exportOutbox();
    await goToAnotherDevice({ ...anActor, sub: 'altcineva@demo.org' });
    expect(await importOutbox(file)).toEqual({
      ok: false,
      reason: 'otherActor',
    });
    expect(await outbox()).toEqual([]);
  });

  it.each([
    ['no JSON at all', () => 'observator,telefon'],
    ['another JSON', () => '{"changes":[]}'],
    ['cut short', (text: string) => text.slice(0, -40)],
    ['edited by hand', (text: string) => text.replace('Al meu', 'Al altcuiva')],
    [
      'of another version',
      (text: string) => text.replace('"version": 1', '"version": 2'),
    ],
  ])('is refused when it is %s', async (_what, spoil) => {
    await edit(41, 'Al meu');
    const text = await (await exportOutbox()).text();
    await goToAnotherDevice();
    expect(await importOutbox(new Blob([spoil(text)]))).toEqual({
      ok: false,
      reason: 'unreadable',
    });
    expect(await outbox()).toEqual([]);
  });
});

const aNotification = {
  id: -9,
  title: 'Atenție',
  message: 'Urna',
  recipients: [41],
  recipientCount: 1,
  expiresAt: 0,
};
