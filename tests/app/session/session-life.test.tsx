import 'fake-indexeddb/auto';

import {
  act,
  cleanup,
  fireEvent,
  render,
  screen,
  waitFor,
} from '@testing-library/react';
import { Dexie } from 'dexie';
import { beforeEach, describe, expect, it, vi } from 'vitest';

import { LogoutDialog } from '@/app/session/logout-dialog';
import {
  closeSession,
  holdDatabases,
  openSession,
} from '@/app/session/session-life';
import { troubles } from '@/app/session/troubles';
import { beginWipe, finishWipe } from '@/app/session/wipe';
import { config, CONTACT_KEY, TOKEN_KEY, WIPE_KEY } from '@/config';
import { saveDraft } from '@/data/drafts/drafts';
import { updateObserver } from '@/data/observers/change-observers';
import { markThreads } from '@/data/triage/triage-marks';
import { CacheDatabase } from '@/db/cache';
import { acquireDatabases, withExclusiveDatabases } from '@/db/exclusive';
import { databases, userKeyOf } from '@/db/open';
import { WritesPausedError } from '@/db/writer';
import { emptyForm } from '@/domain/forms/editing';
import type { User } from '@/domain/user';
import { workOf } from '@/state/unsent-of-users';
import { readSessionEnd } from '@/state/session-end';
import { secondFactorWanted } from '@/state/second-factor';
import { actorOf, session, setToken } from '@/state/session';

import { anObserver } from '../../support/builders';
import { deferred } from '../../support/deferred';
import { answerWith, failWith, sync } from '../../support/fake-sync';
import { aCallRow, aPlanRow, aSavedView } from '../../support/local-work';
import { installLocks } from '../../support/locks';
import { speak } from '../../support/texts';
import { markAsShared, shareMarks } from '../../support/shared-marks';

vi.mock('@/workers/client', () => import('../../support/fake-sync'));

const user: User = {
  sub: 'coordonare',
  idNgo: 1,
  userType: 'NgoAdmin',
  organizer: true,
};
const token = `e30.${btoa(JSON.stringify({ sub: user.sub, IdNgo: 1 }))}.sig`;

beforeEach(async () => {
  installLocks();
  await speak('ro');
  localStorage.clear();
  await signIn();
  return async () => {
    cleanup();
    setToken('');
    await closeSession();
    await Promise.all(
      (await Dexie.getDatabaseNames()).map((name) => Dexie.delete(name)),
    );
  };
});

async function signIn(as = token) {
  setToken(as);
  await openSession(as, user);
}

/** The server no longer accepts the token. */
function lockSession() {
  const [, onLocked] = sync.start.mock.lastCall ?? [];
  onLocked?.();
}

async function changeSomething(pin = '') {
  const observer = anObserver();
  await databases().cache.open();
  await updateObserver(observer, { ...observer, name: 'Alt Nume' }, pin);
}

function pressLogout(onClose = () => {}) {
  render(<LogoutDialog user={user} onClose={onClose} />);
}

async function openedDatabases() {
  return (await Dexie.getDatabaseNames()).length;
}

describe('a server that wants a second factor', () => {
  const state = { isOn: false, isRequired: true, recoveryCodes: 0 };
  const tell = () => sync.start.mock.lastCall?.[4]?.();

  it('gets the set-up in place of the screens, until the session ends', async () => {
    sync.readSecondFactor.mockImplementation(answerWith(state));
    tell();
    await waitFor(() => expect(secondFactorWanted.isMissing).toBe(true));
    tell();
    expect(sync.readSecondFactor).toHaveBeenCalledTimes(1);
    setToken('');
    await closeSession();
    expect(secondFactorWanted.isMissing).toBe(false);
  });

  it('is believed only where the account really has none', async () => {
    // Another process of the server has not heard of the set-up yet.
    const isSetUp = answerWith({ ...state, isOn: true });
    sync.readSecondFactor.mockImplementation(isSetUp);
    tell();
    await waitFor(() => expect(sync.readSecondFactor).toHaveBeenCalled());
    await new Promise((resolve) => setTimeout(resolve));
    expect(secondFactorWanted.isMissing).toBe(false);
  });
});

it('keeps the databases open until the screens that read them are gone', async () => {
  const { cache } = databases();
  await cache.open();
  const screensAreGone = holdDatabases();
  setToken('');
  const ended = closeSession();
  const first = await Promise.race([
    ended.then(() => 'closed'),
    new Promise((resolve) => setTimeout(() => resolve('open'), 50)),
  ]);
  expect(first).toBe('open');
  expect(cache.isOpen()).toBe(true);
  screensAreGone();
  await ended;
  expect(cache.isOpen()).toBe(false);
});

describe('a logout', () => {
  it('asks nothing when the server has everything, and leaves nothing behind', async () => {
    await databases().cache.open();
    await databases().intent.open();
    expect(await openedDatabases()).toBe(2);

    pressLogout();

    await waitFor(async () => expect(await openedDatabases()).toBe(0));
    await waitFor(() => expect(localStorage.getItem(WIPE_KEY)).toBe(null));
    expect(screen.queryByRole('alertdialog')).toBe(null);
    expect(localStorage.getItem(TOKEN_KEY)).toBe(null);
    expect(sync.stop).toHaveBeenCalled();
  });

  it('once chosen is carried out, whatever is pressed meanwhile', async () => {
    const stopped = deferred<void>();
    sync.stop.mockReturnValue(stopped.promise);
    const onClose = vi.fn();
    await changeSomething();
    pressLogout(onClose);
    const dialog = await screen.findByRole('alertdialog');
    fireEvent.click(screen.getByRole('button', { name: /^Păstrează/ }));
    await waitFor(() => expect(dialog.getAttribute('aria-busy')).toBe('true'));
    fireEvent.keyDown(dialog, { key: 'Escape' });
    fireEvent.click(screen.getByRole('button', { name: 'Rămâi conectat' }));
    expect(onClose).not.toHaveBeenCalled();
    stopped.resolve();
    await waitFor(() => expect(localStorage.getItem(TOKEN_KEY)).toBe(null));
    // What is deleted late would be that of the next sign-in.
    await waitFor(() => expect(localStorage.getItem(WIPE_KEY)).toBe(null));
  });

  it('names what would be lost, and deletes it after a typed word alone', async () => {
    await changeSomething();
    pressLogout();
    const dialog = await screen.findByRole('alertdialog');
    expect(dialog.textContent).toContain('1 modificare este doar pe acest');
    expect(await screen.findByText(/Modifică observatorul Maria/)).toBeTruthy();

    const leave = screen.getByRole('button', { name: /^Șterge-o/ });
    fireEvent.click(leave);
    await type('da');
    fireEvent.click(leave);
    expect(localStorage.getItem(TOKEN_KEY)).toBe(token);
    expect(await databases().intent.outbox.count()).toBe(1);

    await type('Sterge');
    fireEvent.click(leave);
    await waitFor(() => expect(localStorage.getItem(TOKEN_KEY)).toBe(null));
    await waitFor(async () => expect(await openedDatabases()).toBe(0));
    await waitFor(() => expect(localStorage.getItem(WIPE_KEY)).toBe(null));
    expect(workOf(userKeyOf(actorOf(user)))).toBe(undefined);
  });

  it('asks about decisions that are on this device alone, and counts them with what it deletes', async () => {
    await markThreads(['41:7', '42:7', '43:7'], {
      state: 'resolved',
      note: '',
    });
    pressLogout();
    await screen.findByText(/^3 decizii despre raportări, numai pe acest/);
    expect(screen.queryByText('Rămâi și trimite acum')).toBe(null);
    const save = screen.getByRole('link', { name: /^Salvează coada/ });
    expect(save.getAttribute('href')).toBe('/outbox');
    expect(screen.getByText('Șterge-le (3) și deconectează-te')).toBeTruthy();
    fireEvent.click(screen.getByText(/^Păstrează modificările/));
    await waitFor(() => expect(localStorage.getItem(WIPE_KEY)).toBe(null));
    expect(localStorage.getItem(TOKEN_KEY)).toBe(null);

    await signIn(`${token}2`);
    expect(await databases().intent.triage.count()).toBe(3);
  });

  it('offers to send decisions first that the server does not have yet', async () => {
    await shareMarks();
    await markThreads(['41:7', '42:7'], { state: 'resolved', note: '' });
    pressLogout();
    await screen.findByText(
      '2 decizii despre raportări așteaptă să fie trimise.',
    );
    fireEvent.click(screen.getByText('Rămâi și trimite acum'));
    await screen.findByText('0 din 2 au ajuns la server.');
    await markAsShared('41:7');
    await screen.findByText('1 din 2 au ajuns la server.');
  });

  it('asks about calls, the plan and views, too, counts them, and deletes them after a typed word', async () => {
    const { calls, plan, views } = databases().intent;
    await calls.bulkPut([aCallRow(), aCallRow({ observerId: 42 })]);
    await plan.put(aPlanRow());
    await views.bulkPut([
      aSavedView(),
      aSavedView({ id: 'v-2', isDeleted: true }),
    ]);
    pressLogout();
    await screen.findByText(
      'Apeluri către 2 observatori, numai pe acest dispozitiv.',
    );
    screen.getByText('Planul observatorilor, numai pe acest dispozitiv.');
    screen.getByText('O vizualizare salvată, numai pe acest dispozitiv.');
    expect(screen.queryByText('Rămâi și trimite acum')).toBe(null);
    await type('sterge');
    fireEvent.click(screen.getByText('Șterge-le (4) și deconectează-te'));
    await waitFor(async () => expect(await openedDatabases()).toBe(0));

    await signIn(`${token}2`);
    const { intent } = databases();
    for (const table of [intent.calls, intent.plan, intent.views]) {
      expect(await table.count()).toBe(0);
    }
  });

  it.each([
    ['calls', () => databases().intent.calls.put(aCallRow())],
    ['a plan', () => databases().intent.plan.put(aPlanRow())],
    ['a view', () => databases().intent.views.put(aSavedView())],
  ])(
    'asks about %s alone, and keeps it for the next sign-in',
    async (_what, put) => {
      await put();
      pressLogout();
      await screen.findByText('Șterge-o și deconectează-te');
      fireEvent.click(screen.getByText(/^Păstrează modificările/));
      await waitFor(() => expect(localStorage.getItem(WIPE_KEY)).toBe(null));
      expect(localStorage.getItem(TOKEN_KEY)).toBe(null);

      await signIn(`${token}2`);
      const { calls, plan, views } = databases().intent;
      const counts = [calls, plan, views].map((table) => table.count());
      expect((await Promise.all(counts)).toSorted()).toEqual([0, 0, 1]);
    },
  );

  it('asks nothing about a view that was deleted', async () => {
    await databases().intent.views.put(aSavedView({ isDeleted: true }));
    pressLogout();
    await waitFor(async () => expect(await openedDatabases()).toBe(0));
    expect(screen.queryByRole('alertdialog')).toBe(null);
  });

  it('asks about a form that was only begun, too', async () => {
    const input = { ...emptyForm(1), title: 'Început' };
    await saveDraft({ draftKey: 'form:new', input });
    pressLogout();
    const dialog = await screen.findByRole('alertdialog');
    expect(dialog.textContent).toContain('Un text neterminat este salvat');
    expect(screen.queryByRole('button', { name: /trimite acum/ })).toBe(null);
  });

  it('keeps the work locked for the next sign-in, without cache and PIN key', async () => {
    await changeSomething('4321');
    expect(await databases().intent.keys.count()).toBe(1);
    const { cache, intent } = databases();
    pressLogout();
    fireEvent.click(
      await screen.findByRole('button', { name: /^Păstrează modificările/ }),
    );
    await waitFor(() => expect(localStorage.getItem(WIPE_KEY)).toBe(null));
    expect(await Dexie.getDatabaseNames()).toEqual([intent.name]);
    expect(await Dexie.exists(cache.name)).toBe(false);
    expect(localStorage.getItem(TOKEN_KEY)).toBe(null);
    expect(workOf(userKeyOf(actorOf(user)))?.unsent).toBe(1);

    await signIn(`${token}2`);
    expect(await databases().intent.outbox.count()).toBe(1);
    expect(await databases().intent.keys.count()).toBe(0);
    await updateObserver(anObserver({ id: 42 }), {
      name: 'Alta',
      phone: '0700000042',
    });
    expect(await databases().intent.outbox.count()).toBe(2);
  });

  it('sends first when asked to, and ends when the server has everything', async () => {
    await changeSomething();
    await databases()
      .intent.outbox.toCollection()
      .modify({
        state: 'retryWait',
        nextAt: Date.now() + 300_000,
      });
    sync.push.mockClear();
    pressLogout();
    fireEvent.click(
      await screen.findByRole('button', { name: 'Rămâi și trimite acum' }),
    );
    await screen.findByText('0 din 1 au ajuns la server.');
    await waitFor(() => expect(sync.push).toHaveBeenCalledTimes(1));
    const leave = screen.getByRole('button', { name: 'Deconectează-te' });
    fireEvent.click(leave);
    expect(localStorage.getItem(TOKEN_KEY)).toBe(token);

    await databases().intent.outbox.toCollection().modify({ state: 'done' });
    await screen.findByText(/Totul a ajuns la server/);
    fireEvent.click(leave);
    await waitFor(async () => expect(await openedDatabases()).toBe(0));
  });

  it('takes no new change once it has begun', async () => {
    await changeSomething();
    const observer = anObserver({ id: 43 });
    pressLogout();
    fireEvent.click(
      await screen.findByRole('button', { name: /^Păstrează modificările/ }),
    );
    await expect(
      updateObserver(observer, { ...observer, name: 'Prea Târziu' }),
    ).rejects.toThrow(WritesPausedError);
    await waitFor(() => expect(localStorage.getItem(WIPE_KEY)).toBe(null));
  });

  it('asks, too, when the outbox cannot be read', async () => {
    // The watch of the device may read it at this moment as well, and reports it.
    vi.stubGlobal('reportError', () => {});
    vi.spyOn(databases().intent.outbox, 'where').mockImplementation(() => {
      throw new Error('unreadable');
    });
    pressLogout();
    const dialog = await screen.findByRole('alertdialog');
    expect(dialog.textContent).toContain('Nu s-a putut verifica');
  });

  it('that was killed half way is finished by the next start', async () => {
    await changeSomething();
    beginWipe(actorOf(user), 'all');
    setToken('');
    await closeSession();
    expect(await openedDatabases()).toBe(2);

    expect(await finishWipe()).toBe(true);

    expect(await openedDatabases()).toBe(0);
    expect(localStorage.getItem(WIPE_KEY)).toBe(null);
  });

  it('waits for a tab that has begun and not read yet', async () => {
    const { name } = databases().cache;
    await databases().cache.open();
    const leave = await acquireDatabases(actorOf(user));
    pressLogout();
    await waitFor(() => expect(localStorage.getItem(TOKEN_KEY)).toBe(null));
    expect(localStorage.getItem(WIPE_KEY)).not.toBe(null);

    const late = new CacheDatabase(name);
    await late.meta.count();
    late.close();
    leave();
    await waitFor(() => expect(localStorage.getItem(WIPE_KEY)).toBe(null));
    expect(await openedDatabases()).toBe(0);
  });

  it('does not hang on a tab that keeps the data open, and tells the next user', async () => {
    await changeSomething();
    const { name } = databases().intent;
    setToken('');
    await closeSession();
    const held = await holdOpen(name);
    beginWipe(actorOf(user), 'all');

    await signIn();
    expect(troubles.current).toBe('undeleted');
    expect(localStorage.getItem(WIPE_KEY)).not.toBe(null);

    held.close();
    await waitFor(() => expect(localStorage.getItem(WIPE_KEY)).toBe(null));
  });

  it('leaves no key but choices of the device', async () => {
    localStorage.setItem('language', 'en');
    localStorage.setItem('selectedPredefinedOptions', '{}');
    localStorage.setItem('somebody', 'Maria');
    sessionStorage.setItem('somebody', 'Maria');
    pressLogout();
    await waitFor(() => expect(localStorage.getItem(TOKEN_KEY)).toBe(null));
    await waitFor(() => expect(localStorage.getItem(WIPE_KEY)).toBe(null));
    const left = Object.keys(localStorage);
    expect(left).toContain('language');
    expect(left).toContain('selectedPredefinedOptions');
    expect(left).not.toContain('somebody');
    expect(left).not.toContain(TOKEN_KEY);
    expect(sessionStorage.length).toBe(0);
  });

  it('forgets a promise that names nobody', async () => {
    localStorage.setItem(WIPE_KEY, '{"server":1}');
    expect(await finishWipe()).toBe(true);
    expect(localStorage.getItem(WIPE_KEY)).toBe(null);
  });
});

describe('a session that the server ends', () => {
  it('leaves, keeps everything and says how much waits', async () => {
    await changeSomething();
    lockSession();
    await waitFor(() => expect(session.token).toBe(undefined));
    await closeSession();
    expect(readSessionEnd()).toEqual({ reason: 'refused', unsent: 1 });
    expect(await openedDatabases()).toBe(2);
  });

  it('goes on where it stopped when the same user signs in', async () => {
    await changeSomething();
    await markThreads(['41:7'], { state: 'resolved', note: '' });
    lockSession();
    await waitFor(() => expect(session.token).toBe(undefined));

    await signIn(`${token}2`);

    expect(readSessionEnd()).toBe(undefined);
    expect(await databases().intent.outbox.count()).toBe(1);
    expect(await databases().intent.triage.count()).toBe(1);
    expect(sync.start).toHaveBeenCalledTimes(2);
  });

  it('keeps the place, which a logout forgets', async () => {
    history.replaceState(null, '', '/statistics');
    lockSession();
    await waitFor(() => expect(session.token).toBe(undefined));
    expect(location.pathname).toBe('/statistics');

    await signIn();
    act(() => setToken(''));
    expect(location.pathname).toBe('/login');
  });
});

describe('a device that has not heard of the server for a day', () => {
  const yesterday = () =>
    localStorage.setItem(
      CONTACT_KEY,
      String(Date.now() - config.offlineAgeMs - 1),
    );

  it('locks the screens and keeps the work', async () => {
    await changeSomething();
    setToken('');
    await closeSession();
    setToken(token);
    yesterday();
    sync.pullThreads.mockImplementation(failWith({ kind: 'offline' }));
    await openSession(token, user);
    expect(troubles.current).toBe('checking');
    await waitFor(() =>
      expect(readSessionEnd()).toEqual({ reason: 'age', unsent: 1 }),
    );
    expect(localStorage.getItem(TOKEN_KEY)).toBe(null);
    await closeSession();
    expect(await openedDatabases()).toBe(2);
  });

  it('shows them again as soon as the server answers', async () => {
    setToken('');
    await closeSession();
    setToken(token);
    yesterday();
    await openSession(token, user);
    expect(troubles.current).toBe('checking');
    await waitFor(() => expect(troubles.current).toBe(undefined));
    expect(Number(localStorage.getItem(CONTACT_KEY))).toBeGreaterThan(
      Date.now() - 60_000,
    );
  });
});

describe('another tab', () => {
  it('that signs out while this one begins is followed, and nothing is opened', async () => {
    setToken('');
    await closeSession();
    const deletion = deferred<void>();
    const wiping = withExclusiveDatabases(
      actorOf(user),
      () => deletion.promise,
    );
    setToken(token);
    const opening = openSession(token, user);
    setToken('');
    // A closing that did not wait for the beginning would be over by now.
    for (let turn = 0; turn < 3; turn += 1) {
      await new Promise((resolve) => setTimeout(resolve));
    }
    deletion.resolve();
    await Promise.all([wiping, opening, closeSession()]);
    expect(sync.start).toHaveBeenCalledTimes(1);
    expect(() => databases()).toThrow();
    // Nothing is kept from a logout either.
    await withExclusiveDatabases(actorOf(user), async () => {});

    await signIn();
    expect(sync.start).toHaveBeenCalledTimes(2);
  });

  it('that signs out takes this one with it', async () => {
    localStorage.removeItem(TOKEN_KEY);
    setToken('');
    await closeSession();
    expect(sync.stop).toHaveBeenCalledTimes(1);
    expect(() => databases()).toThrow();
  });
});

async function type(text: string) {
  const field = screen.getByLabelText(/^Scrie „șterge”/);
  fireEvent.change(field, { target: { value: text } });
}

/** A tab that ignores "versionchange", as a frozen one does. */
function holdOpen(name: string): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(name);
    request.addEventListener('success', () => resolve(request.result));
    request.addEventListener('error', () => reject(request.error));
  });
}
