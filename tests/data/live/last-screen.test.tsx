import { cleanup, renderHook } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';

import { LAST_SCREEN_KEY, TOKEN_KEY } from '@/config';
import {
  closeLastScreen,
  openLastScreen,
  useLastShown,
} from '@/data/live/last-screen';
import { setToken } from '@/state/session';

const token = `e30.${btoa(JSON.stringify({ sub: 'ana', IdNgo: 1 }))}.sig`;
const isAny = (_rows: string[]) => true;

beforeEach(() => {
  vi.useFakeTimers();
  localStorage.clear();
  setToken(token);
  openLastScreen('ana');
  return () => {
    cleanup();
    closeLastScreen();
    vi.useRealTimers();
  };
});

/** A screen that shows what was read, and another start after it. */
function show(key: string, live: string[], isComplete = isAny) {
  const { unmount } = renderHook(() =>
    useLastShown('rows', key, live, isComplete),
  );
  vi.runAllTimers();
  unmount();
}

/** What a start draws before its live read answers. */
function startAs(userKey: string, key: string) {
  openLastScreen(userKey);
  const { result } = renderHook(() =>
    useLastShown<string[]>('rows', key, undefined, isAny),
  );
  return result.current;
}

describe('what the screen showed last', () => {
  it('is drawn by the next start, until the databases answer', () => {
    show('page 1', ['Alba']);
    openLastScreen('ana');
    const { result, rerender } = renderHook(
      ({ live }: { live: string[] | undefined }) =>
        useLastShown('rows', 'page 1', live, isAny),
      { initialProps: { live: undefined as string[] | undefined } },
    );
    expect(result.current).toEqual(['Alba']);
    rerender({ live: ['Bacău'] });
    expect(result.current).toBeUndefined();
    // A read that begins anew must not bring the last start back.
    rerender({ live: undefined });
    expect(result.current).toBeUndefined();
  });

  it('is the newest of what was shown', () => {
    show('page 1', ['Alba']);
    show('page 1', ['Bacău']);
    expect(startAs('ana', 'page 1')).toEqual(['Bacău']);
  });

  it('is not drawn for another question', () => {
    show('page 1', ['Alba']);
    expect(startAs('ana', 'page 2')).toBeUndefined();
  });

  it('is not drawn by a screen that is opened later', () => {
    show('page 1', ['Alba']);
    openLastScreen('ana');
    show('page 1', ['Bacău']);
    const { result } = renderHook(() =>
      useLastShown<string[]>('rows', 'page 1', undefined, isAny),
    );
    expect(result.current).toBeUndefined();
  });

  it('forgets what was shown before an incomplete result', () => {
    show('page 1', ['Alba']);
    show('page 1', [], (rows: string[]) => rows.length > 0);
    expect(startAs('ana', 'page 1')).toBeUndefined();
  });

  it('is written at once when the page is hidden', () => {
    renderHook(() => useLastShown('rows', 'page 1', ['Alba'], isAny));
    expect(localStorage.getItem(LAST_SCREEN_KEY)).toBeNull();
    const hide = vi.spyOn(document, 'visibilityState', 'get');
    hide.mockReturnValue('hidden');
    document.dispatchEvent(new Event('visibilitychange'));
    hide.mockRestore();
    expect(localStorage.getItem(LAST_SCREEN_KEY)).toContain('Alba');
  });
});

describe('nobody else sees it', () => {
  it('another user or server finds nothing, and it is deleted', () => {
    show('page 1', ['Alba']);
    expect(startAs('dan', 'page 1')).toBeUndefined();
    expect(localStorage.getItem(LAST_SCREEN_KEY)).toBeNull();
  });

  it('another build finds nothing, and it is deleted', () => {
    show('page 1', ['Alba']);
    const stored: unknown = JSON.parse(
      localStorage.getItem(LAST_SCREEN_KEY) ?? '{}',
    );
    const older = JSON.stringify({ ...Object(stored), build: 'app-older.js' });
    localStorage.setItem(LAST_SCREEN_KEY, older);
    expect(startAs('ana', 'page 1')).toBeUndefined();
    expect(localStorage.getItem(LAST_SCREEN_KEY)).toBeNull();
  });

  it('a record that cannot be read counts as none', () => {
    for (const text of [
      '{',
      'null',
      '{"build":"","userKey":"","parts":null}',
      '[]',
    ]) {
      localStorage.setItem(LAST_SCREEN_KEY, text);
      expect(startAs('ana', 'page 1')).toBeUndefined();
    }
  });

  it('goes with the token', () => {
    show('page 1', ['Alba']);
    setToken('');
    expect(localStorage.getItem(LAST_SCREEN_KEY)).toBeNull();
  });

  it('is not written any more once another tab has signed out', () => {
    renderHook(() => useLastShown('rows', 'page 1', ['Alba'], isAny));
    localStorage.removeItem(TOKEN_KEY);
    vi.runAllTimers();
    expect(localStorage.getItem(LAST_SCREEN_KEY)).toBeNull();
  });

  it('is not written any more after the session', () => {
    renderHook(() => useLastShown('rows', 'page 1', ['Alba'], isAny));
    closeLastScreen();
    vi.runAllTimers();
    expect(localStorage.getItem(LAST_SCREEN_KEY)).toBeNull();
  });
});

it('is left out where it would fill the storage', () => {
  show('page 1', ['Alba']);
  show('page 1', ['x'.repeat(600_000)]);
  expect(localStorage.getItem(LAST_SCREEN_KEY)).toBeNull();
});
