import { expect, it } from 'vitest';

import { applyChanges } from '@/domain/coverage/county-reports';
import { reportsOf } from '@/domain/coverage/report';
import { agreementOf } from '@/domain/questions/agreement';
import { putIntoAnswerBlock } from '@/domain/questions/answer-block';

const option = (id: number, flagged = false) => ({
  id,
  text: `${id}`,
  isFreeText: id === 3,
  flagged,
});
const questions = [
  {
    id: 31,
    code: 'A1',
    text: 'Urne goale?',
    questionType: 1 as const,
    options: [option(1), option(2, true)],
  },
  {
    id: 32,
    code: 'A2',
    text: 'Câți?',
    questionType: 2 as const,
    options: [option(3)],
  },
];

type Told = [
  station: number,
  observer: number,
  ...answers: [question: number, option: number, text?: string][],
];

function compare(...told: Told[]) {
  const reports = reportsOf(
    applyChanges(
      [],
      told.map(([pollingStationId, observerId]) => ({
        after: {
          observerId,
          pollingStationId,
          lastModified: 1,
          list: 'all' as const,
          county: 'AB',
          stationNumber: pollingStationId,
        },
      })),
    ),
  );
  const block = putIntoAnswerBlock(
    0,
    undefined,
    told.map(([pollingStationId, observerId, ...answers]) => ({
      pollingStationId,
      observerId,
      answers: answers.map(([questionId, optionId, text]) => ({
        questionId,
        options: [{ optionId, ...(text === undefined ? {} : { text }) }],
      })),
    })),
  );
  return agreementOf([block], reports, {}, questions);
}

it('lists stations with two reports, flagged contradictions first, then most', () => {
  const { stations } = compare(
    [1, 41, [32, 3, '10']],
    [1, 42, [32, 3, '11']],
    [2, 41, [31, 1]],
    [2, 42, [31, 2]],
    [3, 41, [31, 1]],
    [3, 42, [31, 1]],
    [4, 41, [31, 1]],
  );
  expect(
    stations.map(({ pollingStationId, contradictions, flagged }) => [
      pollingStationId,
      [...contradictions],
      flagged,
    ]),
  ).toEqual([
    [2, [[31, 'options']], 1],
    [1, [[32, 'numbers']], 0],
    [3, [], 0],
  ]);
});

it('says how many stations agree about a question', () => {
  const { questions: shares, readable } = compare(
    [2, 41, [31, 1], [32, 3, '10']],
    [2, 42, [31, 2]],
    [3, 41, [31, 1]],
    [3, 42, [31, 1]],
  );
  expect(readable).toBe(4);
  expect(shares.get(31)).toEqual({ compared: 2, agreed: 1 });
  // Only one of them answered it.
  expect(shares.get(32)).toBeUndefined();
});

it('takes no text for a contradiction, nor a number in another spelling', () => {
  const { stations } = compare(
    [1, 41, [32, 3, '1.000']],
    [1, 42, [32, 3, '1000']],
    [1, 43, [32, 3, 'o mie']],
  );
  expect(stations[0]?.contradictions.size).toBe(0);
  expect(stations[0]?.observerIds).toEqual([41, 42, 43]);
});

it('compares nothing that no published form asks', () => {
  const { stations, questions: shares } = compare(
    [1, 41, [99, 1]],
    [1, 42, [99, 2]],
  );
  expect(stations[0]?.contradictions.size).toBe(0);
  expect(shares.size).toBe(0);
});
