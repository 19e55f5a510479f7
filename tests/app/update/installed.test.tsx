import 'fake-indexeddb/auto';

import { act, fireEvent, render, screen } from '@testing-library/react';
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';

import { watchInstall } from '@/app/update/install';
import { Layout } from '@/app/shell/layout';
import { SignedOut } from '@/app/session/signed-out';
import { databases } from '@/db/open';

import { aUser } from '../../support/builders';
import { prepareScreen } from '../../support/screen';

vi.mock('@/workers/client', () => import('../../support/fake-sync'));

const routes = [
  {
    element: <Layout user={aUser()} />,
    children: [{ path: '*', element: <h1>Ecran</h1> }],
  },
];
const { open } = prepareScreen(routes);

function countUrgent(total: number) {
  return databases().cache.cursors.put({
    resource: 'threads:urgent',
    triedAt: 1,
    asOf: 1,
    total,
  });
}

describe('the badge of the app', () => {
  const badge = { set: vi.fn(async () => {}), clear: vi.fn(async () => {}) };
  beforeEach(() => {
    badge.set.mockClear();
    badge.clear.mockClear();
    Object.assign(navigator, {
      setAppBadge: badge.set,
      clearAppBadge: badge.clear,
    });
    return () => {
      Reflect.deleteProperty(navigator, 'setAppBadge');
      Reflect.deleteProperty(navigator, 'clearAppBadge');
    };
  });

  it('follows the urgent threads, and says nothing before they were counted', async () => {
    open('/');
    await screen.findByRole('heading', { name: 'Ecran' });
    expect(badge.set).not.toHaveBeenCalled();
    await act(() => countUrgent(7));
    await vi.waitFor(() => expect(badge.set).toHaveBeenLastCalledWith(7));
    await act(() => countUrgent(0));
    await vi.waitFor(() => expect(badge.set).toHaveBeenLastCalledWith(0));
  });

  it('is gone when nobody is signed in', () => {
    render(<SignedOut />);
    expect(badge.clear).toHaveBeenCalledOnce();
  });
});

it('without a badge on this platform nothing is missed', async () => {
  await countUrgent(7);
  open('/');
  expect(await screen.findByText('urgente')).toBeTruthy();
});

describe('installing', () => {
  beforeAll(watchInstall);

  function offer(): { event: Event; prompt: () => Promise<void> } {
    const prompt = vi.fn(async () => {});
    const event = new Event('beforeinstallprompt', { cancelable: true });
    act(() => {
      window.dispatchEvent(Object.assign(event, { prompt }));
    });
    return { event, prompt };
  }

  const entry = () =>
    screen.queryByRole('menuitem', { name: 'Instalează aplicația' });

  async function openAccount() {
    fireEvent.click(await screen.findByRole('button', { name: /^Cont/ }));
    await screen.findByRole('menuitem', { name: 'Deconectează-te' });
  }

  it('is offered quietly, in the account menu, as long as the browser offers it', async () => {
    open('/');
    await openAccount();
    expect(entry()).toBeNull();
    const { event, prompt } = offer();
    expect(event.defaultPrevented).toBe(true);
    const item = await screen.findByRole('menuitem', {
      name: 'Instalează aplicația',
    });
    fireEvent.click(item);
    expect(prompt).toHaveBeenCalledOnce();
    await vi.waitFor(() => expect(entry()).toBeNull());
    await openAccount();
    expect(entry()).toBeNull();
  });

  it('is offered no more once the app is installed', async () => {
    open('/');
    offer();
    await openAccount();
    expect(entry()).not.toBeNull();
    act(() => {
      window.dispatchEvent(new Event('appinstalled'));
    });
    await vi.waitFor(() => expect(entry()).toBeNull());
  });
});
