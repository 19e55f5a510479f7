let running = 0;

/**
 * Runs a write of the user's own work. While it runs, the browser asks before the
 * page is reloaded or closed: the browser aborts a transaction that is not
 * committed when the page goes, and the change would be lost without a message.
 * Anything that the write reads or encrypts first belongs inside.
 */
export async function guardUnload<T>(write: () => Promise<T>): Promise<T> {
  running += 1;
  // Only meanwhile: a listener that stays costs the page its place in the
  // back-forward cache.
  if (running === 1) globalThis.addEventListener?.('beforeunload', ask);
  try {
    return await write();
  } finally {
    running -= 1;
    if (running === 0) globalThis.removeEventListener?.('beforeunload', ask);
  }
}

function ask(event: Event): void {
  event.preventDefault();
}
