import 'fake-indexeddb/auto';

import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';

import { databases } from '@/db/open';
import type { DetailParts } from '@/domain/answers/details';
import { QuestionType } from '@/domain/forms/form';
import { blockOfStation } from '@/domain/questions/answer-block';
import { putIntoTextBlock } from '@/domain/search/text-block';
import { SearchPage } from '@/features/search/search-page';

import {
  aCounty,
  aForm,
  anObserverRow,
  aSection,
  aThreadRow,
} from '../../support/builders';
import { prepareScreen } from '../../support/screen';

vi.mock('@/workers/client', () => import('../../support/fake-sync'));

const screens = [
  { href: '/outbox', label: 'Coadă de trimitere', icon: 'sync' as const },
];
const { open } = prepareScreen([
  { path: '/search', element: <SearchPage screens={screens} /> },
  { path: '*', element: <h1>Alt ecran</h1> },
]);

/** What observers wrote at stations, as the worker packs it. */
async function write(
  texts: readonly (DetailParts & { pollingStationId: number })[],
  arePacked = true,
) {
  const { textBlocks, meta } = databases().cache;
  const threads = texts.map((each) => ({ observerId: 41, ...each }));
  await textBlocks.put(putIntoTextBlock(blockOfStation(7), undefined, threads));
  if (arePacked) await meta.put({ k: 'areAnswersPacked', v: true });
}

const note = (text: string, questionId?: number) => ({
  text,
  questionId,
  attachments: [],
});

function answer(questionId: number, value: string) {
  const option = { optionId: 9, text: 'Alta', isFreeText: true };
  return { questionId, options: [{ ...option, value, flagged: false }] };
}

beforeEach(async () => {
  const { cache } = databases();
  await cache.meta.put({
    k: 'readable',
    v: { count: 2, total: 3, asOf: Date.now() },
  });
  await cache.threads.put(
    aThreadRow({
      list: 'urgent',
      pollingStationId: 7,
      pollingStationName: 'Alba Sebeș 7',
      stationNumber: 7,
      observerName: 'Ana Pop',
    }),
  );
});

const field = () => screen.findByRole('searchbox');

async function search(text: string) {
  fireEvent.change(await field(), { target: { value: text } });
}

/** The hits of a kind, as they are read. */
async function hits(group: RegExp) {
  const heading = await screen.findByRole('heading', { name: group });
  const section = heading.closest('section');
  return section ? within(section).getAllByRole('link') : [];
}

describe('what observers wrote', () => {
  it('is found by the beginnings of its words, marked, with where it stands', async () => {
    await write([
      { pollingStationId: 7, answers: [answer(3, 'Ușa era închisă')] },
      { pollingStationId: 8, notes: [note('Nimic de spus')] },
    ]);
    open('/search?q=inchis%20us');
    const [hit, ...others] = await hits(/^Scris de observatori 1$/);
    expect(others).toEqual([]);
    expect(hit?.textContent).toBe('Ușa era închisăAlba Sebeș 7, Ana Pop');
    const marks = [...(hit?.querySelectorAll('mark') ?? [])];
    expect(marks.map(({ textContent }) => textContent)).toEqual([
      'Uș',
      'închis',
    ]);
  });

  it('leads to the very answer, or to the notes on the station', async () => {
    await write([
      {
        pollingStationId: 7,
        answers: [answer(3, 'coadă')],
        notes: [note('coadă lungă', 4), note('coadă afară')],
      },
      { pollingStationId: 8, notes: [note('coada')] },
    ]);
    open('/search?q=coad');
    const found = await hits(/^Scris de observatori 4$/);
    expect(found.map((hit) => hit.getAttribute('href'))).toEqual([
      '/urgents/details/41/7#question-3',
      '/urgents/details/41/7#question-4',
      '/urgents/details/41/7#notes',
      '/answers/details/41/8#notes',
    ]);
  });

  it('is text, whatever it is', async () => {
    await write([
      { pollingStationId: 7, notes: [note('<img src=x> „urna” & altele')] },
    ]);
    open('/search?q=urna');
    const [hit] = await hits(/^Scris de observatori 1$/);
    expect(hit?.textContent).toContain('<img src=x> „urna” & altele');
    expect(hit?.querySelector('img')).toBe(null);
  });

  it('is shown twenty at a time', async () => {
    const notes = Array.from({ length: 45 }, (_, at) => note(`coadă ${at}`));
    await write([{ pollingStationId: 7, notes }]);
    open('/search?q=coada');
    expect(await hits(/^Scris de observatori 45$/)).toHaveLength(20);
    const more = { name: 'Arată mai multe: Scris de observatori' };
    fireEvent.click(screen.getByRole('button', more));
    await waitFor(async () =>
      expect(await hits(/^Scris de observatori 45$/)).toHaveLength(40),
    );
    fireEvent.click(screen.getByRole('button', more));
    await waitFor(() => expect(screen.queryByRole('button', more)).toBe(null));
    expect(await hits(/^Scris de observatori 45$/)).toHaveLength(45);
  });

  it('says how much of it is here, and that nothing was found only so far', async () => {
    await write([{ pollingStationId: 7, notes: [note('coadă')] }], false);
    open('/search?q=stampila');
    await screen.findByText('Nu s-a găsit nimic până acum pentru „stampila”');
    await screen.findByText(
      /Textele din 2 din 3 raportări\. .* se pregătesc încă/,
    );
    await databases().cache.meta.put({ k: 'areAnswersPacked', v: true });
    await screen.findByText('Nu s-a găsit nimic pentru „stampila”');
  });
});

describe('everything else', () => {
  beforeEach(async () => {
    const { cache } = databases();
    const question = {
      id: 31,
      code: 'B1.2',
      text: 'Intrarea este liberă?',
      questionType: QuestionType.single,
      options: [],
    };
    await cache.forms.bulkPut([
      aForm({ id: 11, code: 'B', description: 'Votarea', draft: false }),
      aForm({ id: 12, code: 'N', description: 'Votarea nouă', draft: true }),
    ]);
    await cache.formBodies.bulkPut(
      [11, 12].map((id) => ({
        id,
        version: 1,
        sections: [{ ...aSection(), questions: [question] }],
      })),
    );
    await cache.counties.put(aCounty({ id: 2, code: 'AB', name: 'Alba' }));
    await cache.observers.put(
      anObserverRow({ id: 41, name: 'Ana Pop', phone: '+40721100011' }),
    );
    await cache.stations.put({
      id: 71,
      countyId: 2,
      number: 12,
      address: 'Școala nr. 4',
    });
    await write([]);
  });

  it('is found kind by kind, and each leads to its place', async () => {
    open('/search');
    const leadsTo = async (text: string, group: RegExp) => {
      await search(text);
      const found = await hits(group);
      return found.map((hit) => hit.getAttribute('href'));
    };
    expect(await leadsTo('coada', /^Ecrane/)).toEqual(['/outbox']);
    expect(await leadsTo('intrarea', /^Întrebări 2/)).toEqual([
      '/statistics/questions/11/31',
      '/formulare/12',
    ]);
    expect(await leadsTo('votarea', /^Formulare 2/)).toEqual([
      '/formulare/11',
      '/formulare/12',
    ]);
    expect(await leadsTo('0721 100-011', /^Observatori 1/)).toEqual([
      `/observatori/profil/view/${encodeURIComponent('+40721100011')}`,
    ]);
    expect(await leadsTo('alba', /^Județe 1/)).toEqual(['/polling-stations/2']);
    expect(await leadsTo('scoala', /^Secții de vot 1/)).toEqual([
      '/polling-stations/2',
    ]);
    expect(await leadsTo('sebes 7', /^Raportări 1/)).toEqual([
      '/urgents/details/41/7',
    ]);
  });

  it('is in the address, and another address is searched', async () => {
    const { address, go } = open('/search?q=alba');
    await hits(/^Județe/);
    await search('ana');
    await waitFor(() => expect(address()).toBe('/search?q=ana'));
    go('/search?q=scoala');
    await hits(/^Secții de vot/);
    expect((await field()).getAttribute('value')).toBe('scoala');
  });

  it('finds nothing for a blank field, and says nothing of it', async () => {
    open('/search?q=%20');
    await field();
    expect(screen.queryByRole('heading', { level: 2 })).toBe(null);
    expect(screen.queryByText(/Nu s-a găsit nimic/)).toBe(null);
  });
});
