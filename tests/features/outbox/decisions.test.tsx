import 'fake-indexeddb/auto';

import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';

import { databases } from '@/db/open';
import type { OpKind } from '@/domain/outbox/kinds';
import type { Op } from '@/domain/outbox/op';
import { OutboxPage } from '@/features/outbox/outbox-page';

import { anObserver } from '../../support/builders';
import { cacheObservers } from '../../support/cached';
import { isDisabled, pressLater } from '../../support/controls';
import { sync } from '../../support/fake-sync';
import { prepareScreen } from '../../support/screen';
import { allKinds, enqueueOp, mutations, storedOps } from '../../support/ops';

vi.mock('@/workers/client', () => import('../../support/fake-sync'));

const { open } = prepareScreen([{ path: '*', element: <OutboxPage /> }]);

const now = Date.now();

async function expectState(state: Op['state']) {
  await waitFor(async () => expect((await storedOps())[0]?.state).toBe(state));
}

/** What the outbox says of each kind. */
const said: Record<OpKind, string> = {
  'observer.create': 'Adaugă observatorul Corina Stancuta',
  'observer.update': 'Modifică observatorul Corina Stancuta',
  'observer.delete': 'Șterge observatorul Corina Stancuta, 0700000012',
  'form.create': 'Adaugă formularul A Deschidere',
  'form.update': 'Modifică formularul A Deschidere',
  'form.publish': 'Publică formularul A Deschidere',
  'form.delete': 'Șterge formularul A Deschidere',
  'notification.send': 'Trimite notificarea Verificați listele',
  'county.create': 'Adaugă județul Alba',
  'county.update': 'Modifică județul Alba',
};

describe('every kind of change', () => {
  it.each(allKinds)('%s waits, and can be taken back', async (kind) => {
    const words = said[kind];
    await enqueueOp(kind);
    open();
    const waiting = await screen.findByRole('region', { name: 'În așteptare' });
    expect(waiting.textContent).toContain(words);
    await pressLater(/^Anulează/);
    const dialog = await screen.findByRole('alertdialog');
    expect(dialog.textContent).toContain(words);
    fireEvent.click(
      screen.getByRole('button', { name: 'Renunță la modificare' }),
    );
    await expectState('cancelled');
  });

  it.each(allKinds.filter((kind) => kind !== 'notification.send'))(
    '%s, once refused, can be tried again',
    async (kind) => {
      await enqueueOp(kind, {
        state: 'rejected',
        failure: { kind: 'refused', detail: 'Not now' },
      });
      open();
      expect(await screen.findByText(/„Not now”/)).toBeTruthy();
      await pressLater(/^Încearcă din nou/);
      await expectState('queued');
      expect(sync.push).toHaveBeenCalledTimes(1);
    },
  );

  it('shows no PIN, only that there is one', async () => {
    await enqueueOp('observer.create');
    open();
    expect(await screen.findByText('PIN nou')).toBeTruthy();
  });

  it('leads to where a refused one is made again', async () => {
    await enqueueOp('county.update', { state: 'conflict' });
    open();
    const link = await screen.findByRole('link', { name: /^Modifică ?:/ });
    expect(link.getAttribute('href')).toBe('/polling-stations/1/edit');
  });

  it('that is on its way can no longer be decided', async () => {
    await enqueueOp('notification.send', { state: 'inflight' });
    open();
    const group = await screen.findByRole('region', { name: 'Se trimit' });
    expect(within(group).queryAllByRole('button')).toEqual([]);
    expect(within(group).queryAllByRole('link')).toEqual([]);
  });
});

describe('a notification that waits', () => {
  it('says until when', async () => {
    await enqueueOp('notification.send', {
      args: { ...mutations['notification.send'], expiresAt: now + 60_000 },
    });
    open();
    expect(
      await screen.findByText(
        /Dacă nu este trimisă până la .+, trebuie să confirmi\.$/,
      ),
    ).toBeTruthy();
  });
});

describe('a notification of unknown fate', () => {
  const unknown = {
    state: 'needsConfirm',
    failure: { kind: 'server', status: 500 },
    fate: { shown: 0, sent: 1 },
    attempts: 1,
  } as const;

  it('is never sent again unasked: the page says what nobody knows', async () => {
    await enqueueOp('notification.send', unknown);
    open();
    expect(
      await screen.findByText(
        /^Nu se știe dacă a fost trimisă: .+ o eroare\.$/,
      ),
    ).toBeTruthy();
    await expectState('needsConfirm');
    expect(sync.push).toHaveBeenCalledTimes(0);
  });

  it('is closed by who knows that it went out; what waits behind it may go', async () => {
    await enqueueOp('notification.send', unknown);
    open();
    await pressLater(/^Marchează ca trimisă/);
    await expectState('done');
    expect(await screen.findByRole('region', { name: 'Trimise' })).toBeTruthy();
    expect(sync.push).toHaveBeenCalledTimes(1);
  });

  it('is sent now, to the same people, after a warning', async () => {
    await cacheObservers([anObserver({ id: 41 }), anObserver({ id: 42 })]);
    await enqueueOp('notification.send', unknown);
    open();
    await pressLater(/^Trimite acum ?:/);
    const dialog = await screen.findByRole('alertdialog');
    expect(dialog.textContent).toContain('o primesc a doua oară');
    expect(sync.push).toHaveBeenCalledTimes(0);
    await within(dialog).findByText(/actualizat la/);
    fireEvent.click(
      within(dialog).getByRole('button', { name: 'Trimite acum' }),
    );
    await expectState('queued');
    const [op] = await storedOps();
    expect(op?.args).toMatchObject({ recipients: [41, 42] });
    expect(op?.unproven).toBe(1);
    expect(sync.push).toHaveBeenCalledTimes(1);
  });

  it('is never sent to who was deleted meanwhile, whom the list may still show', async () => {
    await cacheObservers([anObserver({ id: 41 }), anObserver({ id: 42 })]);
    await databases().cache.observers.update(42, { missing: 1 });
    await enqueueOp('notification.send', unknown);
    open();
    await pressLater(/^Trimite acum ?:/);
    await pressLater(/^Trimite celui rămas$/);
    await expectState('queued');
    const [op] = await storedOps();
    expect(op?.args).toMatchObject({ recipients: [41], recipientCount: 1 });
    // Another body: under the old key a server refuses it.
    expect(op?.generation).toBe(1);
  });

  it('is dropped, and the question does not call it unsent', async () => {
    await enqueueOp('notification.send', unknown);
    open();
    await pressLater(/^Renunță ?:/);
    const dialog = await screen.findByRole('alertdialog');
    expect(dialog.textContent).toContain('Nu se știe dacă a fost trimisă.');
    fireEvent.click(
      screen.getByRole('button', { name: 'Renunță la modificare' }),
    );
    await expectState('cancelled');
  });

  it('that somebody else decided meanwhile says so', async () => {
    await enqueueOp('notification.send', unknown);
    open();
    await pressLater(/^Trimite acum ?:/);
    const dialog = await screen.findByRole('alertdialog');
    const send = within(dialog).getByRole('button', { name: 'Trimite acum' });
    await waitFor(() => expect(isDisabled(send)).toBe(false));
    const [op] = await storedOps();
    await databases().intent.outbox.update(op?.seq ?? 0, { state: 'done' });
    fireEvent.click(send);
    expect(await screen.findByText(/^Prea târziu/)).toBeTruthy();
  });
});

describe('a notification that waited too long', () => {
  const expired = {
    state: 'needsConfirm',
    failure: { kind: 'expired' },
  } as const;

  it('asks with the recipients counted anew, and leaves out who is gone', async () => {
    await cacheObservers([anObserver({ id: 42 }), anObserver({ id: 50 })]);
    await enqueueOp('notification.send', expired);
    open();
    expect(
      screen.queryByRole('button', { name: /^Marchează ca trimisă/ }),
    ).toBe(null);
    await pressLater(/^Trimite acum ?:/);
    const dialog = await screen.findByRole('alertdialog');
    await within(dialog).findByText(/către un observator\?$/);
    expect(dialog.textContent).toContain('Un destinatar nu mai există');
    expect(dialog.textContent).toContain('Au rămas: Maria Ionel.');
    fireEvent.click(
      within(dialog).getByRole('button', { name: 'Trimite celui rămas' }),
    );
    await expectState('queued');
    const [op] = await storedOps();
    expect(op?.args).toMatchObject({ recipients: [42], recipientCount: 1 });
    expect(op?.generation).toBe(undefined);
    const { expiresAt } =
      op?.kind === 'notification.send'
        ? op.args
        : mutations['notification.send'];
    expect(expiresAt).toBeGreaterThan(now + 29 * 60_000);
  });

  it('counts all observers as they are now', async () => {
    await cacheObservers([
      anObserver({ id: 1 }),
      anObserver({ id: 2 }),
      anObserver({ id: 3 }),
    ]);
    const { recipients: _, ...toAll } = mutations['notification.send'];
    await enqueueOp('notification.send', { ...expired, args: toAll });
    open();
    await pressLater(/^Trimite acum ?:/);
    expect(await screen.findByText(/către 3 observatori\?$/)).toBeTruthy();
    expect(screen.getByRole('alertdialog').textContent).toContain(
      'actualizat la',
    );
  });

  it.each([
    ['as many as the server says', 850, 'către 850 de observatori?'],
    ['as many as were confirmed', undefined, 'către 2 observatori?'],
  ])('while the list is not whole it counts %s', async (_, total, words) => {
    await databases().cache.cursors.put({
      resource: 'observers',
      triedAt: now,
      ...(total === undefined ? {} : { total }),
    });
    const { recipients: __, ...toAll } = mutations['notification.send'];
    await enqueueOp('notification.send', { ...expired, args: toAll });
    open();
    await pressLater(/^Trimite acum ?:/);
    const dialog = await screen.findByRole('alertdialog');
    await waitFor(() => expect(dialog.textContent).toContain(words));
  });

  it('calls nobody gone after a torn reading of the observers', async () => {
    await cacheObservers([anObserver({ id: 41 })]);
    await databases().cache.cursors.update('observers', { seen: 1, total: 2 });
    await enqueueOp('notification.send', expired);
    open();
    await pressLater(/^Trimite acum ?:/);
    expect(await screen.findByText(/către 2 observatori\?$/)).toBeTruthy();
  });

  it('is written again with its words and recipients', async () => {
    await enqueueOp('notification.send', { ...expired, opId: 'op-old' });
    open();
    const link = await screen.findByRole('link', { name: /^Modifică ?:/ });
    expect(decodeURIComponent(link.getAttribute('href') ?? '')).toBe(
      '/notifications?again=op-old&toObserverIds=[41,42]',
    );
  });
});

describe('a notification whose recipients are gone', () => {
  const goneFor = (goneIds: number[]) =>
    ({
      state: 'needsConfirm',
      failure: { kind: 'recipientsGone' },
      goneIds,
    }) as const;

  it('says how many are left, and goes to those named in the question', async () => {
    await cacheObservers([anObserver({ id: 41 }), anObserver({ id: 42 })]);
    await databases().cache.observers.update(41, { name: 'Ana Pop' });
    await enqueueOp('notification.send', goneFor([42]));
    open();
    expect(
      await screen.findByText(/^Nu a fost trimisă\. .+: 1; a rămas unul\.$/),
    ).toBeTruthy();
    expect(
      screen.queryByRole('button', { name: /^Marchează ca trimisă/ }),
    ).toBe(null);
    await pressLater(/^Trimite acum ?:/);
    const dialog = await screen.findByRole('alertdialog');
    await waitFor(() =>
      expect(dialog.textContent).toContain('Au rămas: Ana Pop.'),
    );
    await pressLater(/^Trimite celui rămas$/);
    await expectState('queued');
    const [op] = await storedOps();
    expect(op?.args).toMatchObject({ recipients: [41] });
    expect(op?.goneIds).toBe(undefined);
    expect(op?.failure).toBe(undefined);
  });

  it('can only be edited or dropped once all are gone', async () => {
    await cacheObservers([anObserver({ id: 50 })]);
    await enqueueOp('notification.send', goneFor([41, 42]));
    open();
    await pressLater(/^Trimite acum ?:/);
    const dialog = await screen.findByRole('alertdialog');
    await within(dialog).findByText(/^Niciun destinatar/);
    expect(
      within(dialog)
        .getAllByRole('button')
        .map(({ textContent }) => textContent),
    ).toEqual(['Mai târziu', 'Nu o mai trimite']);
    expect(within(dialog).getByRole('link', { name: 'Modifică' })).toBeTruthy();
    await pressLater(/^Nu o mai trimite$/);
    await pressLater(/^Renunță la modificare$/);
    await expectState('cancelled');
  });
});
