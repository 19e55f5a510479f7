import 'fake-indexeddb/auto';

import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';

import type { AuditEntry } from '@/domain/audit';
import { AUDIT_ACTIONS, differencesOf } from '@/domain/audit';
import { AuditPage } from '@/features/audit/audit-page';

import { type } from '../../support/controls';
import { reachServer } from '../../support/connection';
import { answerWith, failWith, sync } from '../../support/fake-sync';
import { prepareScreen, signInAs } from '../../support/screen';
import { sourcesIn } from '../../support/source';

vi.mock('@/workers/client', () => import('../../support/fake-sync'));

const { open } = prepareScreen([{ path: '/audit', element: <AuditPage /> }]);

const entry: AuditEntry = {
  id: 812,
  at: Date.parse('2026-11-22T09:00:00Z'),
  account: 'olga@demo.org',
  address: '192.0.2.7',
  action: 'observer changed',
  subject: 'observer 41',
  before: '{"name":"=Maria"}',
  after: '{"name":"Maria Pop","pin":"(secret)"}',
};

/** A log of that many entries, as the server pages it; it fails below an id. */
function logOf(count: number, failsBelow = 0): void {
  sync.readAudit.mockImplementation(async (_filter, before, pageSize) => {
    const newest = (before ?? count + 1) - 1;
    if (newest < failsBelow) return failWith({ kind: 'timeout' })();
    const ids = Array.from({ length: newest }, (_, index) => newest - index);
    const value = ids.slice(0, pageSize).map((id) => ({ ...entry, id }));
    return { ok: true, value, status: 200, serverNow: undefined };
  });
}

const rows = () => screen.findAllByRole('rowheader');
const press = (name: string) =>
  fireEvent.click(screen.getByRole('button', { name }));

describe('the audit log', () => {
  beforeEach(() => {
    sync.readAudit.mockReset().mockImplementation(answerWith([entry]));
  });

  it('tells who did what, and what it changed', async () => {
    open('/audit');
    const row = await screen.findByRole('row', {
      name: /Observator modificat/,
    });
    expect(row.textContent).toContain('olga@demo.org');
    expect(row.textContent).toContain('observer 41');
    fireEvent.keyDown(row, { key: 'Enter' });
    const dialog = await screen.findByRole('dialog');
    const cells = within(dialog).getAllByRole('row').slice(1);
    expect(cells.map((cell) => cell.textContent)).toEqual([
      'name=MariaMaria Pop',
      'pin(secret)',
    ]);
    expect(dialog.textContent).toContain('192.0.2.7');
  });

  it('asks for what the address and the form choose, whole days of this device', async () => {
    open('/audit?action=export');
    await rows();
    expect(sync.readAudit.mock.lastCall?.[0]).toEqual({ action: 'export' });
    type(screen.getByLabelText('Cont'), ' olga@demo.org ');
    type(screen.getByLabelText('De la'), '2026-11-22');
    type(screen.getByLabelText('Până la'), '2026-11-22');
    press('Caută');
    await waitFor(() =>
      expect(sync.readAudit.mock.lastCall?.[0]).toEqual({
        account: 'olga@demo.org',
        action: 'export',
        from: new Date(2026, 10, 22).getTime(),
        to: new Date(2026, 10, 23).getTime() - 1,
      }),
    );
    expect(location.search).toBe(
      '?account=olga%40demo.org&action=export&from=2026-11-22&to=2026-11-22',
    );
    press('Șterge filtrul');
    await waitFor(() => expect(sync.readAudit.mock.lastCall?.[0]).toEqual({}));
  });

  it('shows older entries below, each once', async () => {
    logOf(70);
    open('/audit');
    expect(await rows()).toHaveLength(50);
    press('Arată mai vechi');
    await waitFor(async () => expect(await rows()).toHaveLength(70));
    expect(
      screen.queryByRole('button', { name: 'Arată mai vechi' }),
    ).toBeNull();
  });

  it('keeps what is shown when older entries cannot be had', async () => {
    logOf(70);
    open('/audit');
    await rows();
    sync.readAudit.mockImplementation(failWith({ kind: 'offline' }));
    press('Arată mai vechi');
    await screen.findByRole('button', { name: 'Încearcă din nou' });
    expect(await rows()).toHaveLength(50);
    logOf(70);
    press('Încearcă din nou');
    await waitFor(async () => expect(await rows()).toHaveLength(70));
  });

  it('asks again by itself when the server is reached again', async () => {
    sync.readAudit.mockImplementation(failWith({ kind: 'offline' }));
    open('/audit');
    await screen.findByText('Jurnalul nu a putut fi citit');
    logOf(1);
    await reachServer();
    await waitFor(async () => expect(await rows()).toHaveLength(1));
  });

  it('says that it could not load, and that there is none only when the server says so', async () => {
    sync.readAudit.mockImplementation(failWith({ kind: 'offline' }));
    open('/audit');
    await screen.findByText('Jurnalul nu a putut fi citit');
    sync.readAudit.mockImplementation(answerWith([]));
    press('Încearcă din nou');
    await screen.findByText('Nicio înregistrare pentru această căutare');
  });

  it('names the command line, the server, and a sign-in of no account', async () => {
    const others = ['command line', 'server', ''].map((account, index) => ({
      ...entry,
      id: index + 1,
      account,
    }));
    sync.readAudit.mockImplementation(answerWith(others));
    open('/audit');
    await screen.findByText('linia de comandă');
    screen.getByText('serverul');
    await screen.findByText('niciun cont cunoscut');
  });

  it('is for organizers', async () => {
    signInAs(false);
    open('/audit');
    await screen.findByText('Doar organizatorii pot face asta.');
    expect(sync.readAudit).not.toHaveBeenCalled();
  });
});

describe('the export', () => {
  const saved: Blob[] = [];
  beforeEach(() => {
    saved.length = 0;
    vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
      if (blob instanceof Blob) saved.push(blob);
      return 'blob:saved';
    });
  });

  it('has every entry that fits, page after page, and no formula', async () => {
    logOf(2345);
    open('/audit');
    await rows();
    press('Exportă CSV');
    await waitFor(() => expect(saved).toHaveLength(1));
    const lines = (await saved[0]?.text())?.trim().split('\r\n') ?? [];
    expect(lines).toHaveLength(2346);
    expect(new Set(lines).size).toBe(2);
    expect(lines[1]).toContain('2026-11-22T09:00:00.000Z,olga@demo.org');
    expect(lines[1]).not.toMatch(/(^|,)"?[=+\-@]/);
  });

  it('saves no half of a log', async () => {
    logOf(2345, 1000);
    open('/audit');
    await rows();
    press('Exportă CSV');
    await screen.findByText(/Fișierul nu a fost salvat/);
    expect(saved).toEqual([]);
  });
});

describe('an entry', () => {
  it.each([
    [{}, []],
    [{ after: '"text"' }, [{ name: '', after: 'text' }]],
    [{ before: 'no JSON' }, [{ name: '', before: 'no JSON' }]],
    [
      { before: '{"a":1}', after: '{"a":null,"b":[1]}' },
      [
        { name: 'a', before: '1', after: 'null' },
        { name: 'b', after: '[1]' },
      ],
    ],
  ])('with %j tells %j', (texts, differences) => {
    expect(differencesOf(texts)).toEqual(differences);
  });

  it('has a name for each action that the server writes', () => {
    const written = sourcesIn('server').flatMap(({ text }) =>
      [
        ...text.matchAll(/audit: '([^']+)'/g),
        ...text.matchAll(/counted: '([^']+)'/g),
        ...text.matchAll(/action: '([^']+)'/g),
        ...text.matchAll(/byHandler: \['([^']+)', '([^']+)'\]/g),
      ].flatMap(([, ...names]) => names),
    );
    expect([...new Set(written)].sort()).toEqual([...AUDIT_ACTIONS].sort());
  });
});
