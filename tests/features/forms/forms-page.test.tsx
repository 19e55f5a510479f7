import 'fake-indexeddb/auto';

import {
  act,
  fireEvent,
  screen,
  waitFor,
  within,
} from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';

import { databases } from '@/db/open';
import { preferences } from '@/state/preferences';

import { aForm } from '../../support/builders';
import { press, reasonOf } from '../../support/controls';
import { failWith, never, sync } from '../../support/fake-sync';
import { enqueueOp, openArgs } from '../../support/ops';
import { signInAs } from '../../support/screen';
import { cacheForms, cacheListCursors } from './cached-forms';
import { prepareForms } from './prepare-forms';

vi.mock('@/workers/client', () => import('../../support/fake-sync'));

const opening = aForm({ id: 1, code: 'A', description: 'Deschidere' });
const voting = aForm({ id: 2, code: 'B', description: 'Votare', order: 2 });
const abroad = aForm({
  id: 3,
  code: 'D',
  description: 'Diaspora',
  diaspora: true,
  order: 3,
});
const second = aForm({
  id: 4,
  code: 'T2',
  description: 'Turul doi',
  draft: true,
});

const { open } = prepareForms();

async function rows(): Promise<HTMLElement[]> {
  await screen.findByRole('table');
  return screen.getAllByRole('row').slice(1);
}

async function rowNames(): Promise<(string | null)[]> {
  return (await rows()).map(
    (row) => within(row).getByRole('rowheader').textContent,
  );
}

function row(name: string) {
  const found = screen.getByRole('rowheader', { name: new RegExp(name) });
  return within(found.closest('tr') ?? found);
}

describe('the list of forms', () => {
  it('shows the tab of the address: title, code, diaspora as a word', async () => {
    await cacheForms([opening, voting, abroad, second]);
    open('/formulare?draft=false');
    expect(await rowNames()).toEqual(['Deschidere', 'Votare', 'Diaspora']);
    expect(row('Diaspora').getByText('Da')).toBeDefined();
    expect(row('Votare').queryByText('Da')).toBeNull();
    expect(row('Votare').getByText('B')).toBeDefined();
    expect(
      screen.getByRole('link', { name: 'Formular nou' }).getAttribute('href'),
    ).toBe('/formulare/nou');
    expect(
      row('Votare')
        .getByRole('link', { name: /Modifică.*B Votare/ })
        .getAttribute('href'),
    ).toBe('/formulare/2');
  });

  it('loads again when the tab is toggled, and remembers the tab', async () => {
    await cacheForms([opening, second]);
    const { unmount } = open('/formulare');
    expect(await rowNames()).toEqual(['Deschidere']);
    const before = sync.pullForms.mock.calls.length;
    fireEvent.click(screen.getByRole('link', { name: /^Draft/ }));
    await waitFor(async () => expect(await rowNames()).toEqual(['Turul doi']));
    expect(sync.pullForms).toHaveBeenCalledTimes(before + 1);

    unmount();
    open('/formulare');
    expect(await rowNames()).toEqual(['Turul doi']);
  });

  it('says that the server has none only when it said so', async () => {
    sync.pullForms.mockImplementation(never);
    open('/formulare?draft=true');
    await expect(
      screen.findByText('Niciun draft', {}, { timeout: 300 }),
    ).rejects.toThrow();
    await act(() => cacheListCursors());
    await screen.findByText('Niciun draft');
  });

  it('says why nothing could be loaded, and tries again', async () => {
    sync.pullForms.mockImplementation(failWith({ kind: 'offline' }));
    open('/formulare');
    await screen.findByText(/nu au putut fi încărcate/);
    screen.getByText('Nu există conexiune cu serverul.');
    sync.pullForms.mockImplementation(async () => {
      await cacheForms([opening]);
      return { ok: true };
    });
    press('Încearcă din nou');
    expect(await rowNames()).toEqual(['Deschidere']);
    // What is stored last comes after the rows; the databases close with the test.
    await waitFor(async () =>
      expect(await databases().cache.cursors.get('forms:draft')).toBeDefined(),
    );
  });

  it('keeps the rows when a refresh fails, and says since when they are old', async () => {
    await cacheForms([opening]);
    sync.pullForms.mockImplementation(async () => {
      await cacheListCursors({ kind: 'server' });
      return { ok: false, failure: { kind: 'server' } };
    });
    open('/formulare');
    await screen.findByText(/Neactualizat din .* Serverul a avut o eroare/);
    expect(await rowNames()).toEqual(['Deschidere']);
  });

  it('shows markup in a name as text', async () => {
    await cacheForms([{ ...opening, description: '<b>x</b>' }]);
    open('/formulare');
    expect(await rowNames()).toEqual(['<b>x</b>']);
  });
});

describe('publishing', () => {
  it('moves the row to the other tab at once, stays, and says where it went', async () => {
    await cacheForms([opening, second]);
    open('/formulare?draft=true');
    await rows();
    press(/Publică.*T2 Turul doi/);
    await screen.findByText('„T2 Turul doi” este acum la Publice.');
    expect(await openArgs('form.publish')).toEqual([
      { id: 4, base: second, draft: false },
    ]);
    expect(location.search).toBe('?draft=true');
    await screen.findByText('Niciun draft');

    press('Mergi la Publice');
    expect(await rowNames()).toContain('Turul doiîn așteptare');
    expect(location.search).toBe('?draft=false');
  });

  it('takes a published form back to the drafts', async () => {
    await cacheForms([opening]);
    open('/formulare?draft=false');
    await rows();
    press(/Retrage.*A Deschidere/);
    await screen.findByText('„A Deschidere” este acum la Draft.');
    expect(await openArgs('form.publish')).toMatchObject([{ draft: true }]);
  });

  it('says so when this device cannot keep it', async () => {
    await cacheForms([opening]);
    open('/formulare');
    await rows();
    vi.spyOn(databases().intent.outbox, 'add').mockRejectedValue(
      new Error('QuotaExceededError'),
    );
    press(/Retrage.*A Deschidere/);
    await screen.findByText(/NU s-a salvat/);
    expect(screen.queryByText('Salvat pe acest dispozitiv')).toBeNull();
    expect(await rowNames()).toEqual(['Deschidere']);
  });
});

describe('deleting', () => {
  it('asks first, and does nothing on Cancel', async () => {
    await cacheForms([opening, voting]);
    open('/formulare');
    await rows();
    press(/Șterge.*A Deschidere/);
    const dialog = within(await screen.findByRole('alertdialog'));
    dialog.getByText('Sigur vrei să ștergi această înregistrare?');
    fireEvent.click(dialog.getByRole('button', { name: 'Renunță' }));
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    expect(await openArgs('form.delete')).toEqual([]);
  });

  it('takes the row away on Ok', async () => {
    await cacheForms([opening, voting]);
    open('/formulare');
    await rows();
    press(/Șterge.*A Deschidere/);
    const dialog = within(await screen.findByRole('alertdialog'));
    fireEvent.click(dialog.getByRole('button', { name: 'Ok' }));
    await waitFor(async () => expect(await rowNames()).toEqual(['Votare']));
    expect(await openArgs('form.delete')).toEqual([{ id: 1, base: opening }]);
  });

  it("shows the server's own reason when it refuses, and can be given up", async () => {
    await cacheForms([opening]);
    await enqueueOp(
      'form.delete',
      {
        state: 'rejected',
        failure: { kind: 'refused', status: 400, detail: 'Form has answers' },
      },
      { id: 1, base: opening },
    );
    open('/formulare');
    await screen.findByText('Formularul „A Deschidere” nu a fost șters.');
    screen.getByText(/Serverul a răspuns: „Form has answers”/);
    await rows();
    expect(row('Deschidere').getByText('refuzat')).toBeDefined();
    const publish = row('Deschidere').getByRole('button', { name: /Retrage/ });
    expect(reasonOf(publish)).toMatch(/Decide întâi/);

    press('Renunță la modificare');
    await waitFor(() =>
      expect(screen.queryByText(/nu a fost șters/)).toBeNull(),
    );
    expect(await openArgs('form.delete')).toEqual([]);
    await waitFor(() =>
      expect(
        reasonOf(row('Deschidere').getByRole('button', { name: /Retrage/ })),
      ).toBeUndefined(),
    );
  });

  it('offers to edit a refused new form again', async () => {
    await cacheForms([opening]);
    const { id: _, ...head } = aForm();
    const input = { ...head, title: 'X', sections: [] };
    await enqueueOp(
      'form.create',
      {
        state: 'rejected',
        failure: { kind: 'refused', detail: 'Code exists' },
      },
      { id: -7, input },
    );
    open('/formulare');
    const link = await screen.findByRole('link', { name: 'Modifică din nou' });
    expect(link.getAttribute('href')).toBe('/formulare/-7');
  });
});

describe('the order of the rows', () => {
  it('is changed with Alt and an arrow, and kept on this device', async () => {
    await cacheForms([opening, voting, abroad]);
    const { unmount } = open('/formulare');
    await rows();
    const grip = row('Votare').getByRole('button', { name: 'Mută: B Votare' });
    fireEvent.keyDown(grip, { key: 'ArrowUp', altKey: true });
    await waitFor(async () =>
      expect(await rowNames()).toEqual(['Votare', 'Deschidere', 'Diaspora']),
    );
    expect(await openArgs('form.update')).toEqual([]);
    unmount();
    open('/formulare');
    expect(await rowNames()).toEqual(['Votare', 'Deschidere', 'Diaspora']);
    expect(preferences.formOrder).toEqual([2, 1, 3]);
  });

  it('stays as it is at the edges, and without Alt', async () => {
    await cacheForms([opening, voting]);
    open('/formulare');
    await rows();
    const grip = row('Votare').getByRole('button', { name: 'Mută: B Votare' });
    fireEvent.keyDown(grip, { key: 'ArrowDown', altKey: true });
    fireEvent.keyDown(grip, { key: 'ArrowUp' });
    expect(preferences.formOrder).toEqual([]);
  });
});

describe('an admin who is no organizer (docs/api-contract.md 2.4)', () => {
  it('sees what may not be done, with the reason, and may still add', async () => {
    signInAs(false);
    await cacheForms([opening]);
    open('/formulare');
    await rows();
    for (const name of [/Modifică/, /Retrage/, /Șterge/]) {
      const button = row('Deschidere').getByRole('button', { name });
      expect(reasonOf(button)).toBe(
        'Doar organizatorii pot modifica formulare.',
      );
    }
    press(/Retrage.*A Deschidere/);
    expect(await openArgs('form.publish')).toEqual([]);
    screen.getByRole('link', { name: 'Formular nou' });
    screen.getByRole('link', { name: /Duplică.*A Deschidere/ });
  });
});
