import 'fake-indexeddb/auto';

import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';

import { updateObserver } from '@/data/observers/change-observers';
import { replacePlan } from '@/data/coverage/plan';
import { markThreads } from '@/data/triage/triage-marks';
import { exportOutbox } from '@/data/outbox/queue-file';
import { writeObserverBlocks } from '@/db/cache';
import { databases } from '@/db/open';
import type { Reply } from '@/domain/outbox/outcome';
import { CoveragePage } from '@/features/coverage/coverage-page';
import { EditFormPage } from '@/features/forms/opening/edit-form-page';
import { FormsPage } from '@/features/forms/list/forms-page';
import { NotificationsPage } from '@/features/notifications/compose/notifications-page';
import { ObserversPage } from '@/features/observers/list/observers-page';
import { OutboxPage } from '@/features/outbox/outbox-page';

import { enqueueOp, mutations } from '../support/ops';
import {
  aForm,
  anObserver,
  anObserverRow,
  aSection,
} from '../support/builders';
import { isDisabled, type } from '../support/controls';
import { deferred } from '../support/deferred';
import { sync } from '../support/fake-sync';
import { holdWrites } from '../support/held-writes';
import { refuseNewest } from '../support/refused-mark';
import { sourcesIn } from '../support/source';
import { prepareScreen } from '../support/screen';

vi.mock('@/workers/client', () => import('../support/fake-sync'));

const routes = [
  { path: '/formulare', element: <FormsPage /> },
  { path: '/formulare/:formId', element: <EditFormPage /> },
  { path: '/observatori', element: <ObserversPage /> },
  { path: '/notifications', element: <NotificationsPage /> },
  { path: '/outbox', element: <OutboxPage /> },
  { path: '/coverage', element: <CoveragePage /> },
];
const { open } = prepareScreen(routes);

const now = Date.now();
const form = aForm({ id: 12, draft: true, description: 'Deschidere' });
const ana = anObserver({ id: 41, name: 'Ana Pop' });

beforeEach(async () => {
  const { cache } = databases();
  await cache.forms.put(form);
  // A section without questions: that is worth a warning before it is published.
  const sections = [{ ...aSection(), questions: [] }];
  await cache.formBodies.put({ id: 12, version: 1, sections });
  await cache.observers.put(anObserverRow(ana));
  await writeObserverBlocks(cache);
  for (const resource of ['forms:public', 'forms:draft', 'observers']) {
    const row = { resource, triedAt: now, asOf: now, sweptAt: now, total: 1 };
    await cache.cursors.put(row);
  }
});

async function press(name: RegExp, role = 'button') {
  fireEvent.click(await screen.findByRole(role, { name }));
}

/** The queue of another device, which has one change; here is nothing of it. */
async function chooseQueue() {
  await updateObserver(ana, { name: 'Ana Popa', phone: ana.phone });
  const file = new File([await exportOutbox()], 'trimiteri.json');
  await databases().intent.outbox.clear();
  open('/outbox');
  const input = await screen.findByLabelText('Fișierul cu coada');
  fireEvent.change(input, { target: { files: [file] } });
}

interface Case {
  /** The files whose dialog it is. */
  files: string[];
  ask: () => Promise<void>;
  /** The button that confirms. */
  confirm: string | RegExp;
}

/** Every dialog that stores a change on this device. */
const cases: Record<string, Case> = {
  'the deletion of a form': {
    files: ['features/forms/list/forms-page'],
    async ask() {
      open('/formulare?draft=true');
      await press(/^Șterge.*Deschidere/);
    },
    confirm: 'Ok',
  },
  'the publication of a form': {
    files: ['features/forms/list/publish-dialog'],
    async ask() {
      open('/formulare/12');
      await press(/^Publică$/);
    },
    confirm: 'Publică oricum',
  },
  'the deletion of an observer': {
    files: ['features/observers/list/delete-dialog'],
    async ask() {
      open('/observatori');
      await press(/^Alte acțiuni: Ana Pop/);
      await press(/^Șterge/, 'menuitem');
    },
    confirm: 'Șterge',
  },
  'the discarding of a change': {
    files: ['features/outbox/list/discard-dialog'],
    async ask() {
      await enqueueOp('observer.update');
      open('/outbox');
      await press(/^Anulează/);
    },
    confirm: /^Renunț/,
  },
  'the discarding of a refused decision': {
    files: ['features/outbox/list/refused-marks'],
    async ask() {
      await markThreads(['41:7'], { state: 'resolved', note: '' });
      await refuseNewest('41:7');
      open('/outbox');
      await press(/^Renunță.*: Decizie/);
    },
    confirm: 'Renunță la decizie',
  },
  'the sending of a message that expired': {
    files: ['features/outbox/list/send-now-dialog'],
    async ask() {
      await enqueueOp('notification.send', {
        state: 'needsConfirm',
        failure: { kind: 'expired' },
        args: { ...mutations['notification.send'], recipients: [41] },
      });
      open('/outbox');
      await press(/^Trimite acum.*: /);
    },
    confirm: 'Trimite acum',
  },
  'the decision of a conflict': {
    files: ['features/outbox/resolve/resolver-frame'],
    async ask() {
      await enqueueOp('observer.delete', {
        state: 'conflict',
        failure: { kind: 'conflict' },
        theirs: { kind: 'observer', row: { ...ana, name: 'Ana Popa' } },
      });
      open('/outbox');
      await press(/^Decide/);
    },
    confirm: 'Șterge oricum',
  },
  'the taking of a queue': {
    files: ['features/outbox/queue-file/take-queue-dialog'],
    ask: chooseQueue,
    confirm: /^Importă /,
  },
  'the sending of a message': {
    files: ['features/notifications/compose/confirm-send'],
    async ask() {
      open('/notifications');
      type(await screen.findByLabelText(/^Titlul notificării/), 'Titlu');
      type(await screen.findByLabelText(/^Mesaj \*$/), 'Text');
      const send = await screen.findByRole('button', { name: /^Trimite/ });
      await waitFor(() => expect(isDisabled(send)).toBe(false));
      fireEvent.click(send);
    },
    confirm: 'Trimite',
  },
  'the log of a call': {
    files: ['features/coverage/calls/call-dialog'],
    async ask() {
      open('/coverage?by=observer');
      await press(/^Notează un apel: Ana Pop/);
      fireEvent.click(await screen.findByRole('radio', { name: 'A răspuns' }));
    },
    confirm: 'Notează apelul',
  },
  'the removal of the deployment plan': {
    files: ['features/coverage/plan/plan-actions'],
    async ask() {
      const line = { phone: ana.phone, county: 'AB', station: 1 };
      await replacePlan({ fileName: 'plan.csv', lines: [line] });
      open('/coverage?by=plan');
      await press(/^Mai multe despre plan/);
      await press(/^Șterge planul/, 'menuitem');
    },
    confirm: 'Șterge planul',
  },
};

/** Dialogs that store nothing on this device, and what they do instead. */
const others: Record<string, string> = {
  'features/answers/views/views-dialog':
    'stays open: tests/features/answers/views/saved-views.test.tsx',
  'features/accounts/account-sessions':
    'shows a list: tests/features/accounts/accounts.test.tsx',
  'features/accounts/account-dialog':
    'asks the server: tests/features/accounts/accounts.test.tsx',
  'features/accounts/make-token-dialog':
    'asks the server: tests/features/accounts/read-tokens.test.tsx',
  'features/accounts/shown-token':
    'shows a token: tests/features/accounts/read-tokens.test.tsx',
  'features/audit/audit-entry-dialog': 'shows an entry',
  'app/session/leave-guard': 'tests/app/session/leave-guard.test.tsx',
  'app/session/logout-choices': 'tests/app/session/session-life.test.tsx',
  'app/session/logout-sending': 'sends what is stored already',
  'app/shell/shortcut-sheet': 'a preference, stored at once in local storage',
  'features/answers/download/download-answers': 'begins a download',
  'features/answers/evidence/evidence-dialog':
    'saves a file: tests/features/answers/evidence/evidence.test.tsx',
  'features/answers/analysis/analysis-dialog':
    'saves a file: tests/features/answers/analysis/analysis.test.tsx',
  'features/forms/editor/editor-head': 'shows the preview',
  'features/forms/editor/questions/predefined-dialog':
    'changes the editor, in memory',
  'features/forms/editor/questions/question-options':
    'changes the editor, in memory',
  'features/forms/editor/questions/section-row':
    'changes the editor, in memory',
  'features/observers/import/undo-import':
    'several changes: tests/features/observers/import/import.test.tsx',
  'features/observers/import/import-page': 'begins an upload',
  'features/observers/list/reset-pin-dialog': 'asks the server, below',
  'features/observers/profile/pin-link-dialog':
    'asks the server: tests/features/observers/profile/pin-link.test.tsx',
  'features/observers/profile/shown-pin-link':
    'shows a link: tests/features/observers/profile/pin-link.test.tsx',
  'features/search/palette': 'goes to another page',
  'features/polling-stations/county-form':
    'goes to the list: tests/features/polling-stations/polling-stations.test.tsx',
  'features/statistics/statistic-card': 'shows a list',
};

function question() {
  const dialog =
    screen.queryByRole('alertdialog') ?? screen.queryByRole('dialog');
  if (!dialog) throw new Error('No dialog is open');
  return dialog;
}

/** Whether the browser would ask before a reload. */
function asksBeforeReload(): boolean {
  return !window.dispatchEvent(new Event('beforeunload', { cancelable: true }));
}

async function stored() {
  const { outbox, calls, plan, refusedMarks } = databases().intent;
  const ops = await outbox.toArray();
  return {
    ops: ops.map(({ kind, state, nextAt }) => ({ kind, state, nextAt })),
    calls: await calls.toArray(),
    plan: await plan.toArray(),
    refusedMarks: await refusedMarks.toArray(),
  };
}

/** Presses everything that could close or repeat the dialog, and finds it as it was. */
async function pressEverything() {
  const dialog = question();
  fireEvent.keyDown(dialog, { key: 'Escape' });
  for (const each of within(dialog).getAllByRole('button')) {
    expect(isDisabled(each)).toBe(true);
    fireEvent.click(each);
  }
  expect(question()).toBe(dialog);
}

describe.each(Object.entries(cases))('%s', (_name, { ask, confirm }) => {
  it('closes the dialog once it is stored, and leaves it open when it is not', async () => {
    await ask();
    await waitFor(question);
    const button = within(question()).getByRole('button', { name: confirm });
    await waitFor(() => expect(isDisabled(button)).toBe(false));
    const before = await stored();
    // A half-written message makes the browser ask, too.
    const asksAnyway = asksBeforeReload();
    const toasts = document.querySelectorAll('[role="status"]').length;

    const full = holdWrites();
    fireEvent.click(button);
    await waitFor(() =>
      expect(question().getAttribute('aria-busy')).toBe('true'),
    );
    await pressEverything();
    expect(asksBeforeReload()).toBe(true);
    full.refuse();
    await within(question()).findByRole('alert');
    expect(question().getAttribute('aria-busy')).toBe('false');
    expect(asksBeforeReload()).toBe(asksAnyway);
    expect(await stored()).toEqual(before);

    const slow = holdWrites();
    fireEvent.click(button);
    await waitFor(() =>
      expect(question().getAttribute('aria-busy')).toBe('true'),
    );
    await pressEverything();
    expect(await stored()).toEqual(before);
    expect(document.querySelectorAll('[role="status"]')).toHaveLength(toasts);
    slow.release();
    await waitFor(() => {
      expect(screen.queryByRole('alertdialog')).toBeNull();
      expect(screen.queryByRole('dialog')).toBeNull();
    });
    expect(await stored()).not.toEqual(before);
    // A message is emptied after its dialog has closed.
    await waitFor(() => expect(asksBeforeReload()).toBe(false));
  });
});

describe('a new PIN', () => {
  it('leaves the dialog open until the server has answered', async () => {
    open('/observatori');
    await press(/^Alte acțiuni: Ana Pop/);
    await press(/^Resetează/, 'menuitem');
    type(await screen.findByLabelText(/^PIN/), '1357');
    const reset = deferred<Reply<unknown>>();
    sync.resetPin.mockReturnValue(reset.promise);
    fireEvent.click(
      within(question()).getByRole('button', { name: /^Resetează/ }),
    );
    await waitFor(() =>
      expect(question().getAttribute('aria-busy')).toBe('true'),
    );
    await pressEverything();
    reset.resolve({ ok: true, status: 200, value: undefined });
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });
});

it('every dialog is in one of the two lists', () => {
  const dialogs = [...sourcesIn('src/features'), ...sourcesIn('src/app')]
    .filter(({ text }) => /<(Confirm)?Dialog\b/.test(text))
    .map(({ path }) => path.replace(/^src\/|\.tsx$/g, ''));
  const listed = Object.values(cases).flatMap(({ files }) => files);
  expect([...listed, ...Object.keys(others)].sort()).toEqual(dialogs.sort());
});
