// @vitest-environment happy-dom
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

import { LogoutDialog } from '@/app/logout-dialog';
import { closeSession, openSession, troubles } from '@/app/session-life';
import { finishWipe } from '@/app/wipe';
import { TOKEN_KEY, WIPE_KEY } from '@/config';
import { updateObserver } from '@/data/observers';
import { databases } from '@/db/open';
import type { User } from '@/domain/user';
import { readSessionEnd } from '@/state/session-end';
import { actorOf, session, setToken } from '@/state/session';

import { anObserver } from '../support/builders';
import { speak } from '../support/texts';

const worker = vi.hoisted(() => ({
  lock: () => {},
  starts: 0,
  stops: 0,
}));
vi.mock('@/workers/client', () => ({
  startSync: async (_start: unknown, onLocked: () => void) => {
    worker.starts += 1;
    worker.lock = onLocked;
  },
  sync: {
    push: async () => {},
    stop: async () => {
      worker.stops += 1;
    },
  },
}));

const user: User = {
  sub: 'coordonare',
  idNgo: 1,
  userType: 'NgoAdmin',
  organizer: true,
};
const token = `e30.${btoa(JSON.stringify({ sub: user.sub, IdNgo: 1 }))}.sig`;

beforeEach(async () => {
  await speak('ro');
  localStorage.clear();
  worker.starts = 0;
  worker.stops = 0;
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

async function changeSomething() {
  const observer = anObserver();
  await databases().cache.open();
  await updateObserver(observer, { ...observer, name: 'Alt Nume' });
}

function pressLogout() {
  render(<LogoutDialog user={user} onClose={() => {}} />);
}

async function keptDatabases() {
  return (await Dexie.getDatabaseNames()).length;
}

describe('a logout', () => {
  it('asks nothing when the host has everything, and leaves nothing behind', async () => {
    await databases().cache.open();
    await databases().intent.open();
    expect(await keptDatabases()).toBe(2);

    pressLogout();

    await waitFor(async () => expect(await keptDatabases()).toBe(0));
    await waitFor(() => expect(localStorage.getItem(WIPE_KEY)).toBe(null));
    expect(screen.queryByRole('alertdialog')).toBe(null);
    expect(localStorage.getItem(TOKEN_KEY)).toBe(null);
    expect(worker.stops).toBe(1);
  });

  it('says what would be lost and waits for an explicit tick', async () => {
    await changeSomething();
    pressLogout();
    const dialog = await screen.findByRole('alertdialog');
    expect(dialog.textContent).toContain('1 modificare este doar pe acest');

    const leave = screen.getByRole('button', {
      name: 'Deconectează și șterge',
    });
    fireEvent.click(leave);
    expect(localStorage.getItem(TOKEN_KEY)).toBe(token);
    expect(await databases().intent.outbox.count()).toBe(1);

    fireEvent.click(screen.getByRole('checkbox'));
    fireEvent.click(leave);
    await waitFor(() => expect(localStorage.getItem(TOKEN_KEY)).toBe(null));
    await waitFor(async () => expect(await keptDatabases()).toBe(0));
  });

  it('asks, too, when the outbox cannot be read', async () => {
    vi.spyOn(databases().intent.outbox, 'where').mockImplementation(() => {
      throw new Error('unreadable');
    });
    pressLogout();
    const dialog = await screen.findByRole('alertdialog');
    expect(dialog.textContent).toContain('Nu s-a putut citi');
  });

  it('that was killed half way is finished by the next start', async () => {
    await changeSomething();
    localStorage.setItem(WIPE_KEY, JSON.stringify(actorOf(user)));
    setToken('');
    await closeSession();
    expect(await keptDatabases()).toBe(2);

    expect(await finishWipe()).toBe(true);

    expect(await keptDatabases()).toBe(0);
    expect(localStorage.getItem(WIPE_KEY)).toBe(null);
  });

  it('does not hang on a tab that keeps the data open, and tells the next user', async () => {
    await changeSomething();
    const { name } = databases().intent;
    setToken('');
    await closeSession();
    const held = await holdOpen(name);
    localStorage.setItem(WIPE_KEY, JSON.stringify(actorOf(user)));

    const started = Date.now();
    await signIn();
    expect(Date.now() - started).toBeLessThan(8_000);
    expect(troubles.current).toBe('undeleted');
    expect(localStorage.getItem(WIPE_KEY)).not.toBe(null);

    held.close();
    await waitFor(() => expect(localStorage.getItem(WIPE_KEY)).toBe(null));
  });

  it('forgets a promise that names nobody', async () => {
    localStorage.setItem(WIPE_KEY, '{"host":1}');
    expect(await finishWipe()).toBe(true);
    expect(localStorage.getItem(WIPE_KEY)).toBe(null);
  });
});

describe('a session that the host ends', () => {
  it('leaves, keeps everything and says how much waits', async () => {
    await changeSomething();
    worker.lock();
    await waitFor(() => expect(session.token).toBe(undefined));
    await closeSession();
    expect(readSessionEnd()).toEqual({ unsent: 1 });
    expect(await keptDatabases()).toBe(2);
  });

  it('goes on where it stopped when the same user signs in', async () => {
    await changeSomething();
    worker.lock();
    await waitFor(() => expect(session.token).toBe(undefined));

    await signIn(`${token}2`);

    expect(readSessionEnd()).toBe(undefined);
    expect(await databases().intent.outbox.count()).toBe(1);
    expect(worker.starts).toBe(2);
  });

  it('keeps the place, which a logout forgets', async () => {
    history.replaceState(null, '', '/statistics');
    worker.lock();
    await waitFor(() => expect(session.token).toBe(undefined));
    expect(location.pathname).toBe('/statistics');

    await signIn();
    act(() => setToken(''));
    expect(location.pathname).toBe('/login');
  });
});

describe('another tab', () => {
  it('that signs out takes this one with it', async () => {
    localStorage.removeItem(TOKEN_KEY);
    setToken('');
    await closeSession();
    expect(worker.stops).toBe(1);
    expect(() => databases()).toThrow();
  });
});

/** A tab that ignores "versionchange", as a frozen one does. */
function holdOpen(name: string): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(name);
    request.addEventListener('success', () => resolve(request.result));
    request.addEventListener('error', () => reject(request.error));
  });
}
