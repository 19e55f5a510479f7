import { renderHook, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';

import { followController, isUpdate } from '@/app/update/service-worker';
import { appUpdate } from '@/app/update/update';
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
  const reloadOnce: () => void = Reflect.apply(followController, undefined, [
    container,
  ]);
  const change = () => container.dispatchEvent(new Event('controllerchange'));
  return { change, reloadOnce };
}

/** What a reload waits for has had its time. */
function settled() {
  return new Promise((resolve) => {
    setTimeout(resolve, 20);
  });
}

describe('a page', () => {
  it('does not reload when the first worker claims it', async () => {
    const { change } = follow(aContainer(null));
    change();
    await settled();
    expect(reload).not.toHaveBeenCalled();
  });

  it('reloads once when a newer build takes over', async () => {
    const { change } = follow(aContainer({}));
    change();
    change();
    await settled();
    expect(reload).toHaveBeenCalledTimes(1);
  });

  it('reloads once for a build that cannot take over, and did so later', async () => {
    const { change, reloadOnce } = follow(aContainer({}));
    reloadOnce();
    reloadOnce();
    change();
    await settled();
    expect(reload).toHaveBeenCalledTimes(1);
  });

  it('reloads for the update after a first visit, too', async () => {
    const { change } = follow(aContainer(null));
    change();
    change();
    await settled();
    expect(reload).toHaveBeenCalledTimes(1);
  });

  it('never reloads over what only its user can save', async () => {
    const { unmount } = renderHook(() => useUnsaved(true));
    const { change } = follow(aContainer({}));
    change();
    await waitFor(() => expect(appUpdate.state).toBe('taken'));
    expect(reload).not.toHaveBeenCalled();
    unmount();
  });

  it('keeps what an editor holds, and then reloads without asking', async () => {
    const kept: string[] = [];
    const flush = async () => {
      await settled();
      expect(reload).not.toHaveBeenCalled();
      kept.push('draft');
      return true;
    };
    const { unmount } = renderHook(() => useUnsaved(true, flush));
    const { change } = follow(aContainer({}));
    change();
    await waitFor(() => expect(reload).toHaveBeenCalledTimes(1));
    expect(kept).toEqual(['draft']);
    expect(asksToStay()).toBe(false);
    unmount();
  });

  it('stays when the device cannot keep what an editor holds', async () => {
    const { unmount } = renderHook(() => useUnsaved(true, async () => false));
    const { change } = follow(aContainer({}));
    change();
    await waitFor(() => expect(appUpdate.state).toBe('taken'));
    expect(reload).not.toHaveBeenCalled();
    unmount();
  });
});

function asksToStay(): boolean {
  const event = new Event('beforeunload', { cancelable: true });
  window.dispatchEvent(event);
  return event.defaultPrevented;
}

describe('a worker that waits', () => {
  const aWorker = new EventTarget() as ServiceWorker;

  it('is an update behind one that works', () => {
    expect(isUpdate({ waiting: aWorker, active: aWorker })).toBe(true);
  });

  it('is no update where none works yet, or where it works by now, as in Firefox', () => {
    expect(isUpdate({ waiting: aWorker, active: null })).toBe(false);
    expect(isUpdate({ waiting: null, active: aWorker })).toBe(false);
  });

  it('is an emergency build where the registration is gone', () => {
    expect(isUpdate(undefined)).toBe(true);
  });
});
