import { vi } from 'vitest';

import type { Failure } from '@/domain/outbox/outcome';

type Result = { ok: true } | { ok: false; failure: Failure };

/** What the sync worker answers on each call; a test changes it. */
export const worker = {
  pullThreads: vi.fn(async (): Promise<Result> => ({ ok: true })),
  pullThreadView: vi.fn(async (): Promise<Result> => ({ ok: true })),
  pullDetail: vi.fn(async (): Promise<Result> => ({ ok: true })),
  pullForm: vi.fn(async (): Promise<Result> => ({ ok: true })),
  push: vi.fn(async () => undefined),
};

export function resetWorker(): void {
  for (const call of Object.values(worker)) call.mockClear();
  const ok = async (): Promise<Result> => ({ ok: true });
  worker.pullThreads.mockImplementation(ok);
  worker.pullThreadView.mockImplementation(ok);
  worker.pullDetail.mockImplementation(ok);
  worker.pullForm.mockImplementation(ok);
}

/** Every call fails for the same reason. */
export function failAll(failure: Failure): void {
  const fail = async (): Promise<Result> => ({ ok: false, failure });
  worker.pullThreads.mockImplementation(fail);
  worker.pullThreadView.mockImplementation(fail);
  worker.pullDetail.mockImplementation(fail);
  worker.pullForm.mockImplementation(fail);
}
