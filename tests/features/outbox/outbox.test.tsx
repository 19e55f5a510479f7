import 'fake-indexeddb/auto';

import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';

import { databases } from '@/db/open';
import { OutboxPage } from '@/features/outbox/outbox-page';

import { isDisabled } from '../../support/controls';
import { sync } from '../../support/fake-sync';
import { prepareScreen } from '../../support/screen';
import { enqueueOp, mutations } from '../../support/ops';

vi.mock('@/workers/client', () => import('../../support/fake-sync'));

const { open } = prepareScreen([{ path: '*', element: <OutboxPage /> }]);

const now = Date.now();

function group(name: string) {
  return screen.findByRole('region', { name });
}

async function states() {
  return (await databases().intent.outbox.toArray()).map(({ state }) => state);
}

describe('the outbox', () => {
  it('says that everything is sent only after it was read', async () => {
    open();
    expect(screen.queryByText('Totul este trimis')).toBe(null);
    expect(screen.queryAllByText('Nu ai nimic de trimis.')).toEqual([]);
    expect(await screen.findByText('Totul este trimis')).toBeTruthy();
    await waitFor(() =>
      expect(screen.getAllByText('Nu ai nimic de trimis.')).toHaveLength(2),
    );
  });

  it('shows what is changed, from what, to what', async () => {
    await enqueueOp('observer.update');
    open();
    const waiting = await group('În așteptare');
    expect(within(waiting).getByText('Modifică observatorul')).toBeTruthy();
    const item = within(waiting).getByRole('listitem').textContent;
    expect(item).toContain('Nume: din Corina Stancuta → în Corina Stăncuța');
    expect(item).toContain('neîncercat');
  });

  it('says when a form was published with what others wrote', async () => {
    await enqueueOp('observer.update', {
      state: 'done',
      endedAt: now,
      changedBefore: true,
    });
    open();
    const sent = await group('Trimise');
    expect(
      within(sent).getByText(/^Alții au modificat formularul/),
    ).toBeTruthy();
  });

  it('groups by what it means for a person', async () => {
    await enqueueOp('observer.update', { state: 'rejected' });
    await enqueueOp('observer.update', { state: 'conflict' });
    await enqueueOp('observer.update', { state: 'needsConfirm' });
    await enqueueOp('observer.update', { state: 'inflight' });
    await enqueueOp('observer.update', { state: 'unknown' });
    await enqueueOp('observer.update', { state: 'queued' });
    await enqueueOp('observer.update', { state: 'retryWait' });
    await enqueueOp('observer.update', { state: 'done', endedAt: now - 1_000 });
    await enqueueOp('observer.update', {
      state: 'done',
      endedAt: now - 8 * 24 * 60 * 60_000,
    });
    await enqueueOp('observer.update', { state: 'cancelled', endedAt: now });
    open();
    const sizes = [];
    for (const name of [
      'De rezolvat',
      'Se trimit',
      'În așteptare',
      'Trimise',
    ]) {
      const items = within(await group(name)).getAllByRole('listitem');
      sizes.push([name, items.length]);
    }
    expect(sizes).toEqual([
      ['De rezolvat', 3],
      ['Se trimit', 1],
      ['În așteptare', 3],
      ['Trimise', 1],
    ]);
  });

  it('does not call a change sent or on its way whose fate the server is asked about', async () => {
    await enqueueOp('observer.update', {
      state: 'unknown',
      failure: { kind: 'timeout' },
    });
    open();
    const waiting = await group('În așteptare');
    const item = within(waiting).getByRole('listitem');
    expect(within(item).getByText('în așteptare')).toBeTruthy();
    expect(item.textContent).toContain('Nu se știe dacă a ajuns');
    expect(screen.queryByRole('region', { name: 'Se trimit' })).toBe(null);
  });

  it('says why a change is held back that was never tried', async () => {
    await enqueueOp('observer.update', { state: 'queued', nextAt: 0 });
    open();
    const waiting = await group('În așteptare');
    const why = /^O cerere mai veche a rămas fără răspuns/;
    expect(within(waiting).queryByText(why)).toBe(null);
    const later = { state: 'queued', nextAt: now + 60_000 } as const;
    const other = { ...mutations['observer.update'], id: 13 };
    await enqueueOp('observer.update', later, other);
    await within(waiting).findByText(why);
    // Waits for a silent server, and for its undo: no earlier request is to blame.
    await enqueueOp('observer.create', { ...later, notAppliedCount: 1 });
    await enqueueOp('notification.send', later);
    await waitFor(() =>
      expect(within(waiting).getAllByRole('listitem')).toHaveLength(4),
    );
    expect(within(waiting).getAllByText(why)).toHaveLength(1);
  });

  it('says of each change of one observer which one goes first, and where it stands', async () => {
    await enqueueOp('observer.update');
    await enqueueOp('observer.delete');
    open();
    const waiting = await group('În așteptare');
    within(waiting).getByText('Este la rând.');
    within(waiting).getByText(
      'Se trimite după „Modifică observatorul Corina Stancuta” (nr. 1 la „În așteptare”).',
    );
    await databases().intent.outbox.update(1, { state: 'conflict' });
    await within(await group('În așteptare')).findByText(
      'Așteaptă până decizi despre „Modifică observatorul Corina Stancuta” (nr. 1 la „De rezolvat”).',
    );
  });

  it.each([
    ['offline', 'offline', 'Fără conexiune: se trimite când revine.'],
    ['offline', 'timeout', /^Serverul nu răspunde: se trimite când/],
    ['cooling', 'server', /^Serverul are probleme: trimiterea face o pauză/],
    ['unsure', 'timeout', 'Se verifică dacă serverul răspunde.'],
  ] as const)(
    'says that all waits while the connection is %s (%s)',
    async (state, kind, words) => {
      await databases().cache.meta.put({
        k: 'connection',
        v: { state, since: now, failure: { kind } },
      });
      await enqueueOp('observer.update');
      open();
      await within(await group('În așteptare')).findByText(words);
    },
  );

  it("gives the server's own words as text, and ours where it had none", async () => {
    await enqueueOp('observer.update', {
      state: 'rejected',
      failure: { kind: 'refused', detail: '<b>Phone</b> is taken' },
    });
    await enqueueOp('observer.update', {
      state: 'needsConfirm',
      failure: { kind: 'server' },
    });
    open();
    const parked = await group('De rezolvat');
    expect(parked.textContent).toContain(
      'Serverul a refuzat cererea. Serverul a răspuns: „<b>Phone</b> is taken”',
    );
    expect(parked.textContent).toContain('Serverul a avut o eroare.');
  });

  it('takes a waiting change back, after asking', async () => {
    await enqueueOp('observer.update');
    open();
    fireEvent.click(await screen.findByRole('button', { name: /^Anulează/ }));
    const dialog = await screen.findByRole('alertdialog');
    expect(dialog.textContent).toContain('Corina Stancuta');
    expect(await states()).toEqual(['queued']);
    fireEvent.click(
      screen.getByRole('button', { name: 'Renunță la modificare' }),
    );
    await waitFor(async () => expect(await states()).toEqual(['cancelled']));
    expect(await screen.findByText('Totul este trimis')).toBeTruthy();
  });

  it('says when it is too late to take a change back', async () => {
    await enqueueOp('observer.update');
    open();
    fireEvent.click(await screen.findByRole('button', { name: /^Anulează/ }));
    await screen.findByRole('alertdialog');
    await databases()
      .intent.outbox.toCollection()
      .modify({ state: 'inflight' });
    fireEvent.click(
      screen.getByRole('button', { name: 'Renunță la modificare' }),
    );
    expect(await screen.findByText(/^Prea târziu/)).toBeTruthy();
    expect(await states()).toEqual(['inflight']);
  });

  it('sends a refused change again', async () => {
    await enqueueOp('observer.update', { state: 'rejected' });
    open();
    const again = { name: /^Încearcă din nou/ };
    fireEvent.click(await screen.findByRole('button', again));
    await waitFor(async () => expect(await states()).toEqual(['queued']));
    expect(sync.push).toHaveBeenCalledTimes(1);
  });

  it('sends now what waits for its next try', async () => {
    await enqueueOp('observer.update', {
      state: 'retryWait',
      nextAt: now + 300_000,
    });
    open();
    const waiting = await group('În așteptare');
    expect(waiting.textContent).toContain('Următoarea încercare');
    fireEvent.click(screen.getByRole('button', { name: 'Trimite acum' }));
    await waitFor(async () => expect(await states()).toEqual(['queued']));
    await waitFor(() => expect(sync.freshen).toHaveBeenCalledTimes(1));
  });

  it('explains why there is nothing to send now', async () => {
    open();
    await screen.findByText('Totul este trimis');
    const button = screen.getByRole('button', { name: /^Trimite acum/ });
    expect(isDisabled(button)).toBe(true);
    fireEvent.click(button);
    expect(sync.freshen).toHaveBeenCalledTimes(0);
  });
});
