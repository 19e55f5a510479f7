import 'fake-indexeddb/auto';

import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';

import { markCalled, readCallLogs } from '@/data/coverage/calls';
import { databases } from '@/db/open';
import { CoveragePage } from '@/features/coverage/coverage-page';

import { aCounty, anActor, anObserver } from '../../support/builders';
import { cacheCounties, cacheObservers } from '../../support/cached';
import { elsewhere, prepareScreen, signInAs } from '../../support/screen';

vi.mock('@/workers/client', () => import('../../support/fake-sync'));

const { open } = prepareScreen([
  { path: '/coverage', element: <CoveragePage /> },
  elsewhere,
]);

const HOUR_MS = 3_600_000;

beforeEach(async () => {
  await cacheCounties([aCounty({ id: 1, code: 'AB', name: 'Alba' })]);
  await cacheObservers([
    anObserver({ id: 1, name: 'Ana', phone: '0700000001' }),
    anObserver({ id: 2, name: 'Bogdan', phone: '0700000002' }),
  ]);
});

async function button(name: string | RegExp) {
  return screen.findByRole('button', { name });
}

/** Opens the dialog from the row of Ana. */
async function openOfAna() {
  const opener = await button('Notează un apel: Ana');
  opener.focus();
  fireEvent.click(opener);
  return { opener, dialog: await screen.findByRole('dialog') };
}

function submit(dialog: HTMLElement) {
  fireEvent.click(
    within(dialog).getByRole('button', { name: 'Notează apelul' }),
  );
}

function typeNote(dialog: HTMLElement, value: string) {
  const note = within(dialog).getByRole('textbox', { name: 'Notă scurtă' });
  fireEvent.change(note, { target: { value } });
  return note;
}

async function outcomesOf(id: number) {
  return (await readCallLogs()).get(id)?.map(({ outcome }) => outcome);
}

it('notes a call from the row, says so, shows it there, and gives the focus back', async () => {
  open('/coverage?by=observer');
  const { opener, dialog } = await openOfAna();
  within(dialog).getByRole('heading', { name: 'Apel: Ana' });
  within(dialog).getByText('Niciun apel notat pe acest dispozitiv.');
  fireEvent.click(within(dialog).getByRole('radio', { name: 'Nu a răspuns' }));
  typeNote(dialog, ' Sun la prânz ');
  submit(dialog);
  await screen.findByText('Apel notat pe acest dispozitiv: Ana');
  expect(screen.queryByRole('dialog')).toBe(null);
  expect(document.activeElement).toBe(opener);
  const row = screen.getByRole('rowheader', { name: /^Ana/ });
  await waitFor(() => expect(row.textContent).toContain('Nu a răspuns'));
  expect(row.textContent).toContain(anActor.sub);
  expect((await readCallLogs()).get(1)).toMatchObject([
    { outcome: 'noAnswer', note: 'Sun la prânz' },
  ]);
});

it('stores nothing until it is said how the call ended, and nothing at Escape', async () => {
  open('/coverage?by=observer');
  const { dialog } = await openOfAna();
  submit(dialog);
  within(dialog).getByText('Alege cum s-a încheiat apelul.');
  fireEvent.click(within(dialog).getByRole('radio', { name: 'A răspuns' }));
  fireEvent.keyDown(dialog, { key: 'Escape' });
  within(dialog).getByText(/^Încă nu este salvat/);
  fireEvent.keyDown(dialog, { key: 'Escape' });
  await waitFor(() => expect(screen.queryByRole('dialog')).toBe(null));
  expect(await readCallLogs()).toEqual(new Map());
});

it('lists the calls so far, newest first', async () => {
  const now = Date.now();
  await markCalled([1], { outcome: 'noAnswer', note: 'Ocupat' }, now - 9000);
  await markCalled([1], { outcome: 'reached', note: 'Ajunge' }, now);
  await markCalled([2], { outcome: 'wrongNumber', note: '' }, now);
  open('/coverage?by=observer');
  const { dialog } = await openOfAna();
  const calls = await within(dialog).findAllByRole('listitem');
  expect(calls.map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(/^A răspuns .*Ajunge$/),
    expect.stringMatching(/^Nu a răspuns .*Ocupat$/),
  ]);
});

it('stays open with what was typed when the device cannot store it', async () => {
  open('/coverage?by=observer');
  const { dialog } = await openOfAna();
  fireEvent.click(within(dialog).getByRole('radio', { name: 'A răspuns' }));
  const note = typeNote(dialog, 'Vine la 12');
  vi.spyOn(databases().intent.calls, 'bulkPut').mockRejectedValue(
    new Error('the disk is full'),
  );
  submit(dialog);
  await within(dialog).findByText(/NU s-a salvat/);
  expect(note).toHaveProperty('value', 'Vine la 12');
  expect(await readCallLogs()).toEqual(new Map());
});

it('notes calls to all who are selected, and leaves them selected', async () => {
  open('/coverage?by=observer');
  fireEvent.click(
    await screen.findByRole('checkbox', { name: 'Selectează pagina' }),
  );
  fireEvent.click(await button('Notează 2 apeluri'));
  const dialog = await screen.findByRole('dialog');
  within(dialog).getByText('Ana, Bogdan');
  fireEvent.click(within(dialog).getByRole('radio', { name: 'Număr greșit' }));
  submit(dialog);
  await screen.findByText('2 apeluri notate pe acest dispozitiv');
  expect(await outcomesOf(1)).toEqual(['wrongNumber']);
  expect(await outcomesOf(2)).toEqual(['wrongNumber']);
  await button('Notează 2 apeluri');
});

it('leaves out who was called in the last hour when asked to', async () => {
  const now = Date.now();
  await markCalled([1], { outcome: 'reached', note: '' }, now - 1000);
  await markCalled([2], { outcome: 'noAnswer', note: '' }, now - 2 * HOUR_MS);
  const { address } = open('/coverage?by=observer');
  await screen.findByRole('rowheader', { name: /^Ana/ });
  fireEvent.click(
    screen.getByRole('checkbox', { name: 'Fără apel în ultima oră' }),
  );
  await waitFor(() =>
    expect(screen.queryByRole('rowheader', { name: /^Ana/ })).toBe(null),
  );
  screen.getByRole('rowheader', { name: /^Bogdan/ });
  expect(address()).toBe('/coverage?by=observer&called=not-in-hour');
});

it('counts the last hour by the clock of this device, which dates the calls', async () => {
  const now = Date.now();
  const note = { outcome: 'reached', note: '' } as const;
  await markCalled([1], note, now - HOUR_MS / 2);
  await markCalled([2], note, now - 2 * HOUR_MS);
  // The server's clock is three hours ahead.
  await databases().cache.meta.put({ k: 'clockOffset', v: 3 * HOUR_MS });
  open('/coverage?by=observer');
  await screen.findByText(/în urmă cu 180 de minute/);
  await screen.findByRole('rowheader', { name: /^Ana/ });
  fireEvent.click(
    screen.getByRole('checkbox', { name: 'Fără apel în ultima oră' }),
  );
  await waitFor(() =>
    expect(screen.queryByRole('rowheader', { name: /^Ana/ })).toBe(null),
  );
  screen.getByRole('rowheader', { name: /^Bogdan/ });
});

it('leads to a notification to one observer, and says why it cannot', async () => {
  const { unmount } = open('/coverage?by=observer');
  const link = await screen.findByRole('link', {
    name: 'Trimite notificare: Ana',
  });
  expect(decodeURIComponent(link.getAttribute('href') ?? '')).toBe(
    '/notifications?toObserverIds=[1]',
  );
  unmount();
  signInAs(false);
  open('/coverage?by=observer');
  const locked = await button('Trimite notificare: Ana');
  expect(locked.getAttribute('aria-disabled')).toBe('true');
});
