import 'fake-indexeddb/auto';

import {
  act,
  fireEvent,
  screen,
  waitFor,
  within,
} from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';

import { databases } from '@/db/open';
import type { OpOf } from '@/domain/outbox/op';
import { isOpen, newOp } from '@/domain/outbox/op';
import { NotificationsPage } from '@/features/notifications/compose/notifications-page';

import { aCounty, anObserver } from '../../support/builders';
import { cacheCounties, cacheObservers } from '../../support/cached';
import { isDisabled, typeInto } from '../../support/controls';
import { answerWith, failWith, sync } from '../../support/fake-sync';
import { storedOpsOf } from '../../support/ops';
import { elsewhere, prepareScreen, signInAs } from '../../support/screen';
import { deferred } from '../../support/deferred';
import { endWritesAfter } from '../../support/held-writes';

vi.mock('@/workers/client', () => import('../../support/fake-sync'));

const { open } = prepareScreen([
  { path: '/notifications', element: <NotificationsPage /> },
  elsewhere,
]);

const now = Date.now();
const ana = anObserver({ id: 41, name: 'Ana Pop', lastSeen: now });
const ion = anObserver({ id: 42, name: 'Ion Rus', phone: '+40 700 42' });
const dan = anObserver({ id: 43, name: 'Dan', lastSeen: now - 9e8 });
const cluj = aCounty({ id: 2, code: 'CJ', name: 'Cluj', limit: 612 });

beforeEach(async () => {
  await cacheObservers([ana, ion, dan]);
  await cacheCounties([aCounty(), cluj]);
});

function compose(query = '') {
  return open(`/notifications${query}`);
}

function to(ids: unknown): string {
  return `?toObserverIds=${encodeURIComponent(JSON.stringify(ids))}`;
}

function sendButton(): HTMLElement {
  return screen.getByRole('button', { name: /^Trimite/ });
}

async function writeMessage(title = 'Titlu', message = 'Text') {
  await screen.findByLabelText(/^Titlul notificării/);
  typeInto(/^Titlul notificării/, title);
  typeInto(/^Mesaj \*$/, message);
}

async function choose(name: string) {
  fireEvent.click(
    await screen.findByRole('button', { name: 'Arată județele' }),
  );
  fireEvent.click(await screen.findByRole('option', { name }));
  await screen.findByLabelText('De la secția');
}

const chooseCluj = () => choose('Cluj');

async function search() {
  fireEvent.click(screen.getByRole('button', { name: 'Caută' }));
  await waitFor(() => expect(sync.findActive).toHaveBeenCalled());
}

async function question(): Promise<HTMLElement> {
  return screen.findByRole('alertdialog');
}

async function confirm(name = 'Trimite') {
  const dialog = await question();
  fireEvent.click(within(dialog).getByRole('button', { name }));
}

async function move(changes: Partial<OpOf<'notification.send'>>) {
  const { outbox } = databases().intent;
  await act(async () => {
    for (const op of await storedOpsOf('notification.send'))
      await outbox.put({ ...op, ...changes });
  });
}

describe('a message to all', () => {
  it('asks with the number of observers, and says whom the server reaches', async () => {
    compose();
    expect(await screen.findByText('3 observatori în total')).toBeTruthy();
    await writeMessage();
    fireEvent.click(sendButton());
    const dialog = await question();
    expect(dialog.textContent).toContain('către toți cei 3 observatori');
    expect(dialog.textContent).toContain('doar la telefoanele înregistrate');
    expect(await storedOpsOf('notification.send')).toEqual([]);
    await confirm();
    await waitFor(async () =>
      expect(await storedOpsOf('notification.send')).toHaveLength(1),
    );
    const [kept] = await storedOpsOf('notification.send');
    expect(kept?.args).toMatchObject({
      title: 'Titlu',
      message: 'Text',
      recipientCount: 3,
    });
    expect(kept?.args.recipients).toBe(undefined);
  });

  it('is not sent before the observers are counted', async () => {
    await databases().cache.cursors.clear();
    compose();
    await writeMessage();
    const said = 'Numărul de observatori nu este cunoscut încă.';
    await waitFor(() =>
      expect(
        screen.getAllByRole('status').map(({ textContent }) => textContent),
      ).toContain(said),
    );
    expect(isDisabled(sendButton())).toBe(true);
  });

  it("takes the server's figure while the list is not whole", async () => {
    await cacheObservers([ana], { total: 850, isWhole: false });
    compose();
    expect(await screen.findByText('850 de observatori în total')).toBeTruthy();
  });
});

describe('title and message', () => {
  it('are required, and say so after the first try only', async () => {
    compose();
    await screen.findByText('3 observatori în total');
    expect(screen.queryByText(/^Completează/)).toBe(null);
    fireEvent.click(sendButton());
    expect(
      await screen.findByText('Completează câmpul „Titlul notificării”.'),
    ).toBeTruthy();
    expect(screen.getByText('Completează câmpul „Mesaj”.')).toBeTruthy();
    await writeMessage('  ', 'Text');
    fireEvent.click(sendButton());
    await waitFor(() =>
      expect(screen.queryByText('Completează câmpul „Mesaj”.')).toBe(null),
    );
    expect(screen.queryByRole('alertdialog')).toBe(null);
    expect(await storedOpsOf('notification.send')).toEqual([]);
  });

  it('are shown as text, markup and all', async () => {
    compose(to([41]));
    await writeMessage('<b>Titlu</b>', '<img src=x onerror=alert(1)>');
    await screen.findByText('un observator ales');
    fireEvent.click(sendButton());
    const dialog = await question();
    expect(dialog.textContent).toContain('<img src=x onerror=alert(1)>');
    expect(dialog.querySelector('img')).toBe(null);
  });
});

describe('the county filter', () => {
  it('asks the server for the whole county when the range is empty', async () => {
    sync.findActive.mockImplementation(answerWith([ana, ion]));
    compose();
    await chooseCluj();
    expect(screen.getAllByText('[1 – 612]')).toHaveLength(2);
    await search();
    expect(sync.findActive).toHaveBeenCalledWith({
      countyCode: 'CJ',
      from: 1,
      to: 612,
    });
    expect(await screen.findByText('2 observatori găsiți')).toBeTruthy();
    expect(screen.getByRole('rowheader', { name: 'Ana Pop' })).toBeTruthy();
  });

  it('is off without a county: search says why, sending goes to all', async () => {
    compose();
    const button = await screen.findByRole('button', { name: 'Caută' });
    expect(isDisabled(button)).toBe(true);
    expect(screen.queryByLabelText('De la secția')).toBe(null);
  });

  it('sends nothing before the search, nor when it found nobody', async () => {
    compose();
    await chooseCluj();
    await writeMessage();
    expect(isDisabled(sendButton())).toBe(true);
    expect(sendButton().textContent).toBe('Trimite');
    sync.findActive.mockImplementation(answerWith([]));
    await search();
    expect(await screen.findByText('0 observatori găsiți')).toBeTruthy();
    expect(isDisabled(sendButton())).toBe(true);
    fireEvent.click(sendButton());
    expect(screen.queryByRole('alertdialog')).toBe(null);
  });

  it('forgets whom it found when the range changes', async () => {
    sync.findActive.mockImplementation(answerWith([ana]));
    compose();
    await chooseCluj();
    await search();
    await screen.findByText('un observator găsit');
    typeInto(/^Până la secția$/, '320');
    expect(screen.queryByText('un observator găsit')).toBe(null);
    expect(isDisabled(sendButton())).toBe(true);
  });

  it('forgets range and found with another county', async () => {
    sync.findActive.mockImplementation(answerWith([ana]));
    compose();
    await chooseCluj();
    typeInto(/^De la secția$/, '5');
    await search();
    await screen.findByText('un observator găsit');
    await choose('Alba');
    await screen.findAllByText('[1 – 411]');
    expect(screen.getByLabelText('De la secția')).toHaveProperty('value', '');
    expect(screen.queryByText('un observator găsit')).toBe(null);
  });

  it('is off again once the county is cleared, or all is reset', async () => {
    compose();
    await chooseCluj();
    fireEvent.click(
      screen.getByRole('button', { name: 'Golește câmpul Județ' }),
    );
    expect(await screen.findByText('3 observatori în total')).toBeTruthy();
    await chooseCluj();
    fireEvent.click(screen.getByRole('button', { name: 'Resetează filtrul' }));
    expect(await screen.findByText('3 observatori în total')).toBeTruthy();
  });

  it('names the field that cannot be read, and asks nobody', async () => {
    compose();
    await chooseCluj();
    typeInto(/^Până la secția$/, '900');
    fireEvent.click(screen.getByRole('button', { name: 'Caută' }));
    expect(
      await screen.findByText(
        'Până la secția: scrie un număr întreg între 1 și 612.',
      ),
    ).toBeTruthy();
    expect(sync.findActive).not.toHaveBeenCalled();
  });

  it('guesses nothing without a connection', async () => {
    sync.findActive.mockImplementation(failWith({ kind: 'offline' }));
    compose();
    await chooseCluj();
    await search();
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toContain('doar serverul știe');
    expect(alert.textContent).toContain('Nu există conexiune cu serverul.');
    expect(isDisabled(sendButton())).toBe(true);
  });

  it('does not show an older answer under a newer question', async () => {
    const late = deferred<void>();
    sync.findActive.mockImplementation(async () => {
      await late.promise;
      return { ok: true, status: 200, value: [ana] };
    });
    compose();
    await chooseCluj();
    await search();
    typeInto(/^De la secția$/, '2');
    await act(async () => late.resolve());
    expect(screen.queryByText('un observator găsit')).toBe(null);
  });

  it('sends to those found, without the one taken out', async () => {
    sync.findActive.mockImplementation(answerWith([ana, ion]));
    compose();
    await chooseCluj();
    await search();
    fireEvent.click(
      await screen.findByRole('button', { name: 'Scoate Ana Pop' }),
    );
    await writeMessage();
    fireEvent.click(sendButton());
    expect((await question()).textContent).toContain('către un observator');
    await confirm();
    await waitFor(async () =>
      expect(
        (await storedOpsOf('notification.send'))[0]?.args.recipients,
      ).toEqual([42]),
    );
  });
});

describe('observers named in the address', () => {
  it('are shown with when they were last heard of', async () => {
    compose(to([41, 42, 43]));
    expect(await screen.findByText('3 observatori aleși')).toBeTruthy();
    const panel = screen.getByRole('region', { name: /^Cine primește/ });
    for (const words of ['Văzuți azi1', 'Mai demult1', 'Niciodată1']) {
      expect(panel.textContent).toContain(words);
    }
    expect(
      within(panel).getByRole('link', { name: '+40 700 42' }),
    ).toBeTruthy();
    expect(screen.queryByRole('combobox', { name: 'Județ' })).toBe(null);
  });

  it.each(['[41', '["41"]', '{"a":1}', '41', ''])(
    'that cannot be read (%j) reset the filter, and the page says so',
    async (text) => {
      compose(`?toObserverIds=${encodeURIComponent(text)}`);
      expect(
        await screen.findByText('Destinatarii din adresă nu pot fi citiți.'),
      ).toBeTruthy();
      expect(await screen.findByText('3 observatori în total')).toBeTruthy();
      expect(screen.getByRole('combobox', { name: 'Județ' })).toBeTruthy();
    },
  );

  it('that are nobody cannot be sent to', async () => {
    compose(to([]));
    await screen.findByText('0 observatori aleși');
    await writeMessage();
    expect(isDisabled(sendButton())).toBe(true);
    fireEvent.click(sendButton());
    expect(screen.queryByRole('alertdialog')).toBe(null);
  });

  it('that are all gone meanwhile are said to be, and get nothing', async () => {
    compose(to([41]));
    await screen.findByText('un observator ales');
    await act(async () => {
      await databases().cache.observers.delete(41);
    });
    expect(
      await screen.findByText(
        'Un observator ales nu mai există și a fost scos.',
      ),
    ).toBeTruthy();
    await writeMessage();
    expect(isDisabled(sendButton())).toBe(true);
  });

  it('that go while the question stands get nothing either', async () => {
    compose(to([41]));
    await screen.findByText('un observator ales');
    await writeMessage();
    fireEvent.click(sendButton());
    await question();
    await act(async () => {
      await databases().cache.observers.delete(41);
    });
    await screen.findByText(/nu mai există și a fost scos/);
    await confirm();
    expect((await screen.findByRole('alert')).textContent).toBe(
      'Observatorii aleși nu mai există.',
    );
    expect(await storedOpsOf('notification.send')).toEqual([]);
    expect(screen.getByLabelText(/^Titlul/)).toHaveProperty('value', 'Titlu');
  });

  it('that the server does not have yet are named and left out', async () => {
    const adding = newOp(
      'observer.create',
      { id: -7, input: { name: 'Nou Venit', phone: '07' }, knownIds: [] },
      { actor: 'me', at: now, opId: 'op-new' },
    );
    await databases().intent.outbox.add(adding);
    compose(to([-7, 41]));
    expect(await screen.findByText('un observator ales')).toBeTruthy();
    expect(
      screen.getByText(/nu poate primi încă mesajul: Nou Venit/),
    ).toBeTruthy();
  });

  it('that are not kept here are shown as such', async () => {
    await cacheObservers([ana], { total: 850, isWhole: false });
    await databases().cache.observers.bulkDelete([42, 43]);
    compose(to([41, 99]));
    expect(await screen.findByText('2 observatori aleși')).toBeTruthy();
    expect(screen.getByText('observatorul 99, nume necunoscut')).toBeTruthy();
    expect(screen.getByText(/nu este salvat pe acest dispozitiv/)).toBeTruthy();
  });

  it('can be taken out one by one, or all', async () => {
    const { address } = compose(to([41, 42]));
    fireEvent.click(
      await screen.findByRole('button', { name: 'Scoate Ana Pop' }),
    );
    expect(await screen.findByText('un observator ales')).toBeTruthy();
    expect(address()).toBe('/notifications?toObserverIds=[42]');
    fireEvent.click(screen.getByRole('button', { name: /^Scrie tuturor/ }));
    expect(await screen.findByText('3 observatori în total')).toBeTruthy();
    expect(address()).toBe('/notifications');
  });
});

describe('once confirmed', () => {
  async function send() {
    await screen.findByText('un observator ales');
    await writeMessage();
    fireEvent.click(sendButton());
    await confirm();
    await screen.findByText('Salvată pe acest dispozitiv');
  }

  it('the form is empty, the recipients stay, nothing went out yet', async () => {
    const { address } = compose(to([41]));
    await send();
    expect(screen.getByLabelText(/^Titlul/)).toHaveProperty('value', '');
    expect(address()).toBe('/notifications?toObserverIds=[41]');
    const [kept] = await storedOpsOf('notification.send');
    expect(kept?.state).toBe('queued');
    expect(kept?.nextAt).toBeGreaterThanOrEqual(now + 10_000);
    expect(kept?.args.recipients).toEqual([41]);
  });

  it('it can be undone, and what was written comes back', async () => {
    compose(to([41]));
    await send();
    fireEvent.click(
      screen.getByRole('button', { name: 'Anulează trimiterea' }),
    );
    expect(
      await screen.findByText('Notificarea nu se mai trimite.'),
    ).toBeTruthy();
    expect(
      (await storedOpsOf('notification.send')).map(({ state }) => state),
    ).toEqual(['cancelled']);
    expect(screen.getByLabelText(/^Titlul/)).toHaveProperty('value', 'Titlu');
  });

  it('it can be undone from another page, and is a draft then', async () => {
    const page = compose(to([41]));
    await send();
    page.go('/elsewhere');
    fireEvent.click(
      screen.getByRole('button', { name: 'Anulează trimiterea' }),
    );
    await screen.findByText(/Textul ei este păstrat la „Notificări”/);
    expect(await databases().intent.drafts.toArray()).toMatchObject([
      { input: { title: 'Titlu', message: 'Text', recipients: [41] } },
    ]);
    page.go('/notifications');
    await screen.findByText(/Continuă cu acest text/);
  });

  it('it can be undone from the same page, opened again', async () => {
    const page = compose(to([41]));
    await send();
    page.go('/elsewhere');
    page.go('/notifications');
    await screen.findByLabelText(/^Titlul/);
    fireEvent.click(
      screen.getByRole('button', { name: 'Anulează trimiterea' }),
    );
    await waitFor(() =>
      expect(screen.getByLabelText(/^Titlul/)).toHaveProperty('value', 'Titlu'),
    );
  });

  it('it cannot be undone any more once it is on its way', async () => {
    compose(to([41]));
    await send();
    await move({ state: 'inflight' });
    fireEvent.click(
      screen.getByRole('button', { name: 'Anulează trimiterea' }),
    );
    expect(await screen.findByText(/^Prea târziu/)).toBeTruthy();
  });

  it('its success is told', async () => {
    compose(to([41]));
    await send();
    await move({ state: 'inflight' });
    await move({ state: 'done', endedAt: now });
    expect(await screen.findByText('Notificarea a fost trimisă.')).toBeTruthy();
  });

  it("its failure is told, with the server's reason and the way to the outbox", async () => {
    const { address } = compose(to([41]));
    await send();
    await move({ state: 'inflight' });
    await move({
      state: 'rejected',
      failure: { kind: 'refused', detail: 'No channel' },
    });
    expect(
      await screen.findByText('Notificarea nu a putut fi trimisă.'),
    ).toBeTruthy();
    expect(screen.getByText(/Serverul a răspuns: „No channel”/)).toBeTruthy();
    fireEvent.click(
      screen.getByRole('button', { name: 'Deschide coada de trimitere' }),
    );
    await waitFor(() => expect(address()).toBe('/outbox'));
  });

  it('an unknown fate is told as such', async () => {
    compose(to([41]));
    await send();
    await move({ state: 'inflight' });
    await move({ state: 'needsConfirm' });
    expect(
      await screen.findByText(/^Nu se știe dacă a fost trimisă/),
    ).toBeTruthy();
  });

  it('and not kept, it says so plainly and keeps the input', async () => {
    compose(to([41]));
    await screen.findByText('un observator ales');
    await writeMessage();
    vi.spyOn(databases().intent.outbox, 'add').mockImplementation(() => {
      throw new Error('the disk is full');
    });
    fireEvent.click(sendButton());
    await confirm();
    expect(await screen.findByText(/^NU s-a salvat/)).toBeTruthy();
    expect(screen.getByRole('alertdialog')).toBeTruthy();
    expect(screen.getByLabelText(/^Titlul/)).toHaveProperty('value', 'Titlu');
  });
});

describe('the same message again', () => {
  async function ask() {
    compose(to([41, 42]));
    await screen.findByText('2 observatori aleși');
    await writeMessage();
    fireEvent.click(sendButton());
    return (await question()).textContent;
  }

  it('that waits on this device is said to', async () => {
    const args = { id: -1, title: 'Titlu', message: 'Text', recipientCount: 1 };
    await databases().intent.outbox.add(
      newOp(
        'notification.send',
        { ...args, recipients: [41], expiresAt: now },
        { actor: 'me', at: now, opId: 'op-1' },
      ),
    );
    expect(await ask()).toMatch(
      /așteaptă deja să fie trimis către unul dintre ei/,
    );
    await confirm('Trimite din nou');
    await waitFor(async () =>
      expect(await storedOpsOf('notification.send')).toHaveLength(2),
    );
  });

  it('that a colleague sent lately is said to, with the time', async () => {
    await databases().cache.notifications.put({
      id: 9,
      title: 'Titlu',
      body: 'Text',
      channel: 'Firebase',
      sentObserverIds: [41, 42, 90],
      insertedAt: now - 60_000,
    });
    expect(await ask()).toMatch(
      /Același mesaj a fost trimis la .+ către 2 dintre ei/,
    );
  });

  it('that was taken back is no repetition', async () => {
    const args = { id: -1, title: 'Titlu', message: 'Text', recipientCount: 1 };
    const op = newOp(
      'notification.send',
      { ...args, recipients: [41], expiresAt: now },
      { actor: 'me', at: now, opId: 'op-1' },
    );
    await databases().intent.outbox.add({ ...op, state: 'cancelled' });
    expect(await ask()).not.toContain('Același mesaj');
  });
});

describe('a kept message written again', () => {
  const parked = () => {
    const op = newOp(
      'notification.send',
      {
        id: -1,
        title: 'Vechi',
        message: 'De dimineață',
        recipients: [41],
        recipientCount: 1,
        expiresAt: now,
      },
      { actor: 'me', at: now - 9e6, opId: 'op-1' },
    );
    return { ...op, state: 'needsConfirm' as const };
  };

  it('begins with its words and replaces it once kept', async () => {
    await databases().intent.outbox.add(parked());
    compose(`${to([41])}&again=op-1`);
    const title = await screen.findByLabelText(/^Titlul/);
    expect(title).toHaveProperty('value', 'Vechi');
    typeInto(/^Titlul notificării/, 'Nou');
    await screen.findByText('un observator ales');
    fireEvent.click(sendButton());
    expect((await question()).textContent).not.toContain('Același mesaj');
    await confirm();
    await waitFor(async () =>
      expect(
        (await storedOpsOf('notification.send')).map(({ args, state }) => [
          args.title,
          state,
        ]),
      ).toEqual([
        ['Vechi', 'cancelled'],
        ['Nou', 'queued'],
      ]),
    );
  });

  it.each([0, 1])(
    'and a browser killed after %i writes: it waits, or the new one does, never both or none',
    async (writes) => {
      await databases().intent.outbox.add(parked());
      compose(`${to([41])}&again=op-1`);
      await screen.findByLabelText(/^Titlul/);
      typeInto(/^Titlul notificării/, 'Nou');
      await screen.findByText('un observator ales');
      fireEvent.click(sendButton());
      await question();
      endWritesAfter(writes);
      await confirm();
      await waitFor(() =>
        expect(
          screen.queryByText(/^NU s-a salvat/) ??
            screen.queryByText('Salvată pe acest dispozitiv'),
        ).not.toBeNull(),
      );
      expect(
        (await storedOpsOf('notification.send'))
          .filter(({ state }) => isOpen(state))
          .map(({ args }) => args.title),
      ).toEqual([writes === 0 ? 'Vechi' : 'Nou']);
    },
  );

  it('that goes out meanwhile: nothing is stored, and what was typed stays', async () => {
    await databases().intent.outbox.add(parked());
    compose(`${to([41])}&again=op-1`);
    await screen.findByLabelText(/^Titlul/);
    typeInto(/^Titlul notificării/, 'Nou');
    await screen.findByText('un observator ales');
    fireEvent.click(sendButton());
    await question();
    await move({ state: 'inflight' });
    await confirm();
    await screen.findByText(/Mesajul anterior este deja trimis/);
    const messages = await storedOpsOf('notification.send');
    expect(messages.map(({ args }) => args.title)).toEqual(['Vechi']);
    const title = screen.getByLabelText(/^Titlul/);
    expect(title).toHaveProperty('value', 'Nou');

    fireEvent.click(sendButton());
    await confirm();
    await waitFor(async () =>
      expect(await storedOpsOf('notification.send')).toHaveLength(2),
    );
  });

  it('is empty when there is no such message any more', async () => {
    compose('?again=op-unknown');
    const title = await screen.findByLabelText(/^Titlul/);
    expect(title).toHaveProperty('value', '');
  });
});

describe('an NGO admin who is not organizer', () => {
  it('sees everything and cannot send, and is told why', async () => {
    signInAs(false);
    compose(to([41]));
    await screen.findByText('un observator ales');
    expect(isDisabled(sendButton())).toBe(true);
    expect(sendButton().parentElement?.textContent).toContain(
      'Doar organizatorii pot face asta.',
    );
    expect(screen.getByLabelText(/^Titlul/)).toHaveProperty('readOnly', true);
    fireEvent.click(sendButton());
    expect(screen.queryByRole('alertdialog')).toBe(null);
  });
});
