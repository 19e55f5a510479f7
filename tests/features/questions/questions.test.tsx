import 'fake-indexeddb/auto';

import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';

import { databases } from '@/db/open';
import { applyChanges } from '@/domain/coverage/county-reports';
import type { PackedThread } from '@/domain/questions/answer-block';
import { putIntoAnswerBlock } from '@/domain/questions/answer-block';
import { QuestionPage } from '@/features/questions/question-page';
import { QuestionsPage } from '@/features/questions/questions-page';

import { aCounty, aForm, anObserverRow } from '../../support/builders';
import { failPulls } from '../../support/fake-sync';
import { catchSavedFiles } from '../../support/saved-files';
import { elsewhere, prepareScreen } from '../../support/screen';

vi.mock('@/workers/client', () => import('../../support/fake-sync'));

const { open } = prepareScreen([
  { path: '/statistics/questions', element: <QuestionsPage /> },
  {
    path: '/statistics/questions/:formId/:questionId',
    element: <QuestionPage />,
  },
  elsewhere,
]);

const NINE = Date.UTC(2026, 10, 22, 7);

const question = {
  id: 31,
  code: 'A1',
  text: 'Urnele erau goale?',
  questionType: 1 as const,
  options: [
    { id: 1, text: 'Da', isFreeText: false, flagged: false },
    { id: 2, text: 'Nu', isFreeText: false, flagged: true },
    { id: 3, text: 'Câte', isFreeText: true, flagged: false },
  ],
};

interface Told {
  station: number;
  observer: number;
  option: number;
  text?: string;
  county?: string;
}

/** Two counties, of which one has two stations, and a report that is not here. */
const usual: Told[] = [
  { station: 7, observer: 41, option: 1 },
  { station: 7, observer: 42, option: 2 },
  { station: 8, observer: 41, option: 2 },
  { station: 9, observer: 42, option: 1, county: 'B' },
];

async function fill(told: readonly Told[], missing = 0): Promise<void> {
  const { cache } = databases();
  await cache.counties.bulkPut([
    aCounty({ id: 1, code: 'AB', name: 'Alba' }),
    aCounty({ id: 2, code: 'B', name: 'București' }),
  ]);
  await cache.observers.bulkPut([
    anObserverRow({ id: 41, ngo: 'Vot Liber' }),
    anObserverRow({ id: 42, ngo: 'Observatorii' }),
  ]);
  await cache.forms.put(aForm({ id: 11, code: 'A', draft: false }));
  await cache.formBodies.put({
    id: 11,
    version: 1,
    sections: [
      { id: 5, code: 'S', description: 'Deschidere', questions: [question] },
    ],
  });
  const unread = Array.from({ length: missing }, (_, at): Told => ({
    station: 60 + at,
    observer: 41,
    option: 1,
  }));
  const rows = [...told, ...unread].map(
    ({ station, observer, county = 'AB' }) => ({
      after: {
        observerId: observer,
        pollingStationId: station,
        lastModified: NINE,
        list: 'all' as const,
        county,
        stationNumber: station,
      },
    }),
  );
  await cache.countyReports.bulkPut(applyChanges([], rows));
  const threads = told.map(
    ({ station, observer, option, text }): PackedThread => ({
      pollingStationId: station,
      observerId: observer,
      answers: [
        {
          questionId: 31,
          options: [
            { optionId: option, ...(text === undefined ? {} : { text }) },
          ],
        },
      ],
    }),
  );
  if (threads.length > 0) {
    await cache.answerBlocks.put(putIntoAnswerBlock(0, undefined, threads));
  }
  await cache.meta.put({ k: 'areAnswersPacked', v: true });
  const asOf = NINE;
  for (const resource of [
    'threads:urgent',
    'threads:all',
    'forms:public',
    'observers',
    'counties',
  ]) {
    await cache.cursors.put({
      resource,
      triedAt: asOf,
      asOf,
      sweptAt: asOf,
      total: rows.length,
    });
  }
}

/** The cells of a row, by its name. */
async function cellsOf(name: RegExp): Promise<string[]> {
  const head = await screen.findByRole('rowheader', { name });
  const row = head.closest('tr');
  return [...(row?.querySelectorAll('td') ?? [])].map(({ textContent }) =>
    plain(textContent),
  );
}

/** A number and its sign are kept together by a blank of their own. */
function plain(text: string | null | undefined): string {
  return (text ?? '').replaceAll('\u00a0', ' ');
}

describe('the questions of a form', () => {
  it('shows stations, percents and reports, and what contradicts itself once', async () => {
    await fill(usual);
    open('/statistics/questions');
    expect(await cellsOf(/^Da/)).toEqual(['1', '50 %', '2']);
    expect(await cellsOf(/Nu$/)).toEqual(['1', '50 %', '2']);
    expect(await cellsOf(/^Raportări contradictorii/)).toEqual(['1', '–']);
    expect(await cellsOf(/^Secții cu răspuns/)).toEqual(['3', '4']);
    expect(
      screen.getByText('Din 4 raportări citibile pe acest dispozitiv, din 4.'),
    ).toBeDefined();
    expect(screen.getByText('Semnalată:')).toBeDefined();
  });

  it('opens the reports behind a figure', async () => {
    await fill(usual);
    open('/statistics/questions?county=AB');
    const link = await screen.findByRole('link', {
      name: '2 raportări cu răspunsul „Nu”: deschide lista',
    });
    expect(link.getAttribute('href')).toBe(
      '/answers?urgente=true&county=AB&flagged=2',
    );
    // The other option is in the list of all.
    const other = screen.getByRole('link', { name: /răspunsul „Da”/ });
    expect(other.getAttribute('href')).toBe('/answers?county=AB&flagged=1');
  });

  it('says that the answers are not here, and no noughts', async () => {
    await fill([], 12);
    open('/statistics/questions');
    expect(
      await screen.findByText('Răspunsurile nu sunt încă pe acest dispozitiv'),
    ).toBeDefined();
    expect(screen.queryByRole('table')).toBeNull();
  });

  it('says of how many reports the figures are, while some are missing', async () => {
    await fill(usual, 8);
    open('/statistics/questions');
    expect(await cellsOf(/^Da/)).toEqual(['1', '50 %', '2']);
    expect(
      screen.getByText(
        /Din 4 raportări citibile pe acest dispozitiv, din 12\./,
      ),
    ).toBeDefined();
    expect(
      screen.getByRole('link', { name: 'Vezi ce se descarcă' }),
    ).toBeDefined();
  });

  it('compares two counties', async () => {
    await fill(usual);
    open('/statistics/questions');
    await screen.findByRole('table');
    fireEvent.change(screen.getByLabelText('Județ'), {
      target: { value: 'AB' },
    });
    fireEvent.change(await screen.findByLabelText('Compară cu'), {
      target: { value: 'B' },
    });
    await waitFor(async () =>
      expect(await cellsOf(/^Da/)).toEqual([
        '0',
        '0 %',
        '1',
        '1',
        '100 %',
        '1',
      ]),
    );
    expect(location.search).toBe('?county=AB&versus=B');
  });

  it('counts the reports of one organisation', async () => {
    await fill(usual);
    open('/statistics/questions');
    fireEvent.change(await screen.findByLabelText('Organizație'), {
      target: { value: 'Observatorii' },
    });
    await waitFor(async () =>
      expect(await cellsOf(/^Secții cu răspuns/)).toEqual(['2', '2']),
    );
  });

  it('gives the intervals of a plan that is declared a random sample', async () => {
    await fill(usual);
    await databases().intent.plan.put({
      name: 'plan',
      fileName: 'plan.csv',
      importedAt: 1,
      lines: [
        { phone: '0722', county: 'AB', station: 8 },
        { phone: '0722', county: 'B', station: 9 },
      ],
    });
    open('/statistics/questions');
    fireEvent.click(
      await screen.findByLabelText(
        'Planul este un eșantion aleatoriu de secții',
      ),
    );
    await waitFor(async () =>
      expect((await cellsOf(/^Da/))[1]).toBe('50 % (9,5 %–90,5 %)'),
    );
    expect(await cellsOf(/^Secții cu răspuns/)).toEqual(['2', '2']);
    const row = await databases().intent.meta.get('sampleOf');
    expect(row?.v).toBe(1);
    // Another plan is none until somebody says so.
    const plan = await databases().intent.plan.get('plan');
    if (!plan) throw new Error('There is no plan');
    await databases().intent.plan.put({ ...plan, importedAt: 2 });
    await waitFor(async () =>
      expect(await cellsOf(/^Secții cu răspuns/)).toEqual(['3', '4']),
    );
  });

  it('saves a CSV that no text of a form can turn into a formula', async () => {
    await fill(usual);
    const { cache } = databases();
    const body = await cache.formBodies.get(11);
    if (!body) throw new Error('There is no form');
    const [section] = body.sections;
    const hostile = { ...question, text: '=1+1' };
    await cache.formBodies.put({
      ...body,
      sections: section ? [{ ...section, questions: [hostile] }] : [],
    });
    const saved = catchSavedFiles();
    open('/statistics/questions');
    fireEvent.click(
      await screen.findByRole('button', { name: 'Salvează CSV' }),
    );
    await waitFor(() => expect(saved).toHaveLength(1));
    const text = await saved[0]?.text();
    const lines = (text ?? '').trim().split('\r\n');
    expect(lines).toHaveLength(4);
    expect(lines[2]).toBe("A,Deschidere,A1,'=1+1,Nu,Da,1,3,1,0.5,2,4,4,4");
  });

  it('shows what was chosen and the form no longer has', async () => {
    await fill([{ station: 7, observer: 41, option: 99 }]);
    open('/statistics/questions');
    expect(await cellsOf(/^Opțiune pe care formularul nu o mai are/)).toEqual([
      '1',
      '100 %',
      '1',
    ]);
  });

  it('names an address of a form that is not there', async () => {
    await fill(usual);
    open('/statistics/questions?form=999');
    expect(await screen.findByText('Alege un formular')).toBeDefined();
  });

  it('says why the forms are not there', async () => {
    failPulls({ kind: 'offline' });
    open('/statistics/questions');
    expect(
      await screen.findByText('Formularele nu au putut fi încărcate'),
    ).toBeDefined();
  });
});

describe('one question', () => {
  it('shows its counties, its hours and the numbers that were typed', async () => {
    await fill([
      { station: 7, observer: 41, option: 3, text: '12' },
      { station: 8, observer: 41, option: 3, text: '1.000' },
      { station: 9, observer: 42, option: 3, text: '5', county: 'B' },
    ]);
    open('/statistics/questions/11/31');
    const counties = await screen.findByRole('region', { name: 'Pe județe' });
    fireEvent.change(within(counties).getByLabelText('Opțiune'), {
      target: { value: '3' },
    });
    const alba = within(counties).getByRole('link', { name: 'Alba' });
    expect(plain(alba.closest('tr')?.textContent)).toBe('Alba2 din 2100 %0');
    const numbers = screen.getByRole('region', {
      name: 'Numere scrise de observatori',
    });
    expect(numbers.textContent).toContain('Total1.017');
    expect(numbers.textContent).toContain('Media339');
    expect(screen.getByRole('region', { name: 'Pe ore' })).toBeDefined();
  });

  it('says when the browser makes no picture', async () => {
    await fill(usual);
    vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(null);
    open('/statistics/questions/11/31');
    fireEvent.click(
      await screen.findByRole('button', { name: 'Salvează ca imagine' }),
    );
    expect(
      await screen.findByText('Browserul nu a putut face imaginea.'),
    ).toBeDefined();
  });

  it('warns where too few stations of the sample answered', async () => {
    await fill(usual);
    const { intent } = databases();
    await intent.plan.put({
      name: 'plan',
      fileName: 'plan.csv',
      importedAt: 1,
      lines: [8, 9, 10].map((station) => ({
        phone: '0722',
        county: station === 9 ? 'B' : 'AB',
        station,
      })),
    });
    await intent.meta.put({ k: 'sampleOf', v: 1 });
    open('/statistics/questions/11/31');
    const words = await screen.findByText(/2 secții au răspuns, din 3/);
    expect(words.textContent).toContain('Sub 80 %');
  });

  it('that the form does not have is no empty figure', async () => {
    await fill(usual);
    open('/statistics/questions/11/999');
    expect(
      await screen.findByText('Formularul nu are această întrebare'),
    ).toBeDefined();
  });
});
