import * as fc from 'fast-check';
import { beforeAll, expect, it } from 'vitest';

import { operations } from '../../../server/app';
import { holdElection } from '../support/election';
import { resetFixtures } from '../support/fixtures';
import { onEachDatabase } from '../support/on-each-database';
import { startServer, type TestServer } from '../support/server';

/** Enough to meet each route; `FUZZ_RUNS` says how many for a thorough search. */
const RUNS = Number(process.env['FUZZ_RUNS'] ?? 150);
const LONGEST_RUN_MS = 400;

// prettier-ignore
const LITERALS: unknown[] = [
  null, true, false, 0, -1, 1, 41, 12, 31, 205, 901, 7312, 2 ** 31, 1.5, 1e300,
  '', ' ', '41', '-1', 'true', 'AB', 'NaN', 'undefined', '%', '_', '\\', '\0',
  "'; drop table form; --", '\u0001', '\ud800', '=1+1', '<b>', '2026-11-22',
  '2026-99-99T99:99:99Z', 'x'.repeat(1_001),
];

const scalar = fc.oneof(
  fc.constantFrom<unknown>(...LITERALS),
  fc.string(),
  fc.integer(),
);
const value = fc.oneof(
  { weight: 6, arbitrary: scalar },
  { weight: 1, arbitrary: fc.array(scalar, { maxLength: 3 }) },
  { weight: 1, arbitrary: fc.dictionary(fc.string(), scalar, { maxKeys: 2 }) },
);

/** Every name that some route reads, so that values arrive where they matter. */
const NAMES = `
  id observerId idObserver pollingStationId name phone pin number Page
  pageSize county pollingStationNumber isUrgent countyCodes
  fromPollingStationNumber formId draft toPollingStationNumber
  currentlyCheckedIn groupingType from formCode to idNgo phoneObserver
  countyId diaspora action phoneNumber channel title message recipients code
  description currentVersion order shortName isActive isOrganizer account
  password user fcmToken uniqueId address answers countyCode
  municipalityCode idQuestion observerArrivalTime urbanArea
  numberOfVotersOnTheList token channelName questionId includeRelatedData
  text state note setAt after before ngoId current next accountId dryRun
  organizer
`
  .trim()
  .split(/\s+/);
const fields = fc.dictionary(fc.constantFrom(...NAMES), value, { maxKeys: 6 });

const option = fc.record(
  { id: value, text: value, isFreeText: value, flagged: value },
  { requiredKeys: [] },
);
const question = fc.record(
  {
    id: value,
    code: value,
    text: value,
    questionType: value,
    optionsToQuestions: fc.oneof(fc.array(option, { maxLength: 2 }), value),
  },
  { requiredKeys: [] },
);
const section = fc.record(
  {
    id: value,
    code: value,
    description: value,
    questions: fc.oneof(fc.array(question, { maxLength: 2 }), value),
  },
  { requiredKeys: [] },
);
const form = fc.record({
  id: value,
  code: fc.oneof(fc.constantFrom('A', 'N'), value),
  description: fc.oneof(fc.constant('x'), value),
  formSections: fc.oneof(fc.array(section, { maxLength: 2 }), value),
});
const answers = fc.record({
  answers: fc.array(
    fc.record({
      questionId: fc.oneof(fc.constantFrom(205, 206), value),
      countyCode: fc.oneof(fc.constant('AB'), value),
      pollingStationNumber: fc.oneof(fc.constant(12), value),
      options: fc.oneof(
        fc.array(fc.record({ optionId: value, value }), { maxLength: 2 }),
        value,
      ),
    }),
    { maxLength: 2 },
  ),
});
const broken = fc.constantFrom(
  '{',
  'null',
  '[]',
  '""',
  '12',
  'a=1&b=2',
  '{"a":}',
);
const body = fc.oneof(
  { weight: 4, arbitrary: fields },
  { weight: 2, arbitrary: form },
  { weight: 1, arbitrary: answers },
  { weight: 1, arbitrary: broken },
);

const table = fc
  .array(fc.array(fc.string({ maxLength: 12 }), { maxLength: 5 }), {
    maxLength: 4,
  })
  .chain((rows) =>
    fc
      .constantFrom(',', '\t', '","', '\0')
      .map((separator) =>
        rows.map((cells) => cells.join(separator)).join('\r\n'),
      ),
  );

const routes = operations
  // It reads nothing and only takes long.
  .filter(({ path }) => !path.includes('v2/export'))
  .map(({ method, path, role, multipart }) => ({
    method: method.toUpperCase(),
    path,
    role,
    isMultipart: multipart !== undefined,
  }));

const request = fc.record({
  route: fc.constantFrom(...routes),
  inPath: fc.array(
    fc.oneof(fc.constantFrom('12', '41', '1', '2', '31'), fc.string()),
    {
      minLength: 3,
      maxLength: 3,
    },
  ),
  query: fields,
  body,
  table,
});

/** No request of a generated kind is answered with 500: a mistake is a 400. */
onEachDatabase((database) => {
  let server: TestServer;
  const failures: string[] = [];

  beforeAll(async () => {
    await resetFixtures(database().db);
    await holdElection(database().db);
    server = startServer(database(), { log: (line) => failures.push(line) });
  });

  it(
    'answers every request with something better than 500',
    async () => {
      await fc.assert(
        fc.asyncProperty(request, async (sent) => {
          const { route, query } = sent;
          const parts = [...sent.inPath];
          const path = route.path.replace(/\{\w+\}/g, () =>
            encodeURIComponent(wellFormed(parts.pop() ?? '1') || '1'),
          );
          const search = new URLSearchParams(
            Object.entries(query).map(([name, one]) => [
              name,
              wellFormed(typeof one === 'string' ? one : JSON.stringify(one)),
            ]),
          );
          const reply = await server.ask(`${path}?${search}`, {
            method: route.method,
            as:
              route.role === 'observer'
                ? 'maria'
                : route.path.includes('/ngoadmin')
                  ? 'admin'
                  : 'organizer',
            ...(route.method === 'GET' ? {} : { body: bodyOf(sent) }),
          });
          // A stream of events has no end.
          const type = reply.headers.get('Content-Type');
          if (type === 'text/event-stream') await reply.body?.cancel();
          else await reply.arrayBuffer();
          expect([reply.status, ...failures]).not.toContain(500);
          expect(failures).toEqual([]);
          expect(reply.status).toBeLessThan(500);
        }),
        { numRuns: RUNS },
      );
    },
    RUNS * LONGEST_RUN_MS,
  );

  function bodyOf(
    sent: { route: (typeof routes)[number] } & Record<
      'body' | 'query' | 'table',
      unknown
    >,
  ) {
    if (!sent.route.isMultipart) return sent.body;
    const form = new FormData();
    const file = new File([wellFormed(String(sent.table))], 'rows.csv');
    form.set('file', file);
    form.set('CsvFile', file);
    for (const [name, one] of Object.entries(sent.query ?? {})) {
      form.set(name, wellFormed(JSON.stringify(one)));
    }
    return form;
  }
});

/** Lone surrogates cannot stand in an address or a form. */
function wellFormed(text: string): string {
  return text.replace(/\p{Surrogate}/gu, '?');
}
