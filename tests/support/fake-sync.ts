import type { Mock } from 'vitest';
import { beforeEach, vi } from 'vitest';

import type { Failure } from '@/domain/outbox/outcome';
import type * as client from '@/workers/client';
import type { Door } from '@/workers/door';

/*
 * The one fake of the sync worker. A test file that needs it says
 * `vi.mock('@/workers/client', () => import('<path>/support/fake-sync'));`
 * and imports `sync` from here to change or count single calls.
 */

const pulled = async () => ({ ok: true }) as const;
const nothing = async () => undefined;
const aFile = { blob: new Blob(['x']), fileName: 'file.xlsx' };

type Fake<Names extends keyof Door> = { [Name in Names]: Mock<Door[Name]> };

const pulls: Fake<Extract<keyof Door, `pull${string}`>> = {
  pullThreads: vi.fn(pulled),
  pullThreadView: vi.fn(pulled),
  pullDetail: vi.fn(pulled),
  pullForms: vi.fn(pulled),
  pullForm: vi.fn(pulled),
  pullCounties: vi.fn(pulled),
  pullObservers: vi.fn(pulled),
  pullObserver: vi.fn(pulled),
  pullStations: vi.fn(pulled),
  pullNotifications: vi.fn(pulled),
  pullStatistics: vi.fn(pulled),
};

/** A server that answers and has nothing new. A test changes single calls. */
export const sync: Fake<keyof Door> = {
  ...pulls,
  login: vi.fn(answerWith('')),
  start: vi.fn(nothing),
  stop: vi.fn(nothing),
  setVisible: vi.fn(nothing),
  push: vi.fn(pulled),
  freshen: vi.fn(pulled),
  seePicture: vi.fn(pulled),
  confirmDeletions: vi.fn(pulled),
  resetPin: vi.fn(answerWith(undefined)),
  readExtensions: vi.fn(answerWith([])),
  readAudit: vi.fn(answerWith([])),
  readAccounts: vi.fn(answerWith({ accounts: [], organisations: [] })),
  readReadTokens: vi.fn(answerWith([])),
  makeReadToken: vi.fn(answerWith({ token: '' })),
  makeEnrolmentCode: vi.fn(answerWith({ code: '', endsAt: 0 })),
  setPinByCode: vi.fn(answerWith(undefined)),
  changeStaff: vi.fn(answerWith(undefined)),
  readSessions: vi.fn(answerWith([])),
  readSecondFactor: vi.fn(
    answerWith({ isOn: false, isRequired: false, recoveryCodes: 0 }),
  ),
  beginSecondFactor: vi.fn(answerWith({ secret: '', uri: '' })),
  confirmSecondFactor: vi.fn(answerWith([])),
  renewRecoveryCodes: vi.fn(answerWith([])),
  removeSecondFactor: vi.fn(
    answerWith({ isOn: false, isRequired: false, recoveryCodes: 0 }),
  ),
  signOut: vi.fn(answerWith(undefined)),
  findActive: vi.fn(answerWith([])),
  downloadAnswers: vi.fn(answerWith(aFile)),
  downloadNotes: vi.fn(answerWith(aFile)),
  importObservers: vi.fn(answerWith(undefined)),
  importPlaces: vi.fn(answerWith(undefined)),
  isFileEmpty: vi.fn(async () => false),
  receiveFile: vi.fn(async () => 'away' as const),
};

export const isSyncBroken: typeof client.isSyncBroken = () => false;
export const onSyncBroken: typeof client.onSyncBroken = () => () => true;
export const startEarly: typeof client.startEarly = () => {};

/** For `mockImplementation`: the server answers with a value. */
export function answerWith<T>(value: T) {
  return async () => ({ ok: true, status: 200, value }) as const;
}

/** For `mockImplementation`: the call fails, and the worker says why. */
export function failWith(failure: Failure) {
  return async () => ({ ok: false, failure }) as const;
}

/** Every reading fails, and the worker says why. */
export function failPulls(failure: Failure): void {
  for (const pull of Object.values(pulls)) {
    pull.mockImplementation(failWith(failure));
  }
}

/** For `mockImplementation`: the worker has not answered yet. */
export function never(): Promise<never> {
  return new Promise(() => {});
}

beforeEach(() => {
  for (const call of Object.values(sync)) call.mockReset();
});
