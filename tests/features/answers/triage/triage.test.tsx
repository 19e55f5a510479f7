import 'fake-indexeddb/auto';

import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { getI18n } from 'react-i18next';
import { beforeEach, describe, expect, it, vi } from 'vitest';

import { markThreads } from '@/data/triage/triage-marks';
import { databases } from '@/db/open';
import { listShortcuts } from '@/ui/keyboard/shortcut-table';

import { aThreadRow } from '../../../support/builders';
import { countDatabaseTraffic } from '../../../support/database-traffic';
import { sync } from '../../../support/fake-sync';
import { holdWrites } from '../../../support/held-writes';
import { refuseNewest } from '../../../support/refused-mark';
import { prepareScreen } from '../../../support/screen';
import { markAsShared, shareMarks } from '../../../support/shared-marks';
import {
  aDetail,
  cacheBasics,
  cacheDetail,
  cacheThreads,
} from '../cached-threads';
import { answersRoutes } from '../routes';

vi.mock('@/workers/client', () => import('../../../support/fake-sync'));

const { open } = prepareScreen(answersRoutes);

const MINUTE = 60_000;
const LIST = '/answers?urgente=true';

beforeEach(async () => {
  const rows = [1, 2, 3].map((at) =>
    aThreadRow({
      key: `41:${at}`,
      pollingStationId: at,
      pollingStationName: `Alba Sebeș ${100 + at}`,
      lastModified: Date.now() - at * MINUTE,
    }),
  );
  await cacheBasics();
  await cacheThreads('urgent', rows);
  for (const { key, observerId, pollingStationId } of rows) {
    await cacheDetail(aDetail({ key, observerId, pollingStationId }));
  }
});

const row = (station: number) =>
  screen.findByRole('link', { name: new RegExp(`Alba Sebeș ${station}`) });
const bar = () => screen.findByRole('region', { name: 'Stare' });
const rows = () =>
  screen
    .queryAllByRole('link')
    .filter((link) => link.dataset['thread'] !== undefined)
    .map((link) => /10\d/.exec(link.textContent ?? '')?.[0]);

async function state(name: string) {
  return within(await bar()).getByRole('button', { name });
}

async function isNow(name: string) {
  await waitFor(async () =>
    expect((await state(name)).getAttribute('aria-pressed')).toBe('true'),
  );
}

function press(key: string) {
  fireEvent.keyDown(document.activeElement ?? document.body, { key });
}

async function history(key: string) {
  const marks = (await databases().intent.triage.get(key))?.history ?? [];
  return marks.map((mark) => `${mark.state}: ${mark.note}`);
}

describe('a decision about the open thread', () => {
  it('is made by a key, is seen in the list, and is there after a reload', async () => {
    const page = open('/urgents/details/41/1');
    await isNow('Nouă');
    expect((await row(101)).textContent).not.toContain('Nouă');
    press('3');
    await isNow('Rezolvată');
    await screen.findByText('Rezolvată: salvat pe acest dispozitiv');
    await waitFor(async () =>
      expect((await row(101)).textContent).toContain('Rezolvată'),
    );
    expect((await row(102)).textContent).not.toContain('Rezolvată');

    page.unmount();
    open('/urgents/details/41/1');
    await isNow('Rezolvată');
  });

  it('has a key for each state, which the list of shortcuts names', async () => {
    open('/urgents/details/41/1');
    for (const [key, name] of [
      ['2', 'În lucru'],
      ['4', 'Alarmă falsă'],
      ['3', 'Rezolvată'],
      ['1', 'Nouă'],
    ] as const) {
      await state(name);
      press(key);
      await isNow(name);
    }
    const keys = listShortcuts().flatMap(({ words, keys: own }) =>
      words.startsWith('Starea raportării') ? own.flat() : [],
    );
    expect(keys).toEqual(['1', '2', '3', '4']);
  });

  it('takes the note along that was typed; a second press stores nothing', async () => {
    open('/urgents/details/41/1');
    const note = await within(await bar()).findByLabelText('Notă scurtă');
    fireEvent.change(note, { target: { value: ' Sunat la secție ' } });
    fireEvent.click(await state('În lucru'));
    await isNow('În lucru');
    fireEvent.click(await state('În lucru'));
    fireEvent.click(await state('Rezolvată'));
    await isNow('Rezolvată');
    expect(await history('41:1')).toEqual([
      'resolved: Sunat la secție',
      'inProgress: Sunat la secție',
    ]);
  });

  it('stores a note alone when the focus leaves the bar, or with Enter', async () => {
    open('/urgents/details/41/1');
    const note = await within(await bar()).findByLabelText('Notă scurtă');
    fireEvent.change(note, { target: { value: 'Aștept telefon' } });
    fireEvent.blur(note, { relatedTarget: await state('Nouă') });
    expect(await history('41:1')).toEqual([]);
    fireEvent.blur(note, { relatedTarget: document.body });
    await waitFor(async () =>
      expect(await history('41:1')).toEqual(['new: Aștept telefon']),
    );
    fireEvent.change(note, { target: { value: 'A sunat' } });
    fireEvent.click(screen.getByRole('button', { name: 'Salvează nota' }));
    await waitFor(async () =>
      expect(await history('41:1')).toEqual([
        'new: A sunat',
        'new: Aștept telefon',
      ]),
    );
  });

  it('keeps what is typed in the note while an earlier note is being stored', async () => {
    open('/urgents/details/41/1');
    const note = await within(await bar()).findByLabelText('Notă scurtă');
    const save = () => screen.getByRole('button', { name: 'Salvează nota' });
    const held = holdWrites();
    fireEvent.change(note, { target: { value: 'Sunat' } });
    fireEvent.click(save());
    fireEvent.change(note, { target: { value: 'Sunat, revin la 12' } });
    expect(await history('41:1')).toEqual([]);
    held.release();
    await screen.findByText('Nouă: salvat pe acest dispozitiv');
    expect(await history('41:1')).toEqual(['new: Sunat']);
    expect(note).toHaveProperty('value', 'Sunat, revin la 12');
    fireEvent.click(save());
    await waitFor(async () =>
      expect(await history('41:1')).toEqual([
        'new: Sunat, revin la 12',
        'new: Sunat',
      ]),
    );
  });

  it('keeps a note that is typed while another thread is opened, with its own thread', async () => {
    const page = open('/urgents/details/41/1');
    const note = await within(await bar()).findByLabelText('Notă scurtă');
    fireEvent.change(note, { target: { value: 'Sun la 12' } });
    // As the way back does: nothing takes the focus away.
    page.go('/urgents/details/41/2');
    await screen.findByRole('heading', { name: /Sebeș 102$/ });
    await waitFor(async () =>
      expect(await history('41:1')).toEqual(['new: Sun la 12']),
    );
    expect(await history('41:2')).toEqual([]);
    expect(
      (
        await within(await bar()).findByLabelText<HTMLInputElement>(
          'Notă scurtă',
        )
      ).value,
    ).toBe('');
  });

  it('keeps a note that the device could not store until its thread is opened again', async () => {
    const page = open('/urgents/details/41/1');
    const field = async () =>
      within(await bar()).findByLabelText<HTMLInputElement>('Notă scurtă');
    fireEvent.change(await field(), { target: { value: 'Sun la 12' } });
    const refusal = vi
      .spyOn(databases().intent.triage, 'bulkPut')
      .mockRejectedValue(new Error('full'));
    page.go('/urgents/details/41/2');
    await screen.findByText(/^NU s-a salvat/);
    await waitFor(async () => expect((await field()).value).toBe(''));
    refusal.mockRestore();

    page.go('/urgents/details/41/1');
    await waitFor(async () => expect((await field()).value).toBe('Sun la 12'));
    fireEvent.click(screen.getByRole('button', { name: 'Salvează nota' }));
    await waitFor(async () =>
      expect(await history('41:1')).toEqual(['new: Sun la 12']),
    );
    expect(await history('41:2')).toEqual([]);
  });

  it('is undone from its message, which stays in the history: who, what, when', async () => {
    await markThreads(['41:1'], { state: 'inProgress', note: 'Sun acum' });
    open('/urgents/details/41/1');
    await isNow('În lucru');
    press('4');
    await isNow('Alarmă falsă');
    fireEvent.click(await screen.findByText('Anulează decizia'));
    await isNow('În lucru');
    fireEvent.click(await screen.findByText('Istoric: 3 decizii'));
    const marks = within(await bar())
      .getAllByRole('listitem')
      .map((item) => item.textContent);
    expect(marks).toEqual([
      expect.stringMatching(
        /^În lucru organizer@demo.org, \d\d:\d\d Sun acum numai pe acest dispozitiv$/,
      ),
      expect.stringMatching(
        /^Alarmă falsă organizer@demo.org, \d\d:\d\d Sun acum numai pe acest dispozitiv$/,
      ),
      expect.stringMatching(
        /^În lucru organizer@demo.org, \d\d:\d\d Sun acum numai pe acest dispozitiv$/,
      ),
    ]);
  });

  it('that the server refused says so with the reason, and what the server has is in force', async () => {
    await markThreads(['41:1'], { state: 'inProgress', note: '' });
    await markThreads(['41:1'], { state: 'resolved', note: '' });
    await refuseNewest('41:1');
    open('/urgents/details/41/1');
    await isNow('În lucru');
    const region = within(await bar());
    await region.findByText('O decizie a fost refuzată de server.');
    expect(
      region
        .getByRole('link', { name: 'Încearcă din nou sau renunță' })
        .getAttribute('href'),
    ).toBe('/outbox');
    fireEvent.click(region.getByText('Istoric: 2 decizii'));
    const last = region.getAllByRole('listitem').at(-1)?.textContent;
    expect(last).toMatch(/^Rezolvată .*refuzat.*There is no such thread\.”$/);
    expect(last).not.toContain('numai pe acest dispozitiv');
  });

  it('that the server does not have yet waits, in the list and in the history', async () => {
    await shareMarks();
    open('/urgents/details/41/1');
    press('3');
    await isNow('Rezolvată');
    await waitFor(async () =>
      expect((await row(101)).textContent).toMatch(/Rezolvată.*în așteptare/),
    );
    const region = within(await bar());
    fireEvent.click(await region.findByText('Istoric: o decizie'));
    const waiting = region.getByRole('listitem').textContent;
    expect(waiting).toMatch(/^Rezolvată .*în așteptare$/);
    await markAsShared('41:1');
    await waitFor(async () =>
      expect((await row(101)).textContent).not.toContain('în așteptare'),
    );
    await markThreads(['41:1'], { state: 'falseAlarm', note: '' });
    await refuseNewest('41:1');
    await waitFor(async () =>
      expect((await row(101)).textContent).toMatch(/Rezolvată.*refuzat/),
    );
  });

  it('that the device cannot store is not shown as made, and keeps what was typed', async () => {
    open('/urgents/details/41/1');
    const note = await within(await bar()).findByLabelText('Notă scurtă');
    fireEvent.change(note, { target: { value: 'Sunat' } });
    vi.spyOn(databases().intent.triage, 'bulkPut').mockRejectedValue(
      new Error('closed'),
    );
    fireEvent.click(await state('Rezolvată'));
    await screen.findByText(/^NU s-a salvat/);
    await isNow('Nouă');
    expect(note).toHaveProperty('value', 'Sunat');
  });

  it('draws its own row again and no other', async () => {
    open('/urgents/details/41/1');
    await isNow('Nouă');
    await waitFor(() => expect(rows()).toHaveLength(3));
    await waitFor(async () =>
      expect((await row(101)).textContent).not.toContain('necitită'),
    );
    const t = vi.spyOn(getI18n(), 't');
    press('2');
    await waitFor(async () =>
      expect((await row(101)).textContent).toContain('În lucru'),
    );
    // What comes late is drawn before the next change of the row.
    press('u');
    await waitFor(async () =>
      expect((await row(101)).textContent).toContain('necitită'),
    );
    const drawn = t.mock.calls.filter(
      ([key]) => String(key) === 'answers.row.station',
    );
    expect(drawn).toHaveLength(2);
  });
});

describe('the filter by state', () => {
  beforeEach(async () => {
    await markThreads(['41:1'], { state: 'resolved', note: '' });
    await markThreads(['41:2'], { state: 'falseAlarm', note: '' });
  });

  it.each([
    ['new', ['103']],
    ['resolved', ['101']],
    ['falseAlarm', ['102']],
    ['resolved&county=B', []],
  ])('triage=%s finds %j', async (query, found) => {
    open(`${LIST}&triage=${query}`);
    await waitFor(() => expect(screen.queryByRole('progressbar')).toBeNull());
    await waitFor(() => expect(rows()).toEqual(found));
  });

  it('is chosen in the form, stands in the address, and says that cached rows answer', async () => {
    const page = open(LIST);
    await waitFor(() => expect(rows()).toHaveLength(3));
    fireEvent.change(screen.getByLabelText('Stare', { selector: 'select' }), {
      target: { value: 'resolved' },
    });
    fireEvent.click(screen.getByRole('button', { name: 'Filtrează' }));
    await waitFor(() => expect(rows()).toEqual(['101']));
    expect(page.address()).toBe('/answers?urgente=true&triage=resolved');
    expect(screen.getByText(/salvate pe acest dispozitiv/)).toBeDefined();
    // No server knows of decisions: asked about them, it would answer with everything.
    expect(sync.pullThreadView).not.toHaveBeenCalled();
  });

  it('that nothing fits is named, and can be cleared', async () => {
    open(`${LIST}&triage=inProgress`);
    await screen.findByText(
      'Nimic găsit pe acest dispozitiv pentru starea „În lucru”',
    );
    fireEvent.click(screen.getByRole('button', { name: 'Fără stare' }));
    await waitFor(() => expect(rows()).toHaveLength(3));
  });

  it('a state that there is not is named, and not applied', async () => {
    open(`${LIST}&triage=gone`);
    await screen.findByText('Stare: alege o stare din listă.');
    await waitFor(() => expect(rows()).toHaveLength(3));
  });

  it('a row that leaves by a decision stays in its place and says what was decided', async () => {
    open(`/urgents/details/41/3?triage=new`);
    await waitFor(() => expect(rows()).toEqual(['103']));
    fireEvent.pointerMove(await row(103));
    await isNow('Nouă');
    press('3');
    await waitFor(async () =>
      expect((await row(103)).textContent).toContain('Rezolvată'),
    );
    await screen.findByRole('button', { name: /^Lista s-a schimbat/ });
    press('4');
    await waitFor(async () =>
      expect((await row(103)).textContent).toContain('Alarmă falsă'),
    );
  });
});

it('the states come with the rows: threads that are opened next ask for none', async () => {
  const { traffic, begin } = countDatabaseTraffic();
  await markThreads(['41:1', '41:2', '41:3'], { state: 'resolved', note: '' });
  begin();
  open(LIST);
  await waitFor(() => expect(rows()).toHaveLength(3));
  const opened = [101, 102, 103, 101, 102, 103, 101, 102, 103];
  for (const id of opened) {
    fireEvent.click(await row(id));
    await screen.findByRole('heading', { level: 2, name: new RegExp(`${id}`) });
    await isNow('Rezolvată');
  }
  // The list, its rows, its counts and the bar read once, each in its own time.
  const reads = traffic().requests.filter((name) => name === 'triage.getAll');
  expect(reads.length).toBeGreaterThan(0);
  expect(reads.length).toBeLessThan(opened.length / 2);
});
