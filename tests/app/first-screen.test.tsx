import { cleanup, render, screen, waitFor } from '@testing-library/react';
import { Dexie } from 'dexie';
import { beforeEach, describe, expect, it, vi } from 'vitest';

import { App } from '@/app/app';
import { prepareFirstScreen } from '@/app/first-screen';
import { pause } from '@/app/pause';
import { closeSession } from '@/app/session/session-life';
import { loadSignedIn } from '@/app/signed-in-part';
import { CONTACT_KEY } from '@/config';
import { withExclusiveDatabases } from '@/db/exclusive';
import { actorOf, session, setToken } from '@/state/session';

import { deferred } from '../support/deferred';
import { sync } from '../support/fake-sync';
import { installLocks } from '../support/locks';
import { speak } from '../support/texts';

vi.mock('@/workers/client', () => import('../support/fake-sync'));

const token = `e30.${btoa(JSON.stringify({ sub: 'ana', IdNgo: 1 }))}.sig`;

beforeEach(async () => {
  installLocks();
  await speak('ro');
  localStorage.clear();
  Object.assign(window, { isSecureContext: true });
  history.replaceState(null, '', '/statistics');
  setToken(token);
  return async () => {
    cleanup();
    setToken('');
    await closeSession();
    await Promise.all(
      (await Dexie.getDatabaseNames()).map((name) => Dexie.delete(name)),
    );
  };
});

const headings = () =>
  screen.queryAllByRole('heading', { level: 1 }).map((each) => each.innerText);

describe('the first screen', () => {
  it('is drawn without a fallback', async () => {
    await prepareFirstScreen();
    render(<App />);
    expect(headings()).toEqual(['Statistici']);
  });

  it('is drawn in place of the sign-in address, which leads on', async () => {
    const state = { from: '/outbox' };
    history.replaceState(state, '', '/login');
    await prepareFirstScreen();
    render(<App />);
    expect(location.pathname).toBe('/outbox');
    expect(headings()).toEqual(['Coadă de trimitere']);
  });

  it('of a device that was away for a day says that the server is asked', async () => {
    localStorage.setItem(CONTACT_KEY, '1');
    sync.pullThreads.mockImplementation(() => new Promise(() => {}));
    await prepareFirstScreen();
    render(<App />);
    expect(screen.getByRole('alert')).toBeTruthy();
  });

  it('is the sign-in when another tab signs out meanwhile', async () => {
    const { user } = session;
    if (!user) throw new Error('nobody signed in');
    const deletion = deferred<void>();
    const wiping = withExclusiveDatabases(
      actorOf(user),
      () => deletion.promise,
    );
    const prepared = prepareFirstScreen();
    setToken('');
    await prepared;
    render(<App />);
    expect(screen.getByLabelText('Utilizator')).toBeTruthy();
    deletion.resolve();
    await wiping;
  });

  it('opens nothing for a session that ended before it could begin', async () => {
    const { user } = session;
    if (!user) throw new Error('nobody signed in');
    const prepared = prepareFirstScreen();
    setToken('');
    await prepared;
    // What the start still loads comes to its end, too.
    await loadSignedIn();
    await pause(0);
    expect(sync.start).not.toHaveBeenCalled();
    const deleted = vi.fn(() => Promise.resolve());
    await withExclusiveDatabases(actorOf(user), deleted);
    expect(deleted).toHaveBeenCalledOnce();
  });

  it('is the sign-in when nobody is signed in, and opens nothing', async () => {
    setToken('');
    await prepareFirstScreen();
    render(<App />);
    expect(screen.getByLabelText('Utilizator')).toBeTruthy();
    expect(sync.start).not.toHaveBeenCalled();
    await waitFor(async () =>
      expect(await Dexie.getDatabaseNames()).toEqual([]),
    );
  });
});
