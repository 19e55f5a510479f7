import 'fake-indexeddb/auto';

import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';

import { WallScreen } from '@/app/shell/wall-screen';

import { elsewhere, prepareScreen } from '../../support/screen';

vi.mock('@/workers/client', () => import('../../support/fake-sync'));

const { open } = prepareScreen([
  { path: '/wall', element: <WallScreen /> },
  elsewhere,
]);

/** A browser with or without full screen; `full` is what fills it. */
function aBrowser({ isOffered = true } = {}) {
  let full: Element | null = null;
  const change = (next: Element | null) => {
    full = next;
    document.dispatchEvent(new Event('fullscreenchange'));
  };
  const request = vi.fn(async () => change(document.documentElement));
  const exit = vi.fn(async () => change(null));
  const define = (of: object, name: string, given: PropertyDescriptor) =>
    Object.defineProperty(of, name, { configurable: true, ...given });
  define(document, 'fullscreenEnabled', { value: isOffered });
  define(document, 'fullscreenElement', { get: () => full });
  define(document, 'exitFullscreen', { value: exit });
  define(document.documentElement, 'requestFullscreen', { value: request });
  return { request, exit, escape: () => act(() => change(null)) };
}

afterEach(() => {
  for (const name of [
    'fullscreenEnabled',
    'fullscreenElement',
    'exitFullscreen',
  ]) {
    Reflect.deleteProperty(document, name);
  }
  Reflect.deleteProperty(document.documentElement, 'requestFullscreen');
});

const button = () => screen.queryByRole('button', { name: 'Ecran complet' });

it('fills the screen when asked, and offers that again after Escape', async () => {
  const { escape } = aBrowser();
  open('/wall');
  fireEvent.click(await screen.findByRole('button', { name: 'Ecran complet' }));
  await waitFor(() => expect(button()).toBe(null));
  escape();
  expect(button()).not.toBe(null);
});

it('keeps the focus on the button, which leads back', async () => {
  const { exit } = aBrowser();
  open('/wall');
  const pressed = await screen.findByRole('button', { name: 'Ecran complet' });
  pressed.focus();
  fireEvent.click(pressed);
  const back = await screen.findByRole('button', {
    name: 'Ieși din ecran complet',
  });
  expect(document.activeElement).toBe(back);
  fireEvent.click(back);
  expect(exit).toHaveBeenCalledTimes(1);
  expect(document.activeElement).toBe(button());
});

it('gives the screen back when it is left', async () => {
  const { exit } = aBrowser();
  const { go } = open('/wall');
  fireEvent.click(await screen.findByRole('button', { name: 'Ecran complet' }));
  await waitFor(() => expect(button()).toBe(null));
  act(() => go('/elsewhere'));
  await waitFor(() => expect(exit).toHaveBeenCalledTimes(1));
});

it('goes on as before where the browser refuses', async () => {
  const { request } = aBrowser();
  request.mockRejectedValueOnce(new TypeError('denied'));
  open('/wall');
  fireEvent.click(await screen.findByRole('button', { name: 'Ecran complet' }));
  await act(async () => {});
  expect(button()).not.toBe(null);
});

it('offers nothing where the browser has no full screen', async () => {
  aBrowser({ isOffered: false });
  open('/wall');
  await screen.findByRole('link', { name: 'Înapoi la acoperire' });
  expect(button()).toBe(null);
});
