import { renderHook } from '@testing-library/react';
import { describe, expect, it } from 'vitest';

import {
  flushEditors,
  hasUnsaved,
  registerFlush,
  unsaved,
  useUnsaved,
} from '@/state/unsaved';

function asksToStay(): boolean {
  const event = new Event('beforeunload', { cancelable: true });
  window.dispatchEvent(event);
  return event.defaultPrevented;
}

describe('unsaved input', () => {
  it('makes the browser ask before the page goes, and only while it is there', () => {
    const { rerender, unmount } = renderHook(
      ({ isDirty }) => useUnsaved(isDirty),
      { initialProps: { isDirty: false } },
    );
    expect(asksToStay()).toBe(false);
    rerender({ isDirty: true });
    expect(asksToStay()).toBe(true);
    expect(unsaved.forms).toBe(1);
    rerender({ isDirty: false });
    expect(asksToStay()).toBe(false);
    expect(unsaved.forms).toBe(0);
    unmount();
  });

  it('that an editor can keep holds up no update, but the browser still asks', async () => {
    const { unmount } = renderHook(() => useUnsaved(true, async () => true));
    expect(hasUnsaved()).toBe(true);
    expect(unsaved.forms).toBe(0);
    expect(asksToStay()).toBe(true);
    expect(await flushEditors()).toBe(true);
    unmount();
    expect(hasUnsaved()).toBe(false);
  });

  it('is kept with what the editor holds now, not with what it held first', async () => {
    const kept: string[] = [];
    const { rerender, unmount } = renderHook(
      ({ text }) =>
        useUnsaved(true, async () => {
          kept.push(text);
          return true;
        }),
      { initialProps: { text: 'a' } },
    );
    rerender({ text: 'ab' });
    await flushEditors();
    expect(kept).toEqual(['ab']);
    unmount();
  });

  it('that fails to be kept says so', async () => {
    const forget = registerFlush(() => Promise.reject(new Error('full')));
    expect(await flushEditors()).toBe(false);
    forget();
    expect(await flushEditors()).toBe(true);
  });
});
