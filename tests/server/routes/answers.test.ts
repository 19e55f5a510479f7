import { expect, it } from 'vitest';

import { onEachDatabase } from '../support/on-each-database';
import {
  freshServer,
  postedAnswers,
  START,
  startServer,
} from '../support/server';
import type { UserName } from '../support/server';

/** docs/api-contract.md 4.2 and 4.11. */
onEachDatabase((database) => {
  const server = freshServer(database);

  /** A phone posts, `minute` minutes after the start. */
  async function post(as: UserName, minute: number, body: unknown) {
    server().clock.now = new Date(START.getTime() + minute * 60_000);
    const path = '/api/v1/answers';
    return server().ask(path, { method: 'POST', as, body });
  }

  async function stations(query: string, as: UserName = 'organizer') {
    const page = await server().read(`/api/v1/answers${query}`, as);
    expect(page).toHaveProperty('data');
    return (page as { data: { pollingStationId: number }[] }).data.map(
      (row) => row.pollingStationId,
    );
  }

  it('shows a posted thread exactly as the contract says', async () => {
    const posted = await post(
      'maria',
      1,
      postedAnswers(205, [{ optionId: 903, value: 'tape was torn' }]),
    );
    expect(posted.status).toBe(200);
    expect(await posted.text()).toBe('');

    expect(await server().read('/api/v1/answers?page=1&pageSize=10')).toEqual({
      data: [
        {
          observerId: 41,
          pollingStationId: 7312,
          observerName: 'Maria Ionescu',
          observerPhoneNumber: '0722000041',
          pollingStationName: 'Alba Sebes 12',
          lastModified: '2026-11-22T09:01:00.000Z',
        },
      ],
      totalItems: 1,
      totalPages: 1,
      page: 1,
      pageSize: 10,
    });
    const filledIn =
      '/api/v1/answers/filledIn?pollingStationId=7312&observerId=41';
    expect(await server().read(filledIn)).toEqual([
      {
        id: 205,
        text: 'Was the ballot box sealed',
        questionTypeId: 2,
        idQuestionType: 2,
        questionId: 'A1.1',
        formCode: 'A1.1',
        answers: [
          {
            optionId: 903,
            idOption: 903,
            text: 'Other',
            isFreeText: true,
            value: 'tape was torn',
            isFlagged: false,
            flagged: false,
          },
        ],
      },
    ]);
  });

  it('puts a thread into the list of each kind of answer it has', async () => {
    await post('maria', 1, postedAnswers(206, [{ optionId: 904 }]));
    await post('maria', 2, postedAnswers(205, [{ optionId: 902 }]));
    const at13 = { pollingStationNumber: 13 };
    await post('maria', 3, postedAnswers(205, [{ optionId: 902 }], at13));
    await post('dan', 4, postedAnswers(205, [{ optionId: 901 }]));

    const rows = async (query: string) => {
      const page = await server().read(`/api/v1/answers?${query}`);
      return (page as { data: Record<string, unknown>[] }).data.map((row) => [
        row['observerId'],
        row['pollingStationId'],
        row['lastModified'],
      ]);
    };
    const urgent = [
      [41, 7313, '2026-11-22T09:03:00.000Z'],
      [41, 7312, '2026-11-22T09:02:00.000Z'],
    ];
    expect(await rows('isUrgent=true')).toEqual(urgent);
    expect(await rows('urgent=TRUE')).toEqual(urgent);
    const normal = [
      [42, 7312, '2026-11-22T09:04:00.000Z'],
      [41, 7312, '2026-11-22T09:01:00.000Z'],
    ];
    expect(await rows('')).toEqual(normal);
    expect(await rows('isUrgent=false')).toEqual(normal);
  });

  it('replaces the earlier answers to a question, at that station only', async () => {
    await post('maria', 1, postedAnswers(205, [{ optionId: 902 }]));
    await post('maria', 2, postedAnswers(206, [{ optionId: 904 }]));
    await post('maria', 3, postedAnswers(205, [{ optionId: 901 }]));
    expect(await stations('?isUrgent=true')).toEqual([]);
    expect(await stations('')).toEqual([7312]);
    const filled = await server().read(
      '/api/v1/answers/filledIn?idPollingStation=7312&idObserver=41',
    );
    expect(filled).toMatchObject([
      { id: 205, answers: [{ optionId: 901 }] },
      { id: 206, answers: [{ optionId: 904 }] },
    ]);

    // Unticking everything that was ever answered leaves no thread.
    await post('maria', 4, postedAnswers(205, []));
    await post('maria', 5, postedAnswers(206, []));
    expect(await stations('')).toEqual([]);
  });

  it('filters as asked, in any casing of the names', async () => {
    const cluj = { countyCode: 'CJ', municipalityCode: 'CJ-CLU' };
    const at13 = { pollingStationNumber: 13 };
    await post('maria', 1, postedAnswers(205, [{ optionId: 901 }]));
    await post('dan', 2, postedAnswers(205, [{ optionId: 901 }], cluj));
    await post('dan', 3, postedAnswers(205, [{ optionId: 901 }], at13));
    expect(await stations('?county=AB')).toEqual([7313, 7312]);
    expect(await stations('?COUNTY=CJ')).toEqual([7400]);
    expect(await stations('?county=XX')).toEqual([]);
    expect(await stations('?pollingStationNumber=12')).toEqual([7400, 7312]);
    expect(await stations('?pollingStationNumber=0')).toHaveLength(3);
    expect(await stations('?PollingStationNumber=12&county=CJ')).toEqual([
      7400,
    ]);
    expect(await stations('?observerPhoneNumber=000041')).toEqual([7312]);
    expect(await stations('?phoneObserver=000041')).toEqual([7312]);
    expect(await stations('?observerPhoneNumber=%25')).toEqual([]);
    expect(await stations('?observerId=42')).toEqual([7313, 7400]);
    expect(await stations('?from=now&nonsense=%00')).toHaveLength(3);
  });

  it('pages with the defaults and the formula of the contract', async () => {
    for (const number of [12, 13]) {
      const at = { pollingStationNumber: number };
      await post('maria', number, postedAnswers(205, [{ optionId: 901 }], at));
    }
    const head = async (query: string) => {
      const page = await server().read(`/api/v1/answers${query}`);
      return { ...(page as object), data: undefined };
    };
    const total = { totalItems: 2, data: undefined };
    expect(await head('')).toEqual({
      ...total,
      totalPages: 1,
      page: 1,
      pageSize: 20,
    });
    expect(await head('?page=0&pageSize=-3')).toEqual({
      ...total,
      totalPages: 1,
      page: 1,
      pageSize: 20,
    });
    expect(await head('?page=2&pageSize=1')).toEqual({
      ...total,
      totalPages: 2,
      page: 2,
      pageSize: 1,
    });
    expect(await head('?pageSize=2147483647&page=2147483647')).toMatchObject({
      totalPages: 1,
    });
    expect(await stations('?page=1&pageSize=1')).toEqual([7313]);
    expect(await stations('?page=2&pageSize=1')).toEqual([7312]);
    expect(await stations('?page=3&pageSize=1')).toEqual([]);
    expect(await head('?county=XX')).toMatchObject({
      totalItems: 0,
      totalPages: 1,
    });
    expect(await head('?county=XX&pageSize=1')).toMatchObject({
      totalItems: 0,
      totalPages: 0,
    });
  });

  it.each([
    ['page=x', 'page'],
    ['pageSize=undefined', 'pageSize'],
    ['PollingStationNumber=', 'PollingStationNumber'],
    ['isUrgent=maybe', 'isUrgent'],
    ['page=99999999999', 'page'],
    ['page=1.5', 'page'],
  ])('answers 400 to %s and names it', async (query, name) => {
    const response = await server().ask(`/api/v1/answers?${query}`, {
      as: 'organizer',
    });
    expect(response.status).toBe(400);
    expect(response.headers.get('Content-Type')).toBe(
      'application/problem+json',
    );
    expect(await response.json()).toMatchObject({
      status: 400,
      errors: { [name]: [expect.any(String)] },
    });
  });

  it('shows an NGO admin nothing of another NGO', async () => {
    await post('dan', 1, postedAnswers(205, [{ optionId: 902 }]));
    const info = {
      countyCode: 'AB',
      pollingStationNumber: 12,
      urbanArea: true,
    };
    await server().ask('/api/v1/polling-station', {
      method: 'POST',
      as: 'dan',
      body: info,
    });
    const thread = 'pollingStationId=7312&observerId=42';

    expect(await stations('?isUrgent=true', 'admin')).toEqual([]);
    expect(
      await server().read(`/api/v1/answers/filledIn?${thread}`, 'admin'),
    ).toEqual([]);
    const path = `/api/v1/answers/pollingStationInfo?${thread}`;
    expect((await server().ask(path, { as: 'admin' })).status).toBe(204);

    expect(await stations('?isUrgent=true')).toEqual([7312]);
    expect(
      await server().read(`/api/v1/answers/filledIn?${thread}`),
    ).toHaveLength(1);
    expect((await server().ask(path, { as: 'organizer' })).status).toBe(200);
  });

  it('answers with nothing for unknown or missing ids', async () => {
    const nothing = [
      '',
      '?observerId=41',
      '?observerId=999&pollingStationId=1',
    ];
    for (const query of nothing) {
      expect(await server().read(`/api/v1/answers/filledIn${query}`)).toEqual(
        [],
      );
      const path = `/api/v1/answers/pollingStationInfo${query}`;
      const info = await server().ask(path, { as: 'organizer' });
      expect(info.status).toBe(204);
      expect(await info.text()).toBe('');
    }
  });

  it('keeps station info in both families of fields, under either name', async () => {
    const path = '/api/v1/polling-station';
    const newer = {
      countyCode: 'AB',
      municipalityCode: 'AB-SEB',
      pollingStationNumber: '12',
      observerArrivalTime: '2026-11-22T05:05:00Z',
      numberOfVotersOnTheList: 1430,
      numberOfCommissionMembers: 9,
      numberOfFemaleMembers: 6,
      minPresentMembers: 5,
      chairmanPresence: true,
      singlePollingStationOrCommission: true,
      adequatePollingStationSize: false,
    };
    await server().ask(path, { method: 'POST', as: 'maria', body: newer });
    const older = {
      countyCode: 'AB',
      idPollingStation: 12,
      urbanArea: true,
      isPollingStationPresidentFemale: false,
    };
    await server().ask(path, { method: 'POST', as: 'maria', body: older });
    const leave = {
      countyCode: 'AB',
      idPollingStation: 12,
      observerLeaveTime: '2026-11-22T14:33:10.127',
    };
    const put = await server().ask(path, {
      method: 'PUT',
      as: 'maria',
      body: leave,
    });
    expect(put.status).toBe(200);

    const expected = {
      lastModified: '2026-11-22T09:00:00.000Z',
      observerArrivalTime: '2026-11-22T05:05:00.000Z',
      observerLeaveTime: '2026-11-22T14:33:10.127Z',
      urbanArea: true,
      isPollingStationPresidentFemale: false,
      numberOfVotersOnTheList: 1430,
      numberOfCommissionMembers: 9,
      numberOfFemaleMembers: 6,
      minPresentMembers: 5,
      chairmanPresence: true,
      singlePollingStationOrCommission: true,
      adequatePollingStationSize: false,
    };
    const info = '/api/v1/answers/pollingStationInfo';
    expect(
      await server().read(`${info}?ObserverId=41&PollingStationId=7312`),
    ).toEqual(expected);
    expect(
      await server().read(`${info}?ObserverId=41&PollingStationNumber=7312`),
    ).toEqual(expected);
    const both = 'PollingStationNumber=7312&PollingStationId=7312';
    expect(await server().read(`${info}?observerid=41&${both}`)).toEqual(
      expected,
    );
  });

  it.each([
    [
      'an unknown station',
      postedAnswers(205, [{ optionId: 901 }], { pollingStationNumber: 999 }),
    ],
    [
      'a number that two municipalities use',
      postedAnswers(205, [{ optionId: 901 }], {
        pollingStationNumber: 13,
        municipalityCode: null,
      }),
    ],
    ['an option of another question', postedAnswers(205, [{ optionId: 904 }])],
    ['an unknown question', postedAnswers(999, [{ optionId: 901 }])],
    [
      'a text over the limit',
      postedAnswers(205, [{ optionId: 903, value: 'x'.repeat(1001) }]),
    ],
    [
      'a sign that no text may hold',
      postedAnswers(205, [{ optionId: 903, value: 'a\u0000b' }]),
    ],
    ['no answers', { answers: [] }],
    ['a missing station', { answers: [{ questionId: 205, options: [] }] }],
    ['a list that is none', { answers: 'many' }],
  ])('refuses %s with 400 and stores nothing', async (_, body) => {
    await post('maria', 1, postedAnswers(206, [{ optionId: 904 }]));
    const response = await post('maria', 2, body);
    expect(response.status).toBe(400);
    expect(await server().read('/api/v1/answers')).toMatchObject({
      totalItems: 1,
      data: [{ lastModified: '2026-11-22T09:01:00.000Z' }],
    });
  });

  it('refuses all posted answers when one of them is wrong', async () => {
    const good = postedAnswers(205, [{ optionId: 901 }]).answers;
    const bad = postedAnswers(205, [{ optionId: 901 }], {
      countyCode: 'XX',
    }).answers;
    const response = await post('maria', 1, { answers: [...good, ...bad] });
    expect(response.status).toBe(400);
    expect(await stations('')).toEqual([]);
  });

  it('refuses answers for more stations than a transaction can hold', async () => {
    const answers = Array.from({ length: 101 }, (_, at) =>
      postedAnswers(205, [{ optionId: 902 }], { pollingStationNumber: at + 1 }),
    ).flatMap((each) => each.answers);
    const reply = await post('maria', 1, { answers });
    expect(reply.status).toBe(413);
    expect((await reply.json()).detail).toMatch(/at most 100 polling stations/);
    expect(await stations('')).toEqual([]);
  });

  it('takes an observer away from the writes once deleted', async () => {
    const { db } = database();
    await db.execute('delete from observer where id = 41');
    const body = postedAnswers(205, [{ optionId: 901 }]);
    expect((await post('maria', 1, body)).status).toBe(401);
  });

  it('survives many posts to one thread at once', async () => {
    const bodies = Array.from({ length: 12 }, (_, i) =>
      postedAnswers(205 + (i % 2), [{ optionId: i % 2 ? 904 : 901 }]),
    );
    const replies = await Promise.all(
      bodies.map((body) => post('maria', 1, body)),
    );
    expect(replies.map(({ status }) => status)).toEqual(bodies.map(() => 200));
    expect(await stations('')).toEqual([7312]);
  });

  it('has the bad habits of old servers when told so', async () => {
    const two = [{ optionId: 904 }, { optionId: 905 }];
    await post('maria', 1, postedAnswers(206, two));
    const info = {
      countyCode: 'AB',
      pollingStationNumber: 12,
      minPresentMembers: 3,
    };
    await server().ask('/api/v1/polling-station', {
      method: 'POST',
      as: 'maria',
      body: info,
    });
    const thread = 'pollingStationId=7312&observerId=41';

    const bare = startServer(database(), { quirks: { bareThreads: true } });
    const page = await bare.read('/api/v1/answers');
    expect((page as { data: unknown[] }).data).toEqual([
      {
        observerId: 41,
        pollingStationId: 7312,
        observerName: 'Maria Ionescu',
        observerPhoneNumber: '0722000041',
        pollingStationName: 'AB 12',
      },
    ]);

    const repeating = startServer(database(), {
      quirks: { repeatedQuestions: true, singleNames: true },
    });
    const question = {
      id: 206,
      text: 'Who was there',
      questionTypeId: 0,
      questionId: 'A1.2',
      formCode: 'A1.2',
      answers: [
        {
          optionId: 904,
          text: 'President',
          isFreeText: false,
          value: null,
          isFlagged: false,
        },
        {
          optionId: 905,
          text: 'Police',
          isFreeText: false,
          value: null,
          isFlagged: false,
        },
      ],
    };
    expect(await repeating.read(`/api/v1/answers/filledIn?${thread}`)).toEqual([
      question,
      question,
    ]);

    const short = startServer(database(), {
      quirks: { shortStationInfo: true },
    });
    expect(
      await short.read(`/api/v1/answers/pollingStationInfo?${thread}`),
    ).toEqual({
      lastModified: '2026-11-22T09:01:00.000Z',
      urbanArea: null,
      observerLeaveTime: null,
      observerArrivalTime: null,
      isPollingStationPresidentFemale: null,
    });
  });
});
