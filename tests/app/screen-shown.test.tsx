import { afterEach, beforeEach, expect, it, vi } from 'vitest';

import { SCREEN_SHOWN_WITHIN_MS, whenScreenIsShown } from '@/app/screen-shown';

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  vi.useRealTimers();
});

function aRoot(html: string) {
  const root = document.createElement('div');
  root.innerHTML = html;
  return root;
}

/** Notes whether the screen counts as shown, once what happened was observed. */
function watch(root: HTMLElement) {
  let isShown = false;
  void whenScreenIsShown(root).then(() => {
    isShown = true;
  });
  return async () => {
    await vi.advanceTimersByTimeAsync(1);
    return isShown;
  };
}

it('is shown when all its rows have taken the place of grey ones', async () => {
  const root = aRoot('');
  const isShown = watch(root);
  expect(await isShown()).toBe(false);
  // The shell, before an address leads on to its screen.
  root.innerHTML = '<main></main>';
  expect(await isShown()).toBe(false);
  root.innerHTML = `<main><h1>Answers</h1>
    <p data-skeleton></p><section><p data-skeleton></p></section></main>`;
  expect(await isShown()).toBe(false);
  root.querySelector('[data-skeleton]')?.remove();
  expect(await isShown()).toBe(false);
  root.querySelector('[data-skeleton]')?.replaceWith('rows');
  expect(await isShown()).toBe(true);
});

it('is shown at once where nothing is waited for', async () => {
  expect(await watch(aRoot('<h1>Sign in</h1>'))()).toBe(true);
});

it('counts as shown in the end, when rows or the app itself never come', async () => {
  const loading = watch(aRoot('<h1>Answers</h1><p data-skeleton></p>'));
  const failed = watch(aRoot(''));
  await vi.advanceTimersByTimeAsync(SCREEN_SHOWN_WITHIN_MS - 1_000);
  expect([await loading(), await failed()]).toEqual([false, false]);
  await vi.advanceTimersByTimeAsync(1_000);
  expect([await loading(), await failed()]).toEqual([true, true]);
});
