// @vitest-environment happy-dom
import { renderHook } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';

import { appUpdate, followController } from '@/app/service-worker';
import { useUnsaved } from '@/state/unsaved';

const reload = vi.fn();

beforeEach(() => {
  reload.mockClear();
  appUpdate.state = 'none';
  vi.spyOn(location, 'reload').mockImplementation(reload);
});

/** As much of the browser's container as is followed. */
function aContainer(controller: object | null) {
  return Object.assign(new EventTarget(), { controller });
}

function follow(container: ReturnType<typeof aContainer>) {
  // The rest of the container is never touched.
  Reflect.apply(followController, undefined, [container]);
  return () => container.dispatchEvent(new Event('controllerchange'));
}

describe('a page', () => {
  it('does not reload when the first worker claims it', () => {
    const change = follow(aContainer(null));
    change();
    expect(reload).not.toHaveBeenCalled();
  });

  it('reloads once when a newer build takes over', () => {
    const change = follow(aContainer({}));
    change();
    change();
    expect(reload).toHaveBeenCalledTimes(1);
  });

  it('reloads for the update after a first visit, too', () => {
    const change = follow(aContainer(null));
    change();
    change();
    expect(reload).toHaveBeenCalledTimes(1);
  });

  it('never reloads over what somebody typed', () => {
    const { unmount } = renderHook(() => useUnsaved(true));
    const change = follow(aContainer({}));
    change();
    expect(reload).not.toHaveBeenCalled();
    expect(appUpdate.state).toBe('taken');
    unmount();
  });
});

describe('unsaved input', () => {
  it('makes the browser ask before the page goes, and only while it is there', () => {
    const leave = () => {
      const event = new Event('beforeunload', { cancelable: true });
      window.dispatchEvent(event);
      return event.defaultPrevented;
    };
    const { rerender, unmount } = renderHook(
      ({ isDirty }) => useUnsaved(isDirty),
      { initialProps: { isDirty: false } },
    );
    expect(leave()).toBe(false);
    rerender({ isDirty: true });
    expect(leave()).toBe(true);
    rerender({ isDirty: false });
    expect(leave()).toBe(false);
    unmount();
  });
});
