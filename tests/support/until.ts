import { vi } from 'vitest';

/** Waits for a condition, patiently: a busy machine is no failure. */
export function until(condition: () => unknown): Promise<unknown> {
  return vi.waitFor(condition, { timeout: 45_000, interval: 20 });
}
