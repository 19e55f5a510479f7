import 'fake-indexeddb/auto';

import {
  cleanup,
  fireEvent,
  render,
  screen,
  waitFor,
} from '@testing-library/react';
import { Dexie } from 'dexie';
import { beforeEach, describe, expect, it, vi } from 'vitest';

import { DeviceBanners } from '@/app/status/device-banners';
import { deviceHealth, watchDevice } from '@/app/status/device-watch';
import { TroublePage } from '@/app/session/trouble-page';
import { troubles } from '@/app/session/troubles';
import { PERSIST_KEY } from '@/config';
import { updateObserver } from '@/data/observers/change-observers';
import { markThreads } from '@/data/triage/triage-marks';
import {
  closeDatabases,
  databases,
  deleteDatabases,
  openFor,
  userKeyOf,
} from '@/db/open';
import { WRITER_VERSION } from '@/db/writer';
import type { User } from '@/domain/user';
import { noteWork, workOf, works } from '@/state/unsent-of-users';
import { actorOf, session, setToken } from '@/state/session';

import { anObserver } from '../../support/builders';
import { sync } from '../../support/fake-sync';
import { aCallRow, aPlanRow, aSavedView } from '../../support/local-work';
import { speak } from '../../support/texts';

vi.mock('@/workers/client', () => import('../../support/fake-sync'));

const user: User = {
  sub: 'coordonare',
  idNgo: 1,
  userType: 'NgoAdmin',
  organizer: true,
};
const actor = actorOf(user);
const userKey = userKeyOf(actor);
const persist = vi.fn(async () => true);
let stopWatching = () => {};

beforeEach(async () => {
  await speak('ro');
  await deleteDatabases(actor);
  localStorage.clear();
  works.byUser = {};
  delete troubles.current;
  persist.mockClear();
  Object.defineProperty(navigator, 'storage', {
    configurable: true,
    value: { persisted: async () => false, persist },
  });
  return () => {
    vi.useRealTimers();
    cleanup();
    stopWatching();
    closeDatabases();
    setToken('');
  };
});

/** A page of this user is opened. */
async function start() {
  openFor(actor);
  stopWatching = watchDevice(userKey);
  await vi.waitFor(async () =>
    expect(await databases().intent.meta.get('instanceId')).toBeDefined(),
  );
}

function change(id = 41) {
  const observer = anObserver({ id });
  return updateObserver(observer, { ...observer, name: 'Alt Nume' });
}

async function hasNoted(unsent: number) {
  await vi.waitFor(() => expect(workOf(userKey)?.unsent).toBe(unsent));
}

async function hasNotedLocal(count: number) {
  await vi.waitFor(() => expect(workOf(userKey)?.local).toBe(count));
}

/** Decisions about two threads, calls to an observer, the plan and a view. */
async function layLocalWork() {
  const { calls, plan, views } = databases().intent;
  await markThreads(['41:7', '42:7'], { state: 'resolved', note: '' });
  await calls.put(aCallRow());
  await plan.put(aPlanRow());
  await views.bulkPut([
    aSavedView(),
    aSavedView({ id: 'v-2', isDeleted: true }),
  ]);
}

function reload() {
  stopWatching();
  closeDatabases();
  delete troubles.current;
}

describe('work that a device lost', () => {
  it('is said at once when it is deleted under the page', async () => {
    await start();
    await change(41);
    await change(42);
    await hasNoted(2);
    await Dexie.delete(databases().intent.name);
    await vi.waitFor(() => expect(troubles.current).toBe('deleted'));
    render(<TroublePage trouble="deleted" user={user} />);
    expect(screen.getByRole('alert').textContent).toContain(
      '2 modificări netrimise s-au pierdut',
    );
    expect(sync.stop).toHaveBeenCalled();
  });

  it('is said, too, when it was kept in the very moment before', async () => {
    await start();
    await change();
    expect(workOf(userKey)?.unsent).toBe(1);
    reload();
    await deleteDatabases(actor);
    await start();
    await vi.waitFor(() => expect(workOf(userKey)?.lost).toBe(1));
  });

  it('is said, too, when the database is closed while it is looked into', async () => {
    await start();
    await change();
    await hasNoted(1);
    reload();
    await deleteDatabases(actor);

    openFor(actor);
    const { intent } = databases();
    const checkedIn = vi
      .spyOn(intent, 'transaction')
      .mockRejectedValueOnce(new Dexie.DatabaseClosedError('by the browser'));
    stopWatching = watchDevice(userKey);
    await vi.waitFor(() => expect(workOf(userKey)?.lost).toBe(1));
    expect(checkedIn.mock.calls.length).toBeGreaterThan(1);
  });

  it('is said at the next start, until somebody has read it', async () => {
    await start();
    await change();
    await hasNoted(1);
    reload();
    await deleteDatabases(actor);

    await start();
    await vi.waitFor(() => expect(workOf(userKey)?.lost).toBe(1));
    render(<DeviceBanners user={user} />);
    expect(screen.getByRole('alert').textContent).toContain(
      '1 modificare netrimisă s-a pierdut',
    );
    reload();
    await start();
    fireEvent.click(screen.getByRole('button', { name: 'Am înțeles' }));
    await waitFor(() => expect(screen.queryByRole('alert')).toBe(null));
    expect(workOf(userKey)).toBe(undefined);
  });

  it('is said of decisions, calls, the plan and views, too, which no server has', async () => {
    render(<h1>Răspunsuri</h1>);
    await start();
    await layLocalWork();
    await hasNotedLocal(5);
    expect(workOf(userKey)?.unsent).toBe(0);
    reload();
    await deleteDatabases(actor);

    await start();
    await vi.waitFor(() => expect(workOf(userKey)?.lostLocal).toBe(5));
    render(<DeviceBanners user={user} />);
    expect(screen.getByRole('alert').textContent).toContain(
      '5 elemente păstrate numai pe acest dispozitiv s-au pierdut',
    );
    expect(screen.getByRole('alert').textContent).not.toContain('netrimise');
    fireEvent.click(screen.getByRole('button', { name: 'Am înțeles' }));
    await waitFor(() => expect(workOf(userKey)).toBe(undefined));
  });

  it('is said of all of it together when it is deleted under the page', async () => {
    render(<h1>Răspunsuri</h1>);
    await start();
    await layLocalWork();
    await change();
    await hasNoted(1);
    await hasNotedLocal(5);
    await Dexie.delete(databases().intent.name);
    await vi.waitFor(() => expect(troubles.current).toBe('deleted'));
    render(<TroublePage trouble="deleted" user={user} />);
    const said = screen.getByRole('alert').textContent;
    expect(said).toContain('1 modificare netrimisă s-a pierdut');
    expect(said).toContain('5 elemente păstrate numai pe acest dispozitiv');
  });

  it('is noticed of it, too, when the database comes back empty by itself', async () => {
    render(<h1>Răspunsuri</h1>);
    await start();
    await layLocalWork();
    await hasNotedLocal(5);
    const { intent } = databases();
    const { meta, triage, calls, plan, views } = intent;
    const tables = [meta, triage, calls, plan, views];
    await intent.transaction('rw', tables, async () => {
      for (const table of tables) await table.clear();
    });
    await vi.waitFor(() => expect(troubles.current).toBe('deleted'));
    expect(workOf(userKey)?.lostLocal).toBe(5);
  });

  it('is none when it was given up', async () => {
    render(<h1>Răspunsuri</h1>);
    await start();
    await layLocalWork();
    await hasNotedLocal(5);
    const { intent } = databases();
    await intent.triage.clear();
    await intent.calls.clear();
    await intent.plan.clear();
    await intent.views.toCollection().modify({ isDeleted: true });
    await vi.waitFor(() => expect(workOf(userKey)).toBe(undefined));
  });

  it('is noticed, too, when the database comes back empty by itself', async () => {
    await start();
    await change();
    await hasNoted(1);
    const { intent } = databases();
    await intent.transaction('rw', intent.meta, intent.outbox, async () => {
      await intent.meta.clear();
      await intent.outbox.clear();
    });
    await vi.waitFor(() => expect(troubles.current).toBe('deleted'));
    expect(workOf(userKey)?.lost).toBe(1);
  });

  it('is made less likely: behind the first screen, and once all is sent, room is laid aside', async () => {
    await start();
    const { meta, outbox } = databases().intent;
    const hasReserve = () => meta.where('k').equals('reserve').count();
    expect(await hasReserve()).toBe(0);
    render(<h1>Răspunsuri</h1>);
    await vi.waitFor(async () => expect(await hasReserve()).toBe(1));
    await change();
    await meta.delete('reserve');
    await outbox.toCollection().modify({ state: 'done' });
    await vi.waitFor(async () => expect(await hasReserve()).toBe(1));
  });

  it('is none when everything was sent', async () => {
    await start();
    await change();
    await hasNoted(1);
    await databases().intent.outbox.toCollection().modify({ state: 'done' });
    await vi.waitFor(() => expect(workOf(userKey)).toBe(undefined));
    reload();
    await deleteDatabases(actor);
    await start();
    await change();
    await hasNoted(1);
    expect(workOf(userKey)?.lost).toBe(undefined);
  });
});

describe('work of another account', () => {
  it('is counted, and nothing of it is told', async () => {
    noteWork('other', { instance: 'x', unsent: 3 });
    await start();
    await change();
    await hasNoted(1);
    render(<DeviceBanners user={user} />);
    expect(screen.getByRole('status').textContent).toContain(
      '3 modificări netrimise ale altui cont',
    );
    fireEvent.click(screen.getByRole('button', { name: 'Închide' }));
    expect(screen.queryByRole('status')).toBe(null);
  });
});

describe('a page older than the last one that wrote', () => {
  it('may only read, says so, and lets its worker rest', async () => {
    await start();
    render(<DeviceBanners user={user} />);
    await databases().intent.meta.put({
      k: 'minWriterVersion',
      v: WRITER_VERSION + 1,
    });
    expect(await screen.findByText('Aici poți doar citi.')).toBeTruthy();
    expect(deviceHealth.isStale).toBe(true);
    expect(sync.stop).toHaveBeenCalledTimes(1);
  });
});

/** A token that ends in so many minutes of this device's clock. */
function aTokenFor(minutes: number): string {
  const exp = Math.round(Date.now() / 1000) + minutes * 60;
  const claims = btoa(JSON.stringify({ sub: user.sub, IdNgo: 1, exp }));
  return `e30.${claims}.sig`;
}

describe('a token that ends soon', () => {
  it.each([
    [14, '15:30:20', true],
    [16, '15:30:20', false],
    [-1, '15:30:20', false],
    [14, '15:30:59.7', true],
    [16, '15:30:59.7', false],
    [-1, '15:30:59.7', false],
  ])('in %i minutes, at %s: warned %s', (minutes, time, isWarned) => {
    vi.useFakeTimers({
      toFake: ['Date'],
      now: new Date(`2026-11-29T${time}`),
    });
    setToken(aTokenFor(minutes));
    openFor(actor);
    render(<DeviceBanners user={user} />);
    expect(screen.queryByText(/^Sesiunea ta expiră la/) !== null).toBe(
      isWarned,
    );
    expect(session.token).toBeDefined();
  });
});

it('a server that runs out of room is told until it has room', async () => {
  const { meta } = openFor(actor).cache;
  await meta.put({ k: 'isServerDiskLow', v: true });
  render(<DeviceBanners user={user} />);
  const said = await screen.findByText('Serverul are puțin spațiu pe disc.');
  await meta.put({ k: 'isServerDiskLow', v: false });
  await waitFor(() => expect(said.isConnected).toBe(false));
});

describe('a device whose clock is wrong', () => {
  const show = async (offsetMinutes: number) => {
    await openFor(actor).cache.meta.put({
      k: 'clockOffset',
      v: offsetMinutes * 60_000,
    });
    render(<DeviceBanners user={user} />);
  };

  it.each([-6, 6, 180])('by %i minutes is told so', async (minutes) => {
    await show(minutes);
    const said = await screen.findByText(/^Ceasul acestui dispozitiv/);
    fireEvent.click(screen.getByRole('button', { name: 'Închide' }));
    await waitFor(() => expect(said.isConnected).toBe(false));
  });

  it('by less is not, and its session ends by the server’s clock', async () => {
    // In 18 minutes here; there, in 14.
    setToken(aTokenFor(18));
    await show(4);
    expect(await screen.findByText(/^Sesiunea ta expiră la/)).toBeTruthy();
    expect(screen.queryByText(/^Ceasul acestui dispozitiv/)).toBeNull();
  });
});

describe('the browser', () => {
  it('is asked to keep the data once after a sign-in, not at every start', async () => {
    setToken(`e30.${btoa(JSON.stringify({ sub: user.sub }))}.sig`);
    await start();
    await vi.waitFor(() => expect(persist).toHaveBeenCalledTimes(1));
    reload();
    await start();
    await change();
    await hasNoted(1);
    expect(persist).toHaveBeenCalledTimes(1);
  });

  it('is asked once more at the first change without a connection', async () => {
    localStorage.setItem(PERSIST_KEY, 'login');
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    await start();
    await change(41);
    await vi.waitFor(() => expect(persist).toHaveBeenCalledTimes(1));
    await change(42);
    await hasNoted(2);
    expect(persist).toHaveBeenCalledTimes(1);
  });
});
