import 'fake-indexeddb/auto';

import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';

import { databases } from '@/db/open';
import type { Section } from '@/domain/forms/form';
import type { OpKind } from '@/domain/outbox/kinds';
import type { Op } from '@/domain/outbox/op';
import { OutboxPage } from '@/features/outbox/outbox-page';

import { aForm, anObserverRow, aSection } from '../../support/builders';
import { isDisabled } from '../../support/controls';
import { sync } from '../../support/fake-sync';
import { prepareScreen } from '../../support/screen';
import { speak } from '../../support/texts';
import { aFormInput, enqueueOp, mutations, storedOps } from '../../support/ops';

vi.mock('@/workers/client', () => import('../../support/fake-sync'));

const { open } = prepareScreen([{ path: '*', element: <OutboxPage /> }]);

async function enqueueConflict<K extends OpKind>(
  kind: K,
  changes: Partial<Op> = {},
): Promise<void> {
  const failure = { kind: 'conflict' } as const;
  await enqueueOp(kind, { state: 'conflict', failure, ...changes });
}

async function decide() {
  open();
  const button = await screen.findByRole('button', { name: /^Decide ?:/ });
  button.focus();
  fireEvent.click(button);
  return screen.findByRole('alertdialog');
}

function saveButton(name = 'Salvează ce am ales') {
  return screen.getByRole('button', { name });
}

function choose(name: string) {
  fireEvent.click(screen.getByRole('radio', { name }));
}

/** As the browser does on Enter in a field or on the main button. */
function pressEnter(dialog: HTMLElement) {
  const form = dialog.querySelector('form');
  if (!form) throw new Error('There is no form');
  fireEvent.submit(form);
}

const observer = mutations['observer.update'].base;
const bothRenamed: Partial<Op> = {
  args: {
    id: 12,
    base: observer,
    patch: { name: 'Corina Stăncuța', phone: '0700000021' },
  },
  theirs: {
    kind: 'observer',
    row: { name: 'Corina Stăncuță', phone: observer.phone },
  },
};

function cells(dialog: HTMLElement) {
  const [, ...rows] = within(dialog).getAllByRole('row');
  return rows.map((row) => [...row.children].map((cell) => cell.textContent));
}

describe('a conflict about an observer', () => {
  it('stands field by field: before, mine, theirs and what stays', async () => {
    await enqueueConflict('observer.update', bothRenamed);
    const dialog = await decide();
    expect(cells(dialog)).toEqual([
      [
        'Nume',
        'Corina Stancuta',
        'Nume, varianta mea: Corina Stăncuța',
        'Nume, varianta lor: Corina Stăncuță',
        'nealeas',
      ],
      ['Telefon', '0700000012', 'modificat doar de mine', '0700000021'],
    ]);
    expect(within(dialog).getAllByRole('radio')).toHaveLength(2);
  });

  it('is kept only once everything is chosen, and needs no mouse', async () => {
    await enqueueConflict('observer.update', bothRenamed);
    const dialog = await decide();
    await waitFor(() =>
      expect(dialog.contains(document.activeElement)).toBe(true),
    );
    pressEnter(dialog);
    expect(isDisabled(saveButton())).toBe(true);
    expect((await storedOps())[0]?.state).toBe('conflict');

    choose('Nume, varianta mea: Corina Stăncuța');
    expect(cells(dialog)[0]?.at(-1)).toBe('Corina Stăncuța');
    pressEnter(dialog);
    await waitFor(async () =>
      expect((await storedOps())[0]?.state).toBe('queued'),
    );
    expect((await storedOps())[0]?.args).toMatchObject({
      base: { name: 'Corina Stăncuță' },
      patch: { name: 'Corina Stăncuța', phone: '0700000021' },
    });
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBe(null));
    expect(sync.push).toHaveBeenCalledTimes(1);
  });

  it('Escape decides nothing, and the focus goes back', async () => {
    await enqueueConflict('observer.update', bothRenamed);
    const dialog = await decide();
    choose('Nume, varianta mea: Corina Stăncuța');
    fireEvent.keyDown(dialog, { key: 'Escape' });
    within(dialog).getByText(/^Încă nu este salvat/);
    fireEvent.keyDown(dialog, { key: 'Escape' });
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBe(null));
    const button = screen.getByRole('button', { name: /^Decide ?:/ });
    await waitFor(() => expect(document.activeElement).toBe(button));
    expect((await storedOps())[0]?.state).toBe('conflict');
  });

  it('can be all mine or all theirs at one press', async () => {
    await enqueueConflict('observer.update', bothRenamed);
    const dialog = await decide();
    fireEvent.click(
      screen.getByRole('button', { name: 'Alege toate ale mele' }),
    );
    expect(cells(dialog)[0]?.at(-1)).toBe('Corina Stăncuța');
    fireEvent.click(
      screen.getByRole('button', { name: 'Alege toate ale lor' }),
    );
    expect(cells(dialog)[0]?.at(-1)).toBe('Corina Stăncuță');
    fireEvent.click(saveButton());
    await waitFor(async () =>
      expect((await storedOps())[0]?.args).toMatchObject({
        patch: { phone: '0700000021' },
      }),
    );
    expect((await storedOps())[0]?.args).not.toHaveProperty('patch.name');
  });

  it('can be given up', async () => {
    await enqueueConflict('observer.update', bothRenamed);
    await decide();
    fireEvent.click(
      screen.getByRole('button', { name: 'Renunță la modificarea mea' }),
    );
    await waitFor(async () =>
      expect((await storedOps())[0]?.state).toBe('cancelled'),
    );
  });

  it('moved on while it was looked at: says so, and changes nothing', async () => {
    await enqueueConflict('observer.update', bothRenamed);
    await decide();
    choose('Nume, varianta lor: Corina Stăncuță');
    await databases()
      .intent.outbox.toCollection()
      .modify({
        theirs: { kind: 'observer', row: { ...observer, name: 'Altfel' } },
      });
    fireEvent.click(saveButton());
    expect(await screen.findByText(/^Între timp s-a luat/)).toBeTruthy();
    expect((await storedOps())[0]?.state).toBe('conflict');
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBe(null));
  });

  it('says how much waits behind it', async () => {
    await enqueueConflict('observer.update', bothRenamed);
    await enqueueConflict('observer.update', { state: 'queued' });
    await enqueueConflict('observer.update', { state: 'retryWait' });
    await decide();
    expect(
      await screen.findByText('După ea mai așteaptă 2 modificări.'),
    ).toBeTruthy();
  });

  it('decided, it can still be taken back before it is sent', async () => {
    await enqueueConflict('observer.update', bothRenamed);
    await decide();
    choose('Nume, varianta mea: Corina Stăncuța');
    fireEvent.click(saveButton());
    fireEvent.click(
      await screen.findByRole('button', { name: /^Anulează ?:/ }),
    );
    fireEvent.click(
      await screen.findByRole('button', { name: 'Renunță la modificare' }),
    );
    await waitFor(async () =>
      expect((await storedOps())[0]?.state).toBe('cancelled'),
    );
  });

  it('keeps in its history what it replaced', async () => {
    await enqueueConflict('observer.update', {
      ...bothRenamed,
      state: 'done',
      endedAt: Date.now(),
      overrode: {
        kind: 'observer',
        row: { ...observer, name: 'Corina Stăncuță' },
      },
    });
    open();
    const sent = await screen.findByRole('region', { name: 'Trimise' });
    const note = within(sent).getByText('Înlocuiește ce era pe server');
    expect(note.closest('details')?.textContent).toContain(
      'Nume: Corina Stăncuță',
    );
  });

  it('deleted here, edited there: shows the edit before it is deleted', async () => {
    await enqueueConflict('observer.delete', {
      theirs: { kind: 'observer', row: { ...observer, name: 'Corina S.' } },
    });
    const dialog = await decide();
    expect(dialog.textContent).toContain('Acum este: Corina S., 0700000012.');
    fireEvent.click(saveButton('Șterge oricum'));
    await waitFor(async () =>
      expect((await storedOps())[0]?.state).toBe('queued'),
    );
    expect((await storedOps())[0]?.overrode).toBeDefined();
  });

  it('gone: is added again with a PIN only', async () => {
    await enqueueConflict('observer.update', { failure: { kind: 'missing' } });
    await decide();
    const add = saveButton('Adaugă din nou observatorul');
    expect(isDisabled(add)).toBe(true);
    fireEvent.change(screen.getByLabelText(/^PIN/), {
      target: { value: ' 135790 ' },
    });
    expect(isDisabled(add)).toBe(false);
    fireEvent.click(add);
    await waitFor(async () =>
      expect(
        (await storedOps()).map(({ kind, state }) => [kind, state]),
      ).toEqual([
        ['observer.create', 'queued'],
        ['observer.update', 'superseded'],
      ]),
    );
    expect((await storedOps())[0]?.args).toMatchObject({
      input: { name: 'Corina Stăncuța', phone: '0700000012' },
    });
    expect((await storedOps())[1]?.args).not.toHaveProperty('pin');
  });
});

describe('an addition that the server did not take', () => {
  const refused = {
    kind: 'refused',
    status: 400,
    detail: 'Telefon greșit',
  } as const;

  it('is corrected and sent again, with the PIN that was typed first', async () => {
    await enqueueConflict('observer.create', {
      state: 'rejected',
      failure: refused,
    });
    open();
    fireEvent.click(
      await screen.findByRole('button', { name: /^Modifică ?:/ }),
    );
    const dialog = await screen.findByRole('alertdialog');
    expect(dialog.textContent).toContain('Refuzat: ');
    expect(dialog.textContent).toContain('Telefon greșit');
    const phone = screen.getByLabelText(/^Telefon/);
    expect(phone).toHaveProperty('value', '0700000012');
    fireEvent.change(phone, { target: { value: ' ' } });
    expect(isDisabled(saveButton('Trimite corectat'))).toBe(true);
    fireEvent.change(phone, { target: { value: ' 0700000013 ' } });
    fireEvent.click(saveButton('Trimite corectat'));
    await waitFor(async () =>
      expect((await storedOps())[0]).toMatchObject({
        state: 'queued',
        args: {
          id: -1,
          input: { name: 'Corina Stancuta', phone: '0700000013' },
          pin: mutations['observer.create'].pin,
        },
      }),
    );
  });

  it('clashes with what is there, not with what others changed', async () => {
    await enqueueConflict('observer.create');
    const dialog = await decide();
    expect(dialog.textContent).toContain('deja folosit pe server');
    fireEvent.change(screen.getByLabelText(/^Telefon/), {
      target: { value: '0700000013' },
    });
    pressEnter(dialog);
    await waitFor(async () =>
      expect((await storedOps())[0]).toMatchObject({
        state: 'queued',
        args: { input: { phone: '0700000013' } },
      }),
    );
  });

  it('with a phone that somebody has says who', async () => {
    const owner = { id: 7, name: 'Zoe Ionescu', phone: '0700000013' };
    await databases().cache.observers.put(anObserverRow(owner));
    await enqueueConflict('observer.create');
    const dialog = await decide();
    expect(dialog.textContent).not.toContain('Zoe Ionescu');
    fireEvent.change(screen.getByLabelText(/^Telefon/), {
      target: { value: ' 0700000013' },
    });
    expect(
      await screen.findByText('Zoe Ionescu are deja acest telefon.'),
    ).toBeDefined();
    expect(isDisabled(saveButton('Trimite corectat'))).toBe(false);
  });

  it('whose PIN is lost needs another one', async () => {
    const { pin: _, ...args } = mutations['observer.create'];
    await enqueueConflict('observer.create', {
      state: 'rejected',
      failure: { kind: 'pinLost' },
      args,
    });
    open();
    fireEvent.click(
      await screen.findByRole('button', { name: /^Modifică ?:/ }),
    );
    await screen.findByRole('alertdialog');
    expect(isDisabled(saveButton('Trimite corectat'))).toBe(true);
    fireEvent.change(screen.getByLabelText(/^PIN/), {
      target: { value: '2468' },
    });
    fireEvent.click(saveButton('Trimite corectat'));
    await waitFor(async () =>
      expect((await storedOps())[0]).toMatchObject({
        state: 'queued',
        args: { pin: { iv: expect.anything() } },
      }),
    );
  });
});

it('a conflict about a county is decided the same way', async () => {
  const { base } = mutations['county.update'];
  await enqueueConflict('county.update', {
    args: { id: 1, base, patch: { diaspora: true } },
    theirs: { kind: 'county', row: { ...base, name: 'ALBA' } },
  });
  const dialog = await decide();
  expect(cells(dialog)).toEqual([
    ['Nume', 'Alba', 'modificat doar de alții', 'ALBA'],
    ['Diaspora', 'Nu', 'modificat doar de mine', 'Da'],
  ]);
});

it('a county that others deleted can only be given up', async () => {
  await enqueueConflict('county.update', { failure: { kind: 'missing' } });
  const dialog = await decide();
  const buttons = within(dialog).getAllByRole('button');
  expect(buttons.map((button) => button.textContent)).toEqual([
    '',
    'Renunță la modificarea mea',
    'Mai târziu',
  ]);
});

function restructured(description: string): Section[] {
  return [{ ...aSection(), description }];
}

const added = { ...aSection(), id: 99, code: 'A9', description: 'A lor' };
const bothRestructured: Partial<Op> = {
  args: {
    id: 12,
    base: { meta: aForm(), sections: [aSection()] },
    input: aFormInput({
      description: 'A mea',
      sections: restructured('Altfel'),
    }),
  },
  theirs: {
    kind: 'form',
    meta: aForm({ description: 'A lor', currentVersion: 2 }),
    sections: [...restructured('Cum vor ei'), added],
  },
};

const AS_DRAFT = 'Varianta mea, ca draft nou cu alt cod';

describe('a conflict about the sections of a form', () => {
  it('ours as a new draft: under a code that nobody has', async () => {
    await databases().cache.forms.bulkPut([
      aForm(),
      aForm({ id: 13, code: 'A2' }),
    ]);
    await enqueueConflict('form.update', bothRestructured);
    await decide();
    choose(AS_DRAFT);
    // The copy carries everything of ours.
    expect(screen.queryByRole('table', { name: /^Conflict/ })).toBe(null);
    const code = screen.getByLabelText(/^Codul formularului/);
    await waitFor(() => expect(code).toHaveProperty('value', 'A3'));
    for (const [value, words] of [
      ['A2', 'Alt formular are deja acest cod.'],
      ['  ', 'Formularul are nevoie de un cod.'],
    ] as const) {
      fireEvent.change(code, { target: { value } });
      expect(screen.getAllByText(words).length).toBeGreaterThan(0);
      expect(isDisabled(saveButton())).toBe(true);
    }
    fireEvent.change(code, { target: { value: 'Z1' } });
    fireEvent.click(saveButton());
    await waitFor(async () =>
      expect((await storedOps())[0]).toMatchObject({
        kind: 'form.create',
        state: 'queued',
        args: { input: { code: 'Z1', draft: true, description: 'A mea' } },
      }),
    );
  });

  it('a code that was given away a moment ago: asks for another one', async () => {
    await enqueueConflict('form.update', bothRestructured);
    await decide();
    choose(AS_DRAFT);
    const code = screen.getByLabelText(/^Codul formularului/);
    await waitFor(() => expect(code).toHaveProperty('value', 'A2'));
    fireEvent.change(code, { target: { value: 'Z1' } });
    await databases().cache.forms.put(aForm({ id: 14, code: 'Z1' }));
    fireEvent.click(saveButton());
    expect(
      (await screen.findAllByText('Alt formular are deja acest cod.')).length,
    ).toBeGreaterThan(0);
    expect((await storedOps())[0]?.state).toBe('conflict');
  });

  it('theirs: with our choice for each field of the head', async () => {
    await enqueueConflict('form.update', bothRestructured);
    await decide();
    choose('Varianta lor; a mea se pierde');
    expect(isDisabled(saveButton())).toBe(true);
    choose('Descriere, varianta mea: A mea');
    fireEvent.click(saveButton());
    await waitFor(async () =>
      expect((await storedOps())[0]).toMatchObject({
        state: 'queued',
        args: {
          base: { meta: { currentVersion: 2 } },
          input: {
            description: 'A mea',
            sections: [{ description: 'Cum vor ei' }, { id: 99 }],
          },
        },
      }),
    );
  });

  it('overwritten: names first what is lost, and remembers it', async () => {
    await enqueueConflict('form.update', bothRestructured);
    const dialog = await decide();
    choose('Varianta mea, peste a lor');
    const losses = within(dialog)
      .getAllByRole('listitem')
      .map((item) => item.textContent);
    expect(losses).toEqual([
      'Titlul lor de secțiune, „A1 Cum vor ei”, este înlocuit cu al tău.',
      'Secțiunea „A9 A lor” se șterge.',
    ]);
    choose('Descriere, varianta lor: A lor');
    fireEvent.click(saveButton());
    await waitFor(async () =>
      expect((await storedOps())[0]?.state).toBe('queued'),
    );
    expect((await storedOps())[0]?.args).toMatchObject({
      input: { description: 'A lor', sections: restructured('Altfel') },
    });
    const waiting = await screen.findByRole('region', { name: 'În așteptare' });
    expect(waiting.textContent).toContain('Secțiunea „A9 A lor” se șterge.');
  });

  it('gone: ours can be a new draft, under its old code', async () => {
    await databases().cache.forms.put(aForm());
    await enqueueConflict('form.update', { failure: { kind: 'missing' } });
    await decide();
    const code = screen.getByLabelText(/^Codul formularului/);
    await waitFor(() =>
      expect(isDisabled(saveButton('Salvează ca draft nou'))).toBe(false),
    );
    expect(code).toHaveProperty('value', 'A');
    fireEvent.click(saveButton('Salvează ca draft nou'));
    await waitFor(async () =>
      expect((await storedOps())[0]?.kind).toBe('form.create'),
    );
  });

  it('new here, with a code that is taken: goes out under another one', async () => {
    await enqueueConflict('form.create');
    const dialog = await decide();
    expect(dialog.textContent).toContain('deja un formular cu codul A ');
    await waitFor(() =>
      expect(isDisabled(saveButton('Trimite cu acest cod'))).toBe(false),
    );
    pressEnter(dialog);
    await waitFor(async () =>
      expect((await storedOps())[0]).toMatchObject({
        state: 'queued',
        args: { id: -2, input: { code: 'A2' } },
      }),
    );
  });
});

it('speaks English, too', async () => {
  await speak('en');
  await enqueueConflict('form.update', bothRestructured);
  open();
  fireEvent.click(await screen.findByRole('button', { name: /^Decide ?:/ }));
  await screen.findByRole('alertdialog');
  choose('Mine, over theirs');
  expect(screen.getByText('The section “A9 A lor” is removed.')).toBeTruthy();
});
