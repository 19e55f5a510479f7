import { flushEditors } from '@/state/unsaved';

const failedLoads = new WeakSet<Error>();

/**
 * Remembers which errors were parts of the app that could not be loaded: after
 * a new version was published the old parts are gone. The error page words it;
 * where the page works without the part (the list of shortcuts), a message does.
 */
export function watchStaleBuild(): void {
  window.addEventListener('vite:preloadError', ({ payload }) => {
    failedLoads.add(payload);
    // A reload is what comes next.
    void flushEditors();
  });
}

/** Whether this error means that a part of the app could not be loaded. */
export function isFailedLoad(error: unknown): boolean {
  return error instanceof Error && failedLoads.has(error);
}
