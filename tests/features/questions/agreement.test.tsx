import 'fake-indexeddb/auto';

import { fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';

import { databases } from '@/db/open';
import { threadKey } from '@/domain/answers/thread';
import { applyChanges } from '@/domain/coverage/county-reports';
import {
  packedThread,
  putIntoAnswerBlock,
} from '@/domain/questions/answer-block';
import { AgreementPage } from '@/features/questions/agreement/agreement-page';
import { ComparisonPage } from '@/features/questions/agreement/comparison-page';

import { aCounty, aForm, aThreadRow } from '../../support/builders';
import { catchSavedFiles } from '../../support/saved-files';
import { elsewhere, prepareScreen } from '../../support/screen';

vi.mock('@/workers/client', () => import('../../support/fake-sync'));

const { open } = prepareScreen([
  { path: '/agreement', element: <AgreementPage /> },
  { path: '/agreement/:stationId', element: <ComparisonPage /> },
  elsewhere,
]);

const NINE = Date.UTC(2026, 10, 22, 7);

const option = (id: number, text: string, flagged = false) => ({
  id,
  text,
  isFreeText: false,
  flagged,
});
const questions = [
  {
    id: 31,
    code: 'A1',
    text: 'Urnele erau goale?',
    questionType: 1 as const,
    options: [option(1, 'Da'), option(2, 'Nu', true)],
  },
  {
    id: 32,
    code: 'A2',
    text: 'Erai singur?',
    questionType: 1 as const,
    options: [option(3, 'Singur'), option(4, 'Cu alții')],
  },
];

/** Station 7 contradicts itself about one question of two, station 8 about none. */
const told = [
  { station: 7, observer: 41, name: 'Ana Pop', options: [1, 3] },
  { station: 7, observer: 42, name: 'Dan Rus', options: [2, 3] },
  { station: 8, observer: 41, name: 'Ana Pop', options: [1, 4] },
  { station: 8, observer: 43, name: 'Eva Ilie', options: [1, 4] },
  { station: 9, observer: 41, name: 'Ana Pop', options: [2, 4] },
];

beforeEach(async () => {
  const { cache } = databases();
  await cache.counties.put(aCounty({ id: 1, code: 'AB', name: 'Alba' }));
  await cache.forms.put(aForm({ id: 11, code: 'A', draft: false }));
  await cache.formBodies.put({
    id: 11,
    version: 1,
    sections: [{ id: 5, code: 'S', description: 'Deschidere', questions }],
  });
  const details = told.map(({ station, observer, options }) => ({
    key: threadKey(observer, station),
    observerId: observer,
    pollingStationId: station,
    answers: options.map((optionId) => ({
      questionId: optionId < 3 ? 31 : 32,
      options: [{ optionId, text: '', isFreeText: false, flagged: false }],
    })),
    notes: [{ text: 'Am fost acolo', attachments: [] }],
    hash: 'h',
    changedAt: 1,
    writtenAt: 1,
  }));
  await cache.details.bulkPut(details);
  await cache.threads.bulkPut(
    told.map(({ station, observer, name }) =>
      aThreadRow({
        key: threadKey(observer, station),
        observerId: observer,
        pollingStationId: station,
        observerName: name,
        lastModified: NINE,
        list: 'all',
      }),
    ),
  );
  await cache.countyReports.bulkPut(
    applyChanges(
      [],
      told.map(({ station, observer }) => ({
        after: {
          observerId: observer,
          pollingStationId: station,
          lastModified: NINE,
          list: 'all' as const,
          county: 'AB',
          stationNumber: station,
        },
      })),
    ),
  );
  const packed = details.flatMap((row) => packedThread(row) ?? []);
  await cache.answerBlocks.put(putIntoAnswerBlock(0, undefined, packed));
  await cache.meta.put({ k: 'areAnswersPacked', v: true });
  for (const resource of [
    'threads:urgent',
    'threads:all',
    'forms:public',
    'observers',
    'counties',
  ]) {
    const at = { triedAt: NINE, asOf: NINE, sweptAt: NINE };
    await cache.cursors.put({ resource, ...at, total: told.length });
  }
});

/** The texts of the rows of the table, without the head. */
async function rowTexts(): Promise<string[]> {
  const table = await screen.findByRole('table');
  return [...table.querySelectorAll('tbody tr')].map((row) =>
    [...row.children]
      .map(({ textContent }) => textContent)
      .join(' | ')
      .replaceAll('\u00a0', ' '),
  );
}

describe('agreement', () => {
  it('lists stations with two reports, the contradicting ones first', async () => {
    open('/agreement');
    await waitFor(async () =>
      expect(await rowTexts()).toEqual([
        'Alba 7 | 2 | 1 | 1',
        'Alba 8 | 2 | 0 | 0',
      ]),
    );
  });

  it('shows which question observers understand differently', async () => {
    open('/agreement?by=question');
    await waitFor(async () =>
      expect(await rowTexts()).toEqual([
        'A1 Urnele erau goale? | 2 | 1 | 50 %',
        'A2 Erai singur? | 2 | 0 | 100 %',
      ]),
    );
  });

  it('saves the contradictions', async () => {
    const saved = catchSavedFiles();
    open('/agreement');
    fireEvent.click(
      await screen.findByRole('button', { name: 'Salvează CSV' }),
    );
    await waitFor(() => expect(saved).toHaveLength(1));
    const lines = (await saved[0]?.text())?.trim().split('\r\n');
    expect(lines?.slice(1)).toEqual([
      'Alba 7,7,41 42,A1,Urnele erau goale?,alte opțiuni',
    ]);
  });

  it('says that nothing is compared where no two reports are here', async () => {
    const { answerBlocks } = databases().cache;
    const block = await answerBlocks.get(0);
    await answerBlocks.put(
      putIntoAnswerBlock(
        0,
        block && { ...block, numbers: new Float64Array() },
        [{ pollingStationId: 9, observerId: 41, answers: [] }],
      ),
    );
    open('/agreement');
    expect(
      await screen.findByText(/nu sunt două de la aceeași secție/),
    ).toBeDefined();
  });
});

describe('the reports of a station', () => {
  it('stand beside each other, those that differ alone at first', async () => {
    open('/agreement/7');
    await waitFor(async () =>
      expect(await rowTexts()).toEqual([
        'A1 Urnele erau goale? diferă | Da | Nu',
        'Note | Am fost acolo | Am fost acolo',
      ]),
    );
    fireEvent.click(
      screen.getByLabelText('Doar întrebările cu răspunsuri diferite'),
    );
    expect(await rowTexts()).toContain('A2 Erai singur?  | Singur | Singur');
  });

  it('are decided about: the one that is believed gets a note, and keeps its state', async () => {
    open('/agreement/7');
    fireEvent.click(
      await screen.findByRole('button', {
        name: /^Aceasta e corectă ?: Dan Rus$/,
      }),
    );
    expect(await screen.findByText('considerată corectă')).toBeDefined();
    const row = await databases().intent.triage.get('42:7');
    expect(row?.history).toMatchObject([
      {
        state: 'new',
        note: 'Considerată corectă la compararea raportărilor secției.',
      },
    ]);
  });

  it('of a station with one report are not compared', async () => {
    open('/agreement/9');
    expect(
      await screen.findByText('Secția nu are două raportări de comparat'),
    ).toBeDefined();
  });
});
