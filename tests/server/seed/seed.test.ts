import { getTableName, sql } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import type { OpenDatabase } from '../../../server/db/database';
import { openDatabase } from '../../../server/db/open';
import * as schema from '../../../server/db/schema';
import { demoPin } from '../../../server/seed/names';
import { seedDemo } from '../../../server/seed/seed';
import type { SeedSummary } from '../../../server/seed/seed';
import { isPasswordRight } from '../../../server/services/password';
import { DAY_ENDED, loadDemo, SEED_TIMEOUT_MS } from '../support/demo';
import { loadPgliteImage } from '../support/pglite-image';
import { newPostgresDatabase } from '../support/postgres';

const DAY_MS = 17 * 60 * 60_000;
const PICTURE_BYTES = 60_000;

const TABLES = [
  schema.ngo,
  schema.ngoAdmin,
  schema.observer,
  schema.county,
  schema.municipality,
  schema.pollingStation,
  schema.form,
  schema.formSection,
  schema.question,
  schema.option,
  schema.answer,
  schema.thread,
  schema.stationInfo,
  schema.note,
  schema.blob,
  schema.filePart,
  schema.attachment,
];

const silently = () => {};

const postgres = await newPostgresDatabase();
process.stdout.write(
  `Databases of this file: PGlite, ${postgres ? 'PostgreSQL' : 'PGlite again'}\n`,
);

let first: OpenDatabase;
let second: OpenDatabase;
let summary: SeedSummary;

beforeAll(async () => {
  ({ database: first, summary } = await loadDemo());
  // Times as text depend on the zone of the session, so both say UTC.
  const url = postgres ? new URL(postgres) : undefined;
  url?.searchParams.set('options', '-c TimeZone=UTC');
  second = await openDatabase(
    url ? { url: url.href } : { image: await loadPgliteImage() },
  );
  await seedDemo(second.db, 'S', DAY_ENDED, silently);
}, SEED_TIMEOUT_MS);

afterAll(() => second.close());

/** The rows of a query on the first database. */
async function ask(
  query: string,
  place = first,
): Promise<Record<string, unknown>[]> {
  const result: unknown = await place.db.execute(sql.raw(query));
  if (!hasRows(result)) throw new Error('The driver gave no rows');
  return result.rows;
}

function hasRows(
  result: unknown,
): result is { rows: Record<string, unknown>[] } {
  return (
    typeof result === 'object' &&
    result !== null &&
    'rows' in result &&
    Array.isArray(result.rows)
  );
}

/** The first number of the first row. */
async function count(query: string): Promise<number> {
  const [row] = await ask(query);
  return Number(Object.values(row ?? {})[0]);
}

/** One text for all rows of a table, without the salted hashes and the transactions. */
async function fingerprint(
  place: OpenDatabase,
  table: PgTable,
): Promise<unknown> {
  const [row] = await ask(
    `select count(*)::int as rows, md5(string_agg(line, ',' order by line collate "C")) as hash
     from (select (to_jsonb(t) - 'pin' - 'password' - 'changed_in')::text as line
           from "${getTableName(table)}" t) lines`,
    place,
  );
  return row;
}

describe('the demo of size S', () => {
  it('has exactly the observers and threads of its size', async () => {
    expect(summary).toMatchObject({
      size: 'S',
      observers: 850,
      threads: 1500,
      counties: 43,
    });
    expect(await count('select count(*) from observer')).toBe(850);
    expect(await count('select count(*) from thread')).toBe(1500);
    expect(
      await count(
        `select count(*) from
         (select distinct observer_id, polling_station_id from answer) pairs`,
      ),
    ).toBe(1500);
  });

  it('counts in its summary what is stored', async () => {
    const tables = {
      stations: 'polling_station',
      forms: 'form',
      answers: 'answer',
      stationInfos: 'station_info',
      notes: 'note',
      attachments: 'attachment',
    } as const;
    for (const [key, table] of Object.entries(tables)) {
      const stored = await count(`select count(*) from ${table}`);
      expect(summary, table).toMatchObject({ [key]: stored });
      expect(stored, table).toBeGreaterThan(0);
    }
  });

  it('is the same in every database', async () => {
    for (const table of TABLES) {
      const here = await fingerprint(first, table);
      expect(here, getTableName(table)).toMatchObject({
        hash: expect.stringMatching(/^[0-9a-f]{32}$/),
      });
      expect(await fingerprint(second, table), getTableName(table)).toEqual(
        here,
      );
    }
  });

  it('lets the next row have a new id', async () => {
    const [row] = await second.db
      .insert(schema.observer)
      .values({ ngoId: 1, phone: '0799999999', name: 'Nou', pin: 'x' })
      .returning();
    expect(row?.id).toBe(851);
  });

  it('is all or nothing', async () => {
    await ask(
      `truncate ${TABLES.map((table) => `"${getTableName(table)}"`).join()} cascade`,
      second,
    );
    // Half way: people and places are stored, answers are not.
    const stop = (line: string) => {
      if (line.includes('places, forms and observers')) throw new Error('stop');
    };
    await expect(seedDemo(second.db, 'S', DAY_ENDED, stop)).rejects.toThrow(
      'stop',
    );
    for (const table of [schema.ngo, schema.form, schema.observer]) {
      expect(await second.db.$count(table)).toBe(0);
    }
  });
});

describe('places of the demo', () => {
  it('are the 42 counties and the diaspora, in Romanian letters', async () => {
    const counties = await ask(
      'select code, name, diaspora from county order by "order"',
    );
    expect(counties).toHaveLength(43);
    expect(counties.filter(({ diaspora }) => diaspora)).toEqual([
      { code: 'D', name: 'Diaspora', diaspora: true },
    ]);
    expect(counties).toContainEqual({
      code: 'IS',
      name: 'Iași',
      diaspora: false,
    });
    expect(new Set(counties.map(({ code }) => code)).size).toBe(43);
  });

  it('are written with a comma below, never with a cedilla', async () => {
    const texts = await ask(
      `select name as text from county union select name from municipality
       union select address from polling_station union select text from question
       union select text from option union select value from answer
       union select text from note union select name from observer
       union select description from form union select description from form_section`,
    );
    const all = texts.map(({ text }) => String(text)).join('\n');
    expect(all).not.toMatch(/[ŞşŢţ]/);
    expect(all).toMatch(/ș/);
    expect(all).toMatch(/ț/);
  });

  it('number the stations of each county from 1 without gaps', async () => {
    const counties = await ask(
      `select c.code, count(*)::int as stations, min(s.number) as low,
              max(s.number) as high, count(distinct s.number)::int as numbers
       from polling_station s join county c on c.id = s.county_id group by c.code`,
    );
    expect(counties).toHaveLength(43);
    for (const { stations, low, high, numbers } of counties) {
      expect({ low, high, numbers }).toEqual({
        low: 1,
        high: stations,
        numbers: stations,
      });
    }
    const home = await count(
      `select count(*) from polling_station s join county c on c.id = s.county_id
       where not c.diaspora`,
    );
    expect(home).toBeGreaterThan(18_500);
    expect(home).toBeLessThan(18_900);
  });

  it('agree: a station is in the county of its municipality', async () => {
    expect(
      await count(
        `select count(*) from polling_station s
         join municipality m on m.id = s.municipality_id
         where m.county_id <> s.county_id`,
      ),
    ).toBe(0);
    expect(
      await count(
        `select count(*) from municipality m join county c on c.id = m.county_id
         where m.code not like c.code || '-%'`,
      ),
    ).toBe(0);
    expect(
      await count(
        'select count(*) - count(distinct code) as repeated from municipality',
      ),
    ).toBe(0);
  });
});

describe('people of the demo', () => {
  it('sign in with the accounts that the start prints', async () => {
    const admins = await ask(
      `select account, password, organizer, ngo.is_active from ngo_admin
       join ngo on ngo.id = ngo_id order by account`,
    );
    expect(admins).toMatchObject([
      { account: 'admin@demo.org', organizer: false, is_active: true },
      { account: 'organizer@demo.org', organizer: true, is_active: true },
    ]);
    const passwords = admins.map(({ password }) => String(password));
    expect(await isPasswordRight('demo-admin', passwords[0] ?? '')).toBe(true);
    expect(await isPasswordRight('demo-organizer', passwords[1] ?? '')).toBe(
      true,
    );
  });

  it('are observers of both NGOs with phones of nobody', async () => {
    const observers = await ask('select * from observer order by id');
    const phones = observers.map(({ phone }) => String(phone));
    expect(new Set(phones).size).toBe(850);
    for (const phone of phones) {
      expect(phone).toMatch(/^(0|\+40)700000\d{3}$/);
    }
    expect(phones.filter((phone) => phone.startsWith('+'))).toHaveLength(70);
    expect(observers.filter((row) => row['ngo_id'] === 1)).toHaveLength(595);
    const tests = observers.filter((row) => row['is_test_observer']);
    expect(tests.length).toBeGreaterThan(2);
    expect(tests.length).toBeLessThan(30);
  });

  it('log in on the phone with the pin that the phone number gives', async () => {
    const observers = await ask('select phone, pin from observer limit 12');
    for (const { phone, pin } of observers) {
      const plain = demoPin(String(phone));
      expect(plain).toMatch(/^\d{4}$/);
      expect(await isPasswordRight(plain, String(pin))).toBe(true);
    }
  });

  it('are partly never seen, and partly seen by a note alone', async () => {
    const [unheard] = await ask(
      `select count(*)::int as without_report,
              count(*) filter (where exists
                (select 1 from note n where n.observer_id = o.id))::int as with_note,
              count(*) filter (where o.device_id is null)::int as without_phone
       from observer o where not exists
       (select 1 from answer a where a.observer_id = o.id)`,
    );
    expect(unheard).toEqual({
      without_report: 68,
      with_note: 17,
      without_phone: 51,
    });
  });

  it('are partly silent for long', async () => {
    const silentFor = (hours: number) =>
      count(
        `select count(*) from (
           select observer_id, max(last_modified) as at from answer group by 1
         ) seen where at < timestamptz '${DAY_ENDED.toISOString()}'
                          - interval '${hours} hours'`,
      );
    const active = (await silentFor(0)) - (await silentFor(1));
    expect(active).toBeGreaterThan(200);
    expect(await silentFor(2)).toBeGreaterThan(200);
    expect(await silentFor(10)).toBeGreaterThan(50);
  });
});

describe('forms of the demo', () => {
  it('are A to D published and one draft', async () => {
    expect(
      await ask('select code, diaspora, draft from form order by "order"'),
    ).toEqual([
      { code: 'A', diaspora: false, draft: false },
      { code: 'B', diaspora: false, draft: false },
      { code: 'C', diaspora: false, draft: false },
      { code: 'D', diaspora: true, draft: false },
      { code: 'E', diaspora: false, draft: true },
    ]);
  });

  it('have 2 to 4 sections, 8 to 15 questions and short codes', async () => {
    const forms = await ask(
      `select f.code, count(distinct s.id)::int as sections, count(q.id)::int as questions,
              max(length(s.code)) as longest
       from form f join form_section s on s.form_id = f.id
       join question q on q.section_id = s.id group by f.code`,
    );
    expect(forms).toHaveLength(5);
    for (const { code, sections, questions, longest } of forms) {
      expect(sections, String(code)).toBeGreaterThanOrEqual(2);
      expect(sections, String(code)).toBeLessThanOrEqual(4);
      expect(questions, String(code)).toBeGreaterThanOrEqual(8);
      expect(questions, String(code)).toBeLessThanOrEqual(15);
      expect(longest).toBeLessThanOrEqual(4);
    }
    const [firstQuestion] = await ask(
      'select code from question order by id limit 1',
    );
    expect(firstQuestion).toEqual({ code: 'A1.1' });
  });

  it('use all question types, flags and free texts', async () => {
    for (const code of ['A', 'B', 'C', 'D']) {
      const [kinds] = await ask(
        `select array_agg(distinct q.question_type order by q.question_type) as types,
                count(*) filter (where o.flagged)::int as flagged,
                count(*) filter (where o.is_free_text)::int as free
         from option o join question q on q.id = o.question_id
         join form_section s on s.id = q.section_id
         join form f on f.id = s.form_id where f.code = '${code}'`,
      );
      expect(kinds).toMatchObject({ types: [0, 1, 2, 3] });
      expect(kinds?.['flagged']).toBeGreaterThan(4);
      expect(kinds?.['free']).toBeGreaterThan(1);
    }
    // Only the types with text have options with text.
    expect(
      await count(
        `select count(*) from option o join question q on q.id = o.question_id
         where o.is_free_text and q.question_type not in (2, 3)`,
      ),
    ).toBe(0);
  });
});

describe('answers of the demo', () => {
  it('belong to their question, of a published form of that place', async () => {
    expect(
      await count(
        `select count(*) from answer a join option o on o.id = a.option_id
         where o.question_id <> a.question_id`,
      ),
    ).toBe(0);
    expect(
      await count(
        `select count(*) from answer a join question q on q.id = a.question_id
         join form_section fs on fs.id = q.section_id
         join form f on f.id = fs.form_id
         join polling_station s on s.id = a.polling_station_id
         join county c on c.id = s.county_id
         where f.draft or (f.code = 'D') <> c.diaspora and f.code in ('B', 'D')`,
      ),
    ).toBe(0);
  });

  it('are one per single choice and sometimes more per multiple choice', async () => {
    const most = await ask(
      `select question_type, max(options)::int as most from (
         select q.question_type, count(*) as options from answer a
         join question q on q.id = a.question_id
         group by a.observer_id, a.polling_station_id, q.id, q.question_type
       ) counted group by question_type order by question_type`,
    );
    expect(most).toEqual([
      { question_type: 0, most: 2 },
      { question_type: 1, most: 1 },
      { question_type: 2, most: 1 },
      { question_type: 3, most: 2 },
    ]);
  });

  it('have a text on free-text options only', async () => {
    expect(
      await count(
        `select count(*) from answer a join option o on o.id = a.option_id
         where a.value is not null and not o.is_free_text`,
      ),
    ).toBe(0);
    const texts = await ask('select value from answer where value is not null');
    const lengths = texts.map(({ value }) => String(value).length);
    expect(texts.length).toBeGreaterThan(500);
    expect(Math.max(...lengths)).toBeGreaterThan(185);
    expect(Math.max(...lengths)).toBeLessThanOrEqual(1000);
    expect(texts).toContainEqual({
      value: expect.stringContaining('<b>urna</b> & "ștampila"'),
    });
  });

  it('make 12 to 15 % of the threads urgent and none urgent only', async () => {
    const urgent = await count(
      'select count(*) from thread where urgent_last_modified is not null',
    );
    expect(urgent).toBe(summary.urgentThreads);
    expect(urgent / 1500).toBeGreaterThan(0.12);
    expect(urgent / 1500).toBeLessThan(0.15);
    expect(
      await count(
        `select count(*) from
         (select bool_or(o.flagged) as flagged, bool_or(not o.flagged) as normal
          from answer a join option o on o.id = a.option_id
          group by a.observer_id, a.polling_station_id) threads
         where flagged and normal`,
      ),
    ).toBe(urgent);
    expect(
      await count(
        'select count(*) from thread where normal_last_modified is null',
      ),
    ).toBe(0);
  });

  it('leave three counties almost blind and trouble three others', async () => {
    const counties = await ask(
      `select c.code, count(distinct t.polling_station_id)::float
                / count(distinct s.id) as share,
              count(distinct (t.observer_id, t.polling_station_id)) filter
                (where t.urgent_last_modified is not null)::int as urgent
       from county c join polling_station s on s.county_id = c.id
       left join thread t on t.polling_station_id = s.id
       where not c.diaspora group by c.code`,
    );
    const codes = (key: string, sign: number) =>
      counties
        .toSorted((a, b) => sign * (Number(a[key]) - Number(b[key])))
        .map(({ code }) => String(code));
    expect(codes('share', 1).slice(0, 3).sort()).toEqual(['MH', 'SJ', 'TL']);
    expect(codes('urgent', -1).slice(0, 3).sort()).toEqual(['BC', 'CT', 'GL']);
  });

  it('are spread over a day that ends at the given moment', async () => {
    const times = (
      await ask('select normal_last_modified as at from thread')
    ).map(({ at }) => new Date(String(at)).getTime());
    expect(Math.max(...times)).toBeLessThanOrEqual(DAY_ENDED.getTime());
    expect(Math.max(...times)).toBeGreaterThan(
      DAY_ENDED.getTime() - 30 * 60_000,
    );
    expect(Math.min(...times)).toBeGreaterThanOrEqual(
      DAY_ENDED.getTime() - DAY_MS,
    );
    for (let hour = 1; hour < 17; hour += 1) {
      const from = DAY_ENDED.getTime() - DAY_MS + hour * 60 * 60_000;
      const inHour = times.filter((at) => at >= from && at < from + 3_600_000);
      expect(inHour.length, `hour ${hour + 6}`).toBeGreaterThan(15);
      expect(inHour.length, `hour ${hour + 6}`).toBeLessThan(450);
    }
  });
});

describe('station infos and notes of the demo', () => {
  it('say when the observer came and left, with some missing', async () => {
    const [infos] = await ask(
      `select count(*)::int as n,
              count(*) filter (where observer_leave_time is null)::int as staying,
              count(*) filter (where urban_area is null)::int as unknown,
              count(*) filter (where observer_leave_time < observer_arrival_time)::int as reversed,
              count(number_of_voters_on_the_list)::int as voters
       from station_info`,
    );
    expect(infos).toMatchObject({ reversed: 0, voters: summary.stationInfos });
    expect(infos?.['n']).toBeGreaterThan(1200);
    expect(infos?.['n']).toBeLessThan(1500);
    expect(infos?.['staying']).toBeGreaterThan(50);
    expect(infos?.['unknown']).toBeGreaterThan(10);
  });

  it('are on questions and on the station, short, long and without text', async () => {
    const [notes] = await ask(
      `select count(*) filter (where question_id is null)::int as station,
              count(question_id)::int as question,
              count(*) filter (where length(text) > 185)::int as long,
              count(*) filter (where text is null)::int as silent,
              count(*) filter (where last_modified > '${DAY_ENDED.toISOString()}')::int as late
       from note`,
    );
    expect(notes?.['station']).toBeGreaterThan(100);
    expect(notes?.['question']).toBeGreaterThan(100);
    expect(notes?.['long']).toBeGreaterThan(10);
    expect(notes?.['silent']).toBeGreaterThan(5);
    expect(notes?.['late']).toBe(0);
  });

  it('are on questions that the observer answered there', async () => {
    expect(
      await count(
        `select count(*) from note n where question_id is not null and not exists
         (select 1 from answer a where a.observer_id = n.observer_id
          and a.polling_station_id = n.polling_station_id
          and a.question_id = n.question_id)`,
      ),
    ).toBe(0);
  });

  it('carry real small files of every kind', async () => {
    const files = await first.db
      .selectDistinct({
        contentType: schema.attachment.contentType,
        fileName: schema.attachment.fileName,
        size: schema.blob.size,
        bytes: schema.filePart.bytes,
      })
      .from(schema.attachment)
      .innerJoin(
        schema.blob,
        sql`${schema.blob.sha256} = ${schema.attachment.sha256}`,
      )
      .innerJoin(
        schema.filePart,
        sql`${schema.filePart.fileId} = ${schema.blob.fileId}`,
      );
    const starts = new Map([
      ['image/jpeg', 'ffd8ff'],
      ['image/png', '89504e47'],
      ['audio/wav', '52494646'],
      ['application/pdf', '25504446'],
    ]);
    for (const { contentType, fileName, size, bytes } of files) {
      const hex = Buffer.from(bytes).toString('hex');
      expect(hex.startsWith(starts.get(contentType) ?? '?'), fileName).toBe(
        true,
      );
      expect(bytes.length).toBe(size);
      expect(size, fileName).toBeLessThanOrEqual(PICTURE_BYTES);
    }
    expect(new Set(files.map(({ contentType }) => contentType))).toEqual(
      new Set(starts.keys()),
    );
    expect(files.length).toBeGreaterThan(10);
  });
});
