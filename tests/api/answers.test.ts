import { afterEach, describe, expect, it, vi } from 'vitest';

import type { ThreadQuery } from '@/api/answers';
import { getAnswerExtra, getAnswers, getThreads } from '@/api/answers';

import { serverSaying } from './support/fake-server';

afterEach(() => {
  vi.unstubAllEnvs();
});

const question: ThreadQuery = {
  list: 'all',
  filter: {},
  page: 1,
  pageSize: 10,
};
const noThreads =
  '{ "data": [], "totalItems": 0, "totalPages": 1, "page": 1, "pageSize": 10 }';

describe('thread rows (docs/api-contract.md 4.2)', () => {
  it('with phone and date, as newer servers write them', async () => {
    const { client } = serverSaying(`{ "data": [
      { "observerId": 41, "pollingStationId": 7312, "observerName": "Maria Ionescu", "observerPhoneNumber": "0722000041",
        "pollingStationName": "Alba Sebes 12", "lastModified": "2023-10-15T08:12:45.123456Z" } ],
      "totalItems": 231, "totalPages": 24, "page": 1, "pageSize": 10 }`);
    expect(await getThreads(client, question)).toEqual({
      ok: true,
      status: 200,
      value: {
        data: [
          {
            key: '41:7312',
            observerId: 41,
            pollingStationId: 7312,
            observerName: 'Maria Ionescu',
            observerPhone: '0722000041',
            pollingStationName: 'Alba Sebes 12',
            lastModified: Date.UTC(2023, 9, 15, 8, 12, 45, 123),
          },
        ],
        totalItems: 231,
        totalPages: 24,
        page: 1,
        pageSize: 10,
      },
    });
  });

  it.each([
    [
      'without a date, as older servers write them',
      `{ "observerId": 41, "pollingStationId": 7312, "observerName": "Maria Ionescu",
         "observerPhoneNumber": "0722000041", "pollingStationName": "AB 12" }`,
      { observerPhone: '0722000041', pollingStationName: 'AB 12' },
    ],
    [
      'with the four fields of the specification only',
      `{ "observerId": 41, "pollingStationId": 7312, "observerName": "Maria Ionescu", "pollingStationName": "AB 12" }`,
      { pollingStationName: 'AB 12' },
    ],
    [
      'with nulls where something is missing',
      `{ "observerId": 41, "pollingStationId": 7312, "observerName": "Maria Ionescu",
         "observerPhoneNumber": null, "pollingStationName": null, "lastModified": null }`,
      { pollingStationName: '' },
    ],
    [
      'with fields that nobody knows yet',
      `{ "observerId": 41, "pollingStationId": 7312, "observerName": "Maria Ionescu", "pollingStationName": "AB 12",
         "municipality": { "id": 5 } }`,
      { pollingStationName: 'AB 12' },
    ],
  ])('%s', async (_name, row, expected) => {
    const { client } = serverSaying(
      `{ "data": [ ${row} ], "totalItems": 1, "totalPages": 1, "page": 1, "pageSize": 10 }`,
    );
    const reply = await getThreads(client, question);
    expect(reply.ok && reply.value?.data).toEqual([
      {
        key: '41:7312',
        observerId: 41,
        pollingStationId: 7312,
        observerName: 'Maria Ionescu',
        ...expected,
      },
    ]);
  });

  it.each([
    ['2023-10-15T08:12:45.123456Z', Date.UTC(2023, 9, 15, 8, 12, 45, 123)],
    // No zone means UTC, wherever the reader sits.
    ['2020-12-06T14:33:10.127', Date.UTC(2020, 11, 6, 14, 33, 10, 127)],
    ['2020-12-06T14:33:10', Date.UTC(2020, 11, 6, 14, 33, 10)],
    ['2020-12-06T14:33:10+02:00', Date.UTC(2020, 11, 6, 12, 33, 10)],
    ['2020-12-06T14:33:10-0330', Date.UTC(2020, 11, 6, 18, 3, 10)],
    // Before 1970: never set (docs/api-contract.md 4.6).
    ['0001-01-01T00:00:00', undefined],
    ['0001-01-01T00:00:00Z', undefined],
    ['yesterday', undefined],
    ['', undefined],
  ])('the date %s, read far from Greenwich', async (text, expected) => {
    vi.stubEnv('TZ', 'America/New_York');
    expect(new Date(0).getTimezoneOffset()).toBe(300);
    const { client } = serverSaying(`{ "data": [
      { "observerId": 41, "pollingStationId": 7312, "lastModified": "${text}" } ],
      "totalItems": 1, "totalPages": 1, "page": 1, "pageSize": 10 }`);
    const reply = await getThreads(client, question);
    const [row] = (reply.ok && reply.value?.data) || [];
    expect(row?.key).toBe('41:7312');
    expect(row?.lastModified).toBe(expected);
  });

  it.each([
    ['a row without an id', '{ "pollingStationId": 7312 }'],
    ['a row whose id is text', '{ "observerId": "x", "pollingStationId": 1 }'],
    ['a row that is null', 'null'],
  ])('%s is not taken for a list', async (_name, row) => {
    const { client } = serverSaying(
      `{ "data": [ ${row} ], "totalItems": 1, "totalPages": 1, "page": 1, "pageSize": 10 }`,
    );
    expect(await getThreads(client, question)).toEqual({
      ok: false,
      failure: { kind: 'unreadable', status: 200 },
    });
  });
});

describe('the question for threads (docs/api-contract.md 5)', () => {
  it.each<[string, Partial<ThreadQuery>, string]>([
    ['nothing but the page', {}, 'page=1&pageSize=10'],
    [
      'the page always as a number',
      { page: 3, pageSize: 20 },
      'page=3&pageSize=20',
    ],
    [
      'urgent threads under both names',
      { list: 'urgent' },
      'page=1&pageSize=10&urgent=true&isUrgent=true',
    ],
    [
      'every filter under the list’s own name',
      { filter: { county: 'AB', pollingStationNumber: 12 } },
      'page=1&pageSize=10&county=AB&pollingStationNumber=12',
    ],
    [
      'zero',
      { filter: { pollingStationNumber: 0 } },
      'page=1&pageSize=10&pollingStationNumber=0',
    ],
    [
      'no empty text',
      { filter: { county: '', observerPhone: '' } },
      'page=1&pageSize=10',
    ],
    [
      'a phone with a plus that stays a plus',
      { filter: { observerPhone: '+40 722' } },
      'page=1&pageSize=10&observerPhoneNumber=%2B40+722',
    ],
    [
      'no from and to: the server has no such filter',
      { filter: { from: 5, to: 6 } },
      'page=1&pageSize=10',
    ],
  ])('sends %s', async (_name, changes, expected) => {
    const { client, sent } = serverSaying(noThreads);
    await getThreads(client, { ...question, ...changes });
    expect(sent.map(({ method, url }) => [method, url])).toEqual([
      ['GET', `http://server.test/api/v1/answers?${expected}`],
    ]);
  });

  it('sends the validator it is given and takes 304 for an answer', async () => {
    const { client, sent } = serverSaying('', { status: 304 });
    const reply = await getThreads(client, { ...question, etag: '"v1"' });
    expect(sent[0]?.headers.get('if-none-match')).toBe('"v1"');
    expect(reply).toEqual({ ok: true, status: 304, value: undefined });
  });
});

describe('completed answers (docs/api-contract.md 4.2)', () => {
  it.each([
    [
      'new names',
      `[ { "id": 205, "text": "Was the ballot box sealed", "questionTypeId": 2, "questionId": "A1.1", "formCode": "A1.1",
           "answers": [ { "optionId": 903, "text": "Other", "isFreeText": true, "value": "tape was torn", "isFlagged": true } ] } ]`,
    ],
    [
      'old names',
      `[ { "id": 205, "text": "Was the ballot box sealed", "idQuestionType": 2, "idQuestion": "A1.1", "formCode": "A1.1",
           "answers": [ { "idOption": 903, "text": "Other", "isFreeText": true, "value": "tape was torn", "flagged": true } ] } ]`,
    ],
    [
      'both names',
      `[ { "id": 205, "text": "Was the ballot box sealed", "questionTypeId": 2, "questionId": "A1.1", "formCode": "A1.1",
           "answers": [ { "optionId": 903, "idOption": 903, "text": "Other", "isFreeText": true, "value": "tape was torn",
                          "isFlagged": true, "flagged": true } ] } ]`,
    ],
    [
      'a new name that says no where the old one says yes',
      `[ { "id": 205, "answers": [ { "optionId": 903, "idOption": 1, "text": "Other", "isFreeText": true,
           "value": "tape was torn", "isFlagged": true, "flagged": false } ] } ]`,
    ],
  ])('with %s', async (_name, body) => {
    const { client } = serverSaying(body);
    const reply = await getAnswers(client, 41, 7312);
    expect(reply.ok && reply.value).toEqual([
      {
        questionId: 205,
        options: [
          {
            optionId: 903,
            text: 'Other',
            isFreeText: true,
            value: 'tape was torn',
            flagged: true,
          },
        ],
      },
    ]);
  });

  it('that repeat a question once per option come once', async () => {
    const twice = `"answers": [
      { "optionId": 901, "text": "Da", "isFreeText": false, "value": null, "isFlagged": false },
      { "optionId": 903, "text": "Altfel", "isFreeText": true, "value": "", "isFlagged": null } ]`;
    const { client } = serverSaying(`[
      { "id": 205, ${twice} }, { "id": 206, "answers": [] }, { "id": 205, ${twice} } ]`);
    const reply = await getAnswers(client, 41, 7312);
    expect(reply.ok && reply.value).toEqual([
      {
        questionId: 205,
        options: [
          { optionId: 901, text: 'Da', isFreeText: false, flagged: false },
          { optionId: 903, text: 'Altfel', isFreeText: true, flagged: false },
        ],
      },
      { questionId: 206, options: [] },
    ]);
  });

  it('of a pair that answered nothing are none', async () => {
    const { client, sent } = serverSaying('[]');
    const reply = await getAnswers(client, 41, 7312);
    expect(reply).toEqual({ ok: true, status: 200, value: [] });
    expect(sent[0]?.url).toBe(
      'http://server.test/api/v1/answers/filledIn?pollingStationId=7312&observerId=41',
    );
  });

  it('are unreadable when nothing comes where a list is due', async () => {
    const { client } = serverSaying('', { status: 204 });
    expect(await getAnswers(client, 41, 7312)).toEqual({
      ok: false,
      failure: { kind: 'unreadable', status: 204 },
    });
  });
});

describe('what was noted about the station (docs/api-contract.md 4.2)', () => {
  it('asks with every name that servers read, always the id', async () => {
    const { client, sent } = serverSaying('', { status: 204 });
    await getAnswerExtra(client, 41, 7312);
    expect(sent[0]?.path).toBe('/api/v1/answers/pollingStationInfo');
    expect(sent[0]?.query).toEqual([
      ['ObserverId', '41'],
      ['PollingStationNumber', '7312'],
      ['PollingStationId', '7312'],
    ]);
  });

  it.each([
    ['nothing (204)', '', 204, null],
    ['nothing (200 with an empty body)', '', 200, null],
    ['null', 'null', 200, null],
    [
      'the five fields of older servers',
      `{ "lastModified": "2020-12-06T14:33:10.127", "urbanArea": true, "observerLeaveTime": null,
         "observerArrivalTime": "2020-12-06T06:05:00", "isPollingStationPresidentFemale": false }`,
      200,
      {
        lastModified: Date.UTC(2020, 11, 6, 14, 33, 10, 127),
        observerArrivalTime: Date.UTC(2020, 11, 6, 6, 5),
        urbanArea: true,
        isPollingStationPresidentFemale: false,
      },
    ],
    [
      'fields that the server has but nobody filled',
      '{ "urbanArea": null, "isPollingStationPresidentFemale": null, "observerArrivalTime": "0001-01-01T00:00:00" }',
      200,
      { urbanArea: null, isPollingStationPresidentFemale: null },
    ],
    [
      'the ten fields of newer servers',
      `{ "lastModified": "2023-10-15T05:10:00Z", "observerArrivalTime": "2023-10-15T05:05:00Z", "observerLeaveTime": null,
         "numberOfVotersOnTheList": 1430, "numberOfCommissionMembers": 9, "numberOfFemaleMembers": 0, "minPresentMembers": 5,
         "chairmanPresence": true, "singlePollingStationOrCommission": true, "adequatePollingStationSize": false }`,
      200,
      {
        lastModified: Date.UTC(2023, 9, 15, 5, 10),
        observerArrivalTime: Date.UTC(2023, 9, 15, 5, 5),
        numberOfVotersOnTheList: 1430,
        numberOfCommissionMembers: 9,
        numberOfFemaleMembers: 0,
        minPresentMembers: 5,
        chairmanPresence: true,
        singlePollingStationOrCommission: true,
        adequatePollingStationSize: false,
      },
    ],
    [
      'both families at once',
      `{ "observerLeaveTime": "2023-10-15T19:00:00Z", "urbanArea": false, "isPollingStationPresidentFemale": true,
         "numberOfVotersOnTheList": 7, "chairmanPresence": null }`,
      200,
      {
        observerLeaveTime: Date.UTC(2023, 9, 15, 19),
        urbanArea: false,
        isPollingStationPresidentFemale: true,
        numberOfVotersOnTheList: 7,
      },
    ],
  ])('reads %s', async (_name, body, status, value) => {
    const { client } = serverSaying(body, { status });
    expect(await getAnswerExtra(client, 41, 7312)).toEqual({
      ok: true,
      status,
      value,
    });
  });
});
