import 'fake-indexeddb/auto';

import {
  act,
  createEvent,
  fireEvent,
  screen,
  waitFor,
  within,
} from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';

import { importOutbox } from '@/data/outbox/queue-file';
import { databases } from '@/db/open';
import type { FormMeta, Section } from '@/domain/forms/form';
import { isOpen } from '@/domain/outbox/op';
import type { Failure } from '@/domain/outbox/outcome';
import { inputOf } from '@/features/forms/opening/editor-start';
import { hasUnsaved } from '@/state/unsaved';

import { aForm, aSection } from '../../support/builders';
import { field, press, reasonOf, type } from '../../support/controls';
import { deferred } from '../../support/deferred';
import { failWith, sync } from '../../support/fake-sync';
import { endWritesAfter, holdWrites } from '../../support/held-writes';
import { enqueueOp, openArgs } from '../../support/ops';
import { signInAs } from '../../support/screen';
import { cacheForms, cacheListCursors } from './cached-forms';
import { prepareForms } from './prepare-forms';

vi.mock('@/workers/client', () => import('../../support/fake-sync'));

const opening = aForm({ id: 12, code: 'A', description: 'Deschidere' });

/** Two sections, three questions; section 1 and question 1 share a number. */
function sections(): Section[] {
  return [
    {
      ...aSection(),
      id: 1,
      questions: [
        ...aSection().questions,
        { id: 1, code: 'A1.2', text: 'Câți?', questionType: 1, options: [] },
      ],
    },
    {
      id: 2,
      code: 'A2',
      description: 'Urnele',
      questions: [
        {
          id: 300,
          code: 'A2.1',
          text: 'Urnele sunt goale?',
          questionType: 0,
          options: [{ id: 950, text: 'Da', isFreeText: false, flagged: false }],
        },
      ],
    },
  ];
}

const { open } = prepareForms();

async function cacheOpening(meta: Partial<FormMeta> = {}): Promise<void> {
  await cacheForms([{ ...opening, ...meta }], { 12: sections() });
}

async function openOpening() {
  await cacheOpening();
  const opened = open('/formulare/12');
  await screen.findByText('Modifică formularul');
  await field('Titlu formular');
  return opened;
}

/** Fills what every form needs. */
async function fillHead(): Promise<void> {
  type(await field('Cod formular'), 'N');
  type(await field('Titlu formular'), 'Nou');
  type(await field('Descriere formular'), 'Formular nou');
}

function button(name: string | RegExp): HTMLElement {
  return screen.getByRole('button', { name });
}

/** The text fields of the options of a question, from top to bottom. */
function optionFields(code: string): HTMLInputElement[] {
  const list = screen.getByRole('list', {
    name: `Opțiunile întrebării ${code}`,
  });
  return within(list)
    .getAllByRole('textbox')
    .filter((each) => each instanceof HTMLInputElement);
}

function optionTexts(code: string): string[] {
  return optionFields(code).map(({ value }) => value);
}

function outline() {
  return within(
    screen.getByRole('navigation', { name: 'Cuprinsul formularului' }),
  );
}

function outlineCodes(): (string | null)[] {
  return outline()
    .getAllByRole('listitem')
    .map((line) => line.querySelector('span')?.textContent ?? null);
}

async function confirm(name: string): Promise<void> {
  const dialog = within(await screen.findByRole('alertdialog'));
  fireEvent.click(dialog.getByRole('button', { name }));
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
}

async function keptDraft(draftKey = 'form:12') {
  const row = await databases().intent.drafts.get(draftKey);
  return row && 'sections' in row.input
    ? { ...row, input: row.input }
    : undefined;
}

describe('a new form', () => {
  it('cannot be saved until title, code and description are there', async () => {
    open('/formulare/nou');
    await screen.findByRole('heading', { name: 'Adauga formular nou' });
    const save = button('Salvează ca draft');
    expect(reasonOf(save)).toBe('Titlul este obligatoriu!');
    expect(reasonOf(button('Publică'))).toBe('Titlul este obligatoriu!');
    expect(screen.queryByText('Codul este obligatoriu!')).toBeNull();

    fireEvent.blur(await field('Cod formular'));
    screen.getByText('Codul este obligatoriu!');
    type(await field('Titlu formular'), 'Nou');
    type(await field('Titlu formular'), ' ');
    fireEvent.blur(await field('Descriere formular'));
    screen.getByText('Descrierea este obligatorie!');
    fireEvent.click(save);
    expect(await openArgs('form.create')).toEqual([]);

    await fillHead();
    expect(screen.queryByText('Codul este obligatoriu!')).toBeNull();
    expect(reasonOf(save)).toBeUndefined();
  });

  it('is written, saved as a draft on this device, and the list is back', async () => {
    await cacheForms([opening]);
    open('/formulare/nou');
    await screen.findByRole('heading', { name: 'Adauga formular nou' });
    await fillHead();
    fireEvent.click(screen.getByLabelText('Doar pentru diaspora'));
    press('Adaugă o secțiune');
    expect((await field('Cod secțiune')).value).toBe('N1');
    type(await field('Titlu secțiune'), 'Înainte');
    press(/^Adaugă o întrebare/);
    expect((await field('Cod$')).value).toBe('N1.1');
    type(await field('Text întrebare'), 'Este sigilată?');
    fireEvent.change(screen.getByLabelText('Tip'), { target: { value: '2' } });
    press('Adaugă o opțiune');
    const [option] = optionFields('N1.1');
    if (!option) throw new Error('No option');
    expect(document.activeElement).toBe(option);
    type(option, 'Da');
    press(/^Text liber/);
    press(/^Semnalează/);
    expect(hasUnsaved()).toBe(true);

    press('Salvează ca draft');
    await screen.findByText('Salvat pe acest dispozitiv');
    expect(location.pathname).toBe('/formulare');
    expect(location.search).toBe('?draft=true');
    const [mutation] = await openArgs('form.create');
    expect(mutation?.input).toMatchObject({
      title: 'Nou',
      code: 'N',
      description: 'Formular nou',
      diaspora: true,
      draft: true,
      currentVersion: 1,
      order: 2,
      sections: [
        {
          code: 'N1',
          description: 'Înainte',
          questions: [
            {
              code: 'N1.1',
              text: 'Este sigilată?',
              questionType: 2,
              options: [{ text: 'Da', isFreeText: true, flagged: true }],
            },
          ],
        },
      ],
    });
    await screen.findByRole('rowheader', {
      name: /Formular nou.*în așteptare/,
    });
    expect(await keptDraft('form:new')).toBeUndefined();
    await waitFor(() => expect(hasUnsaved()).toBe(false));
  });

  it('keeps the input and says so when this device cannot keep it', async () => {
    open('/formulare/nou');
    await screen.findByRole('heading', { name: 'Adauga formular nou' });
    await fillHead();
    vi.spyOn(databases().intent.outbox, 'add').mockRejectedValue(
      new Error('QuotaExceededError'),
    );
    press('Salvează ca draft');
    await screen.findByText('Formularul NU este salvat.');
    expect((await field('Titlu formular')).value).toBe('Nou');
    expect(screen.queryByText('Salvat pe acest dispozitiv')).toBeNull();
    expect(hasUnsaved()).toBe(true);

    fireEvent.change(await field('Titlu formular'), {
      target: { value: 'Nou, cu ce am mai scris' },
    });
    const saved: Blob[] = [];
    vi.spyOn(URL, 'createObjectURL').mockImplementation((file) => {
      if (file instanceof Blob) saved.push(file);
      return 'blob:';
    });
    press('Salvează într-un fișier');
    vi.restoreAllMocks();
    const [file = new Blob()] = saved;
    expect(await importOutbox(file)).toMatchObject({ ok: true, added: 1 });
    expect(await importOutbox(file)).toMatchObject({ added: 0, skipped: 1 });
    const [mutation] = await openArgs('form.create');
    expect(mutation?.input).toMatchObject({
      title: 'Nou, cu ce am mai scris',
      draft: true,
    });
  });

  it('is also open to an admin who is no organizer', async () => {
    signInAs(false);
    open('/formulare/nou');
    await screen.findByRole('heading', { name: 'Adauga formular nou' });
    await fillHead();
    press('Salvează ca draft');
    await waitFor(async () =>
      expect(await openArgs('form.create')).toHaveLength(1),
    );
  });

  it('begins as a copy: new parts, a free code, a draft', async () => {
    await cacheOpening();
    open('/formulare/nou?copie=12');
    expect((await field('Titlu formular')).value).toBe('Deschidere (copie)');
    expect((await field('Cod formular')).value).toBe('A2');
    press('Salvează ca draft');
    await waitFor(async () =>
      expect(await openArgs('form.create')).toHaveLength(1),
    );
    const [mutation] = await openArgs('form.create');
    expect(mutation?.input.sections).toMatchObject([
      { code: 'A1', questions: [{ code: 'A1.1' }, { code: 'A1.2' }] },
      { code: 'A2', questions: [{ code: 'A2.1' }] },
    ]);
    const ids =
      JSON.stringify(mutation?.input.sections).match(/"id":-?\d+/g) ?? [];
    expect(ids).toHaveLength(9);
    expect(ids.every((id) => id.startsWith('"id":-'))).toBe(true);
  });
});

describe('editing an existing form', () => {
  it('keeps all ids; new parts have negative ones', async () => {
    await openOpening();
    expect((await field('Titlu formular')).value).toBe('Deschidere');
    type(await field('Text întrebare'), 'Urna este goală?');
    press('Adaugă o opțiune');
    type(optionFields('A1.1').at(-1) ?? document.body, 'Poate');
    press('Salvează ca draft');
    await waitFor(async () =>
      expect(await openArgs('form.update')).toHaveLength(1),
    );
    const [mutation] = await openArgs('form.update');
    expect(mutation?.id).toBe(12);
    expect(mutation?.base.sections).toEqual(sections());
    const expected = sections();
    const question = mutation?.input.sections[0]?.questions[0];
    expect(question?.text).toBe('Urna este goală?');
    expect(question?.options.map(({ id }) => id)).toEqual([
      901,
      902,
      903,
      expect.any(Number),
    ]);
    expect(question?.options.at(-1)?.id).toBeLessThan(0);
    expect(mutation?.input.sections[1]).toEqual(expected[1]);
    expect(mutation?.input.draft).toBe(true);
  });

  it('fetches the sections when they are not kept: a deep link works', async () => {
    await cacheForms([opening]);
    sync.pullForm.mockImplementation(async (id) => {
      await databases().cache.formBodies.put({
        id,
        version: 1,
        sections: sections(),
      });
      return { ok: true };
    });
    open('/formulare/12');
    expect((await field('Text întrebare')).value).toBe('Urna este sigilată?');
  });

  it('says why it could not be loaded, and tries again', async () => {
    await cacheForms([opening]);
    sync.pullForm.mockImplementation(failWith({ kind: 'offline' }));
    open('/formulare/12');
    await screen.findByText(/Formularul nu a putut fi încărcat/);
    screen.getByText('Nu există conexiune cu serverul.');
    sync.pullForm.mockImplementation(async (id) => {
      await databases().cache.formBodies.put({ id, version: 1, sections: [] });
      return { ok: true };
    });
    press('Încearcă din nou');
    expect((await field('Cod formular')).value).toBe('A');
  });

  it('shows how old it is at once while the server is waited for, then that it could not be refreshed', async () => {
    await cacheOpening();
    const stopped = deferred<{ ok: false; failure: Failure }>();
    sync.pullForms.mockImplementation(() => stopped.promise);
    open('/formulare/12');
    await field('Titlu formular');
    screen.getByText(/^actualizat la \d\d:\d\d$/);
    screen.getByRole('progressbar', { name: 'Se încarcă...' });
    expect(screen.queryByText(/Neactualizat/)).toBeNull();

    const failure: Failure = { kind: 'timeout' };
    await cacheListCursors(failure);
    await act(async () => stopped.resolve({ ok: false, failure }));
    await screen.findByText(/Neactualizat din \d\d:\d\d\..*la timp/);
    expect(screen.queryByRole('progressbar')).toBeNull();
    const again = deferred<{ ok: true }>();
    sync.pullForms.mockImplementation(async () => {
      await cacheListCursors();
      again.resolve({ ok: true });
      return again.promise;
    });
    press('Încearcă din nou');
    await waitFor(() => expect(screen.queryByText(/Neactualizat/)).toBeNull());
    await act(() => again.promise);
  });

  it.each(['/formulare/99', '/formulare/abc'])(
    'says that nobody has the form of %s',
    async (path) => {
      await cacheListCursors();
      open(path);
      await screen.findByText(/Formularul nu este nici pe server/);
    },
  );

  it('shows markup as text', async () => {
    await cacheOpening({ description: '<img src=x onerror=alert(1)>' });
    open('/formulare/12');
    await screen.findByText('Modifică formularul');
    expect((await field('Descriere formular')).value).toContain('<img');
    expect(document.querySelector('img')).toBeNull();
  });

  it('is for organizers only; others read it and may copy it', async () => {
    signInAs(false);
    await openOpening();
    expect((await field('Titlu formular')).readOnly).toBe(true);
    expect(reasonOf(button('Publică'))).toBe(
      'Doar organizatorii pot modifica formulare.',
    );
    expect(screen.queryByRole('button', { name: /^Șterge/ })).toBeNull();
    expect(screen.queryByRole('button', { name: /^Mută/ })).toBeNull();
    expect(
      screen.getByRole('link', { name: 'Duplică' }).getAttribute('href'),
    ).toBe('/formulare/nou?copie=12');
  });

  it('sends a question that changed sections as a new one', async () => {
    await openOpening();
    fireEvent.keyDown(outline().getByRole('button', { name: /^A2.1 / }), {
      key: 'ArrowUp',
      altKey: true,
    });
    await waitFor(() =>
      expect(outlineCodes()).toEqual(['A1', 'A1.1', 'A1.2', 'A2.1', 'A2']),
    );
    press('Salvează ca draft');
    await waitFor(async () =>
      expect(await openArgs('form.update')).toHaveLength(1),
    );
    const [mutation] = await openArgs('form.update');
    const moved = mutation?.input.sections[0]?.questions[2];
    expect(moved).toMatchObject({ code: 'A2.1', text: 'Urnele sunt goale?' });
    expect(moved?.id).toBeLessThan(0);
  });
});

describe('parts', () => {
  it('ask before an option or a section goes, never before a question', async () => {
    await openOpening();
    press('Șterge opțiunea Nu');
    const dialog = within(await screen.findByRole('alertdialog'));
    dialog.getByText('Ștergi opțiunea „Nu”?');
    dialog.getByText(/Serverul nu poate șterge o opțiune/);
    await confirm('Renunță');
    expect(optionTexts('A1.1')).toEqual(['Da', 'Nu', 'Altfel']);
    press('Șterge opțiunea Nu');
    await confirm('Șterge');
    expect(optionTexts('A1.1')).toEqual(['Da', 'Altfel']);

    press(/^Șterge.*secțiunea A2/);
    await screen.findByText('Ștergi secțiunea „A2 Urnele”?');
    await confirm('Șterge');
    await waitFor(() => expect(outlineCodes()).toEqual(['A1', 'A1.1', 'A1.2']));

    press(/^Șterge.*: A1\.1$/);
    await waitFor(() => expect(outlineCodes()).toEqual(['A1', 'A1.2']));
    expect(screen.queryByRole('alertdialog')).toBeNull();
  });

  it('put a deleted question back where it was', async () => {
    await openOpening();
    press(/^Șterge.*: A1\.1$/);
    await screen.findByText('Întrebarea A1.1 a fost ștearsă.');
    type(await field('Titlu formular'), 'Altul');
    press('Pune-o la loc');
    await waitFor(() =>
      expect(outlineCodes()).toEqual(['A1', 'A1.1', 'A1.2', 'A2', 'A2.1']),
    );
    expect((await field('Titlu formular')).value).toBe('Altul');
  });

  it('put the last question of a section back once, also after an undo', async () => {
    await openOpening();
    press(/^Șterge.*: A1\.2$/);
    await waitFor(() =>
      expect(outlineCodes()).toEqual(['A1', 'A1.1', 'A2', 'A2.1']),
    );
    fireEvent.keyDown(document.body, { key: 'z', ctrlKey: true });
    const whole = ['A1', 'A1.1', 'A1.2', 'A2', 'A2.1'];
    await waitFor(() => expect(outlineCodes()).toEqual(whole));
    press('Pune-o la loc');
    await waitFor(() => expect(outlineCodes()).toEqual(whole));
  });

  it('hide and show the options of a question', async () => {
    await openOpening();
    press('Ascunde opțiunile întrebării A1.1');
    expect(screen.queryByRole('list', { name: /A1\.1/ })).toBeNull();
    press('Arată opțiunile întrebării A1.1');
    expect(optionTexts('A1.1')).toEqual(['Da', 'Nu', 'Altfel']);
  });

  it('duplicate a question with its options, under a new id', async () => {
    await openOpening();
    press(/^Duplică.*: A1\.1$/);
    await waitFor(() =>
      expect(outlineCodes()).toEqual([
        'A1',
        'A1.1',
        'A1.1',
        'A1.2',
        'A2',
        'A2.1',
      ]),
    );
    expect(outline().getByText('cod dublu')).toBeDefined();
  });

  it('add the next option on Enter, but not after an empty one', async () => {
    await openOpening();
    const [first] = optionFields('A1.1');
    if (!first) throw new Error('No option');
    fireEvent.keyDown(first, { key: 'Enter' });
    await waitFor(() =>
      expect(optionTexts('A1.1')).toEqual(['Da', '', 'Nu', 'Altfel']),
    );
    const added = optionFields('A1.1')[1];
    expect(document.activeElement).toBe(added);
    if (added) fireEvent.keyDown(added, { key: 'Enter' });
    expect(optionTexts('A1.1')).toHaveLength(4);
  });

  it('make several options of several pasted lines', async () => {
    await openOpening();
    press('Adaugă o opțiune');
    const empty = optionFields('A1.1').at(-1);
    if (!empty) throw new Error('No option');
    const paste = createEvent.paste(empty);
    Object.assign(paste, {
      clipboardData: { getData: () => 'Unu\nDoi\n\nTrei\n' },
    });
    fireEvent(empty, paste);
    expect(paste.defaultPrevented).toBe(true);
    await waitFor(() =>
      expect(optionTexts('A1.1')).toEqual([
        'Da',
        'Nu',
        'Altfel',
        'Unu',
        'Doi',
        'Trei',
      ]),
    );
  });

  it('move an option with Alt and an arrow', async () => {
    await openOpening();
    const [first] = optionFields('A1.1');
    if (first) fireEvent.keyDown(first, { key: 'ArrowDown', altKey: true });
    await waitFor(() =>
      expect(optionTexts('A1.1')).toEqual(['Nu', 'Da', 'Altfel']),
    );
  });

  it('name the field and the place of a text that is too long', async () => {
    await openOpening();
    const [code] = screen.getAllByLabelText('Cod secțiune');
    if (code) type(code, 'A1234');
    await screen.findByText('Prea multe caractere: 5, maximum 4.');
    expect(reasonOf(button('Salvează ca draft'))).toBe(
      'Cod secțiune, secțiunea A1234: prea multe caractere (5, maximum 4).',
    );
    expect(reasonOf(button('Publică'))).toBeDefined();
    press('Salvează ca draft');
    expect(await openArgs('form.update')).toEqual([]);
  });
});

describe('predefined options', () => {
  it('are added in the chosen language, without those that are there; ticks stay', async () => {
    await openOpening();
    press('Opțiuni predefinite');
    const dialog = within(await screen.findByRole('dialog'));
    dialog.getByText('Confirmări');
    dialog.getByText('Calificative');
    expect(reasonOf(dialog.getByRole('button', { name: 'Adaugă' }))).toBe(
      'Bifează cel puțin o opțiune.',
    );
    fireEvent.click(dialog.getByLabelText('Da'));
    fireEvent.click(dialog.getByLabelText('Nu știu'));
    fireEvent.click(dialog.getByLabelText('1 - Foarte slab'));
    fireEvent.click(dialog.getByLabelText('1 - Foarte slab'));
    fireEvent.click(dialog.getByRole('button', { name: 'Adaugă' }));
    await waitFor(() =>
      expect(optionTexts('A1.1')).toEqual(['Da', 'Nu', 'Altfel', 'Nu știu']),
    );
    expect(
      JSON.parse(localStorage.getItem('selectedPredefinedOptions') ?? ''),
    ).toEqual({
      'PREDEFINED_OPTIONS.CONFIRMATION.YES': 'true',
      'PREDEFINED_OPTIONS.CONFIRMATION.DONT_KNOW': 'true',
      'PREDEFINED_OPTIONS.RATING.1': 'false',
    });
    press('Opțiuni predefinite');
    const again = within(await screen.findByRole('dialog'));
    const yes = again.getByLabelText('Da');
    expect(yes instanceof HTMLInputElement && yes.checked).toBe(true);
  });

  it.each(['{broken', '[1]', 'null'])(
    'forget ticks that cannot be read: %s',
    async (kept) => {
      localStorage.setItem('selectedPredefinedOptions', kept);
      await openOpening();
      press('Opțiuni predefinite');
      await screen.findByRole('dialog');
      expect(localStorage.getItem('selectedPredefinedOptions')).toBe('{}');
    },
  );
});

describe('undo and redo', () => {
  it('work over the whole form, by key and by button', async () => {
    await openOpening();
    const undo = () => button(/^Anulează ultima/);
    expect(reasonOf(undo())).toBe('Nu este nimic de anulat.');
    type(await field('Titlu formular'), 'Altul');
    press(/^Șterge.*: A1\.1$/);
    await waitFor(() => expect(outlineCodes()).toHaveLength(4));

    fireEvent.keyDown(await field('Titlu formular'), {
      key: 'z',
      ctrlKey: true,
    });
    await waitFor(() => expect(outlineCodes()).toHaveLength(5));
    fireEvent.click(undo());
    expect((await field('Titlu formular')).value).toBe('Deschidere');
    expect(reasonOf(undo())).toBe('Nu este nimic de anulat.');

    fireEvent.keyDown(document.body, {
      key: 'Z',
      ctrlKey: true,
      shiftKey: true,
    });
    expect((await field('Titlu formular')).value).toBe('Altul');
    press(/^Refă/);
    await waitFor(() => expect(outlineCodes()).toHaveLength(4));
  });
});

describe('before publishing', () => {
  it('lists what asks for a look, and publishes when told to', async () => {
    await openOpening();
    await screen.findByText('1 avertisment înainte de publicare.');
    screen.getByText('Întrebarea A1.2 nu are opțiuni.');
    press(/^Duplică.*: A1\.1$/);
    await screen.findByText('2 avertismente înainte de publicare.');
    press('Publică');
    const dialog = within(await screen.findByRole('alertdialog'));
    dialog.getByText('Codul A1.1 apare de mai multe ori.');
    dialog.getByText('Întrebarea A1.2 nu are opțiuni.');
    await confirm('Înapoi la editare');
    expect(await openArgs('form.update')).toEqual([]);
    press('Publică');
    await confirm('Publică oricum');
    await waitFor(async () =>
      expect(await openArgs('form.update')).toMatchObject([
        { input: { draft: false } },
      ]),
    );
  });

  it('warns of a code that another form has', async () => {
    await cacheForms([opening]);
    open('/formulare/nou');
    await fillHead();
    type(await field('Cod formular'), 'A');
    await screen.findByText(/Alt formular are deja codul A/);
  });
});

describe('what is not saved yet', () => {
  it('is kept on this device, said so, and offered on return', async () => {
    const { unmount } = await openOpening();
    type(await field('Titlu formular'), 'Început');
    screen.getByText('modificat');
    await screen.findByText(/salvat automat pe acest dispozitiv, \d\d:\d\d/);
    expect((await keptDraft())?.input.title).toBe('Început');
    unmount();

    open('/formulare/12');
    await screen.findByText(/Ai modificări neterminate, salvate automat/);
    press('Continuă cu ele');
    expect((await field('Titlu formular')).value).toBe('Început');
    press('Salvează ca draft');
    await waitFor(async () =>
      expect(await openArgs('form.update')).toMatchObject([
        { input: { title: 'Început' }, base: { meta: { id: 12 } } },
      ]),
    );
    await waitFor(async () => expect(await keptDraft()).toBeUndefined());
  });

  it('is kept at once when the page is hidden or left', async () => {
    const { unmount } = await openOpening();
    type(await field('Titlu formular'), 'Ascuns');
    vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
    act(() => {
      document.dispatchEvent(new Event('visibilitychange'));
    });
    await waitFor(
      async () => expect((await keptDraft())?.input.title).toBe('Ascuns'),
      { timeout: 400 },
    );
    type(await field('Titlu formular'), 'Plecat');
    unmount();
    await waitFor(
      async () => expect((await keptDraft())?.input.title).toBe('Plecat'),
      { timeout: 400 },
    );
  });

  it('can be given up on return', async () => {
    const { unmount } = await openOpening();
    type(await field('Titlu formular'), 'Început');
    await screen.findByText(/salvat automat pe acest dispozitiv/);
    unmount();
    open('/formulare/12');
    await screen.findByText(/Ai modificări neterminate/);
    press('Renunță la ele și deschide formularul salvat');
    expect((await field('Titlu formular')).value).toBe('Deschidere');
    expect(await keptDraft()).toBeUndefined();
  });

  it('is dropped when everything was undone', async () => {
    await openOpening();
    type(await field('Titlu formular'), 'Altul');
    await screen.findByText(/salvat automat pe acest dispozitiv/);
    press(/^Anulează ultima/);
    await waitFor(async () => expect(await keptDraft()).toBeUndefined());
    expect(hasUnsaved()).toBe(false);
  });

  it('says when this device cannot keep it', async () => {
    await openOpening();
    vi.spyOn(databases().intent.drafts, 'put').mockRejectedValue(
      new Error('QuotaExceededError'),
    );
    type(await field('Titlu formular'), 'Altul');
    await screen.findByText(/nu pot fi salvate automat pe acest dispozitiv/);
  });

  it('is asked about before the page is left', async () => {
    const { go } = await openOpening();
    fireEvent.click(screen.getByRole('link', { name: 'Înapoi la formulare' }));
    await screen.findByRole('table');
    await act(() => go('/formulare/12'));
    type(await field('Titlu formular'), 'Altul');
    fireEvent.click(screen.getByRole('link', { name: 'Înapoi la formulare' }));
    await screen.findByText('Ai modificări nesalvate');
    press('Rămâi');
    expect((await field('Titlu formular')).value).toBe('Altul');
    expect(location.pathname).toBe('/formulare/12');

    await act(() => go('/answers'));
    press('Pleacă și păstrează-le');
    await screen.findByText('Raportări');
    await waitFor(async () =>
      expect((await keptDraft())?.input.title).toBe('Altul'),
    );
  });

  it('can be given up when leaving', async () => {
    const { go } = await openOpening();
    type(await field('Titlu formular'), 'Altul');
    await screen.findByText(/salvat automat pe acest dispozitiv/);
    await act(() => go('/answers'));
    press('Renunță la modificări');
    await screen.findByText('Raportări');
    expect(await keptDraft()).toBeUndefined();
  });

  it('is mentioned on the list when it is a new form', async () => {
    await cacheListCursors();
    const { unmount } = open('/formulare/nou');
    await fillHead();
    await screen.findByText(/salvat automat pe acest dispozitiv/);
    unmount();
    open('/formulare');
    await screen.findByText(/Ai un formular nou neterminat/);
    fireEvent.click(screen.getByRole('link', { name: 'Continuă cu ele' }));
    press(
      (await screen.findByRole('button', { name: 'Continuă cu ele' }))
        .textContent ?? '',
    );
    expect((await field('Titlu formular')).value).toBe('Nou');
  });
});

describe('the form changes meanwhile', () => {
  async function changeElsewhere() {
    const changed = sections().slice(0, 1);
    await act(() =>
      databases().cache.formBodies.put({
        id: 12,
        version: 2,
        sections: changed,
      }),
    );
  }

  it('offers what it is now and never types over the user', async () => {
    await openOpening();
    type(await field('Titlu formular'), 'Al meu');
    await changeElsewhere();
    await screen.findByText('Formularul s-a schimbat între timp.');
    expect((await field('Titlu formular')).value).toBe('Al meu');
    expect(outlineCodes()).toHaveLength(5);

    press('Încarcă varianta actuală');
    await waitFor(() => expect(outlineCodes()).toHaveLength(3));
    expect((await field('Titlu formular')).value).toBe('Deschidere');
    expect(
      screen.queryByText('Formularul s-a schimbat între timp.'),
    ).toBeNull();
    await waitFor(async () => expect(await keptDraft()).toBeUndefined());
  });

  it('goes on with what was written when the user says so', async () => {
    await openOpening();
    type(await field('Titlu formular'), 'Al meu');
    await changeElsewhere();
    await screen.findByText('Formularul s-a schimbat între timp.');
    press('Continuă cu textul meu');
    expect(
      screen.queryByText('Formularul s-a schimbat între timp.'),
    ).toBeNull();
    press('Salvează ca draft');
    await waitFor(async () =>
      expect(await openArgs('form.update')).toMatchObject([
        { input: { title: 'Al meu' }, base: { sections: sections() } },
      ]),
    );
  });

  it('says that the server deleted it, and saves it as a new one', async () => {
    await openOpening();
    type(await field('Titlu formular'), 'Al meu');
    await act(async () => {
      await databases().cache.forms.delete(12);
      await databases().cache.formBodies.delete(12);
    });
    await screen.findAllByText('Formularul nu mai este pe server.');
    expect(reasonOf(button('Publică'))).toBe(
      'Formularul nu mai este pe server.',
    );
    press('Salvează ca formular nou');
    await waitFor(() => expect(location.search).toBe('?draft=true'));
    const [mutation] = await openArgs('form.create');
    expect(mutation?.input).toMatchObject({ title: 'Al meu', draft: true });
    expect(mutation?.input.sections[0]?.id).toBeLessThan(0);
  });

  it('keeps the draft of a deleted form and offers it', async () => {
    const { unmount } = await openOpening();
    type(await field('Titlu formular'), 'Al meu');
    await screen.findByText(/salvat automat pe acest dispozitiv/);
    unmount();
    await databases().cache.forms.delete(12);
    open('/formulare/12');
    await screen.findByText(/Formularul nu mai este pe server/);
    press('Continuă cu ele');
    expect((await field('Titlu formular')).value).toBe('Al meu');
    button('Salvează ca formular nou');
  });
});

describe('a form that was not sent yet', () => {
  const { id: _, ...head } = opening;
  const input = { ...head, draft: true, title: 'Nou', sections: sections() };

  it('can be edited under its temporary id: the addition carries the edit', async () => {
    await cacheListCursors();
    await enqueueOp('form.create', { state: 'queued' }, { id: -7, input });
    open('/formulare/-7');
    type(await field('Titlu formular'), 'Altul');
    press('Salvează ca draft');
    await waitFor(() => expect(location.search).toBe('?draft=true'));
    expect(await openArgs('form.create')).toMatchObject([
      { id: -7, input: { title: 'Altul' } },
    ]);
  });

  it('goes to its real id once it has one', async () => {
    await cacheOpening();
    await databases().intent.idMap.put({ id: -7, realId: 12 });
    open('/formulare/-7');
    await field('Titlu formular');
    expect(location.pathname).toBe('/formulare/12');
  });

  it('takes unsaved changes along to the real id', async () => {
    await cacheOpening();
    await databases().intent.idMap.put({ id: -7, realId: 12 });
    await databases().intent.drafts.put({
      draftKey: 'form:-7',
      updatedAt: Date.now(),
      input: { ...input, title: 'Pe drum' },
    });
    open('/formulare/-7');
    await screen.findByText(/Ai modificări neterminate/);
    expect(location.pathname).toBe('/formulare/12');
    press('Continuă cu ele');
    expect((await field('Titlu formular')).value).toBe('Pe drum');
    expect(await keptDraft('form:-7')).toBeUndefined();
  });

  it.each(['rejected', 'conflict'] as const)(
    'is edited again after it was refused (%s): the new one takes its place',
    async (state) => {
      await cacheListCursors();
      await enqueueOp(
        'form.create',
        {
          state,
          failure: { kind: 'refused', detail: 'Code exists' },
        },
        { id: -7, input },
      );
      open('/formulare/-7');
      await screen.findByText(
        /Formularul nou „A Deschidere” nu a fost adăugat/,
      );
      screen.getByText(/Serverul a răspuns: „Code exists”/);
      press('Continuă cu textul scris');
      type(await field('Cod formular'), 'Z');
      press('Salvează ca draft');
      await waitFor(async () =>
        expect(await openArgs('form.create')).toMatchObject([
          { input: { code: 'Z', title: 'Nou' } },
        ]),
      );
    },
  );
});

describe('a save that replaces a refused one', () => {
  const failure = { kind: 'refused' as const, detail: 'Code exists' };

  async function keepRefusedUpdate() {
    await cacheOpening();
    const base = { meta: opening, sections: sections() };
    const input = { ...inputOf(base), code: 'R' };
    const args = { id: 12, base, input };
    await enqueueOp('form.update', { state: 'rejected', failure }, args);
  }

  async function continueAs(code: string) {
    press('Continuă cu textul scris');
    type(await field('Cod formular'), code);
  }

  async function openChanges() {
    const ops = await databases().intent.outbox.toArray();
    return ops.flatMap((op) =>
      isOpen(op.state) && 'input' in op.args && 'code' in op.args.input
        ? [op.args.input.code]
        : [],
    );
  }

  it.each([0, 1])(
    'and a browser killed after %i writes: it waits, or the new one does, never none',
    async (writes) => {
      await keepRefusedUpdate();
      open('/formulare/12');
      await screen.findByText(/nu a fost făcută/);
      await continueAs('Z');
      await waitFor(async () =>
        expect((await keptDraft())?.input.code).toBe('Z'),
      );
      endWritesAfter(writes);
      press('Salvează ca draft');
      await waitFor(() =>
        expect(
          screen.queryByText('Formularul NU este salvat.') ??
            screen.queryByText('Salvat pe acest dispozitiv'),
        ).not.toBeNull(),
      );
      expect(await openChanges()).toEqual([writes === 0 ? 'R' : 'Z']);
      const draft = await keptDraft();
      expect(draft?.input.code).toBe(writes === 0 ? 'Z' : undefined);
    },
  );

  it('that goes out meanwhile is not cancelled: the editor says so, and the next save joins it', async () => {
    await cacheListCursors();
    await enqueueOp(
      'form.create',
      { state: 'rejected', failure },
      { id: -7, input: { ...inputOf({ meta: opening, sections: [] }) } },
    );
    open('/formulare/-7');
    await screen.findByText(/nu a fost adăugat/);
    await continueAs('Z');
    const { outbox } = databases().intent;
    const sent = holdWrites();
    press('Salvează ca draft');
    await act(() => outbox.toCollection().modify({ state: 'inflight' }));
    sent.release();
    await screen.findByText(/Modificarea salvată înainte este deja trimisă/);
    expect(await openChanges()).toEqual(['A']);

    press('Salvează ca draft');
    await waitFor(async () => expect(await openChanges()).toEqual(['A', 'Z']));
    expect(await openArgs('form.update')).toMatchObject([{ id: -7 }]);
  });
});

describe('the phone preview', () => {
  it('shows the question that is worked on, and goes on to the next', async () => {
    await openOpening();
    const phone = within(
      screen.getByRole('complementary', { name: 'Cum vede observatorul' }),
    );
    phone.getByText('Urna este sigilată?');
    phone.getByText('întrebarea 1 din 3');
    fireEvent.click(phone.getByRole('button', { name: 'Următoarea' }));
    await phone.findByText('întrebarea 2 din 3');
    expect(
      reasonOf(phone.getByRole('button', { name: 'Înapoi' })),
    ).toBeUndefined();
  });
});
