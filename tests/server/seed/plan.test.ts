import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

import { sql } from 'drizzle-orm';
import Papa from 'papaparse';
import { beforeAll, expect, it } from 'vitest';
import * as v from 'valibot';

import * as schema from '../../../server/db/schema';
import { samplePlan } from '../../../server/seed/plan';
import { loadDemo, SEED_TIMEOUT_MS } from '../support/demo';

const text = readFileSync(
  fileURLToPath(new URL('../../../public/samples/plan.csv', import.meta.url)),
  'utf8',
);
const [header, ...lines] = Papa.parse<string[]>(text.trimEnd()).data;
const plan = lines.map(([phone = '', county = '', station, from, to]) => ({
  phone,
  county,
  station: Number(station),
  from,
  to,
}));

const summary = v.array(
  v.object({
    lines: v.number(),
    known: v.number(),
    reported: v.number(),
    missing: v.number(),
    elsewhere: v.number(),
    unplanned: v.number(),
  }),
);

let counts: v.InferOutput<typeof summary>[number] | undefined;

/** What the demo of size S makes of the plan. */
beforeAll(async () => {
  const { db } = (await loadDemo()).database;
  const rows = await db.execute(sql`
    with plan as (
      select phone, county, station from jsonb_to_recordset(${JSON.stringify(plan)}::jsonb)
        as line(phone text, county text, station integer)
    ), known as (
      select o.id as observer_id, s.id as station_id,
             exists (select 1 from ${schema.thread} t where t.observer_id = o.id
                     and t.polling_station_id = s.id) as has_come,
             exists (select 1 from ${schema.thread} t
                     where t.observer_id = o.id) as has_reported
      from plan
      join ${schema.observer} o on o.phone = plan.phone
      join ${schema.county} c on c.code = plan.county
      join ${schema.pollingStation} s on s.county_id = c.id and s.number = plan.station
    ), people as (
      select observer_id, bool_or(has_come) as has_come,
             bool_or(has_reported) as has_reported
      from known group by observer_id
    )
    select (select count(*) from plan)::int as lines,
           (select count(*) from known)::int as known,
           count(*) filter (where has_come)::int as reported,
           count(*) filter (where not has_reported)::int as missing,
           count(*) filter (where has_reported and not has_come)::int as elsewhere,
           (select count(distinct t.observer_id) from ${schema.thread} t
            where t.observer_id not in (select observer_id from people))::int as unplanned
    from people`);
  counts = v.parse(v.object({ rows: summary }), rows).rows[0];
}, SEED_TIMEOUT_MS);

it('is what the script writes', () => {
  expect(text).toBe(samplePlan());
  expect(header).toEqual(['phone', 'county', 'station', 'from', 'to']);
});

it('names observers, counties and stations of the demo alone', () => {
  expect(counts?.known).toBe(plan.length);
  expect(counts?.lines).toBe(plan.length);
  const keys = plan.map((line) => Object.values(line).join());
  expect(new Set(keys).size).toBe(plan.length);
});

it('finds most where they should be, and some of every other kind', () => {
  expect(counts?.reported).toBeGreaterThan(600);
  expect(counts?.missing).toBe(68);
  expect(counts?.elsewhere).toBeGreaterThan(40);
  expect(counts?.unplanned).toBeGreaterThan(30);
});

it('holds all day: a file cannot know the day of the first start', () => {
  expect(plan.filter(({ from, to }) => from !== '' || to !== '')).toEqual([]);
});
