import { cpSync, mkdtempSync } from 'node:fs';
import { dirname, join } from 'node:path';

import { PGlite } from '@electric-sql/pglite';
import Papa from 'papaparse';
import * as v from 'valibot';

/**
 * What the screens have to show, in SQL on the tables of the server. Nothing of
 * the app and nothing of the server's own queries is used: an answer is a report,
 * a station is in the county of its row, and an observer was last heard of by the
 * newest answer or note.
 */
const TABLES = `
  create temp table report as
    select a.observer_id, a.polling_station_id, s.county_id,
           bool_or(o.flagged) as is_urgent,
           bool_or(not o.flagged) as is_normal,
           max(a.last_modified) as at,
           max(a.last_modified) filter (where o.flagged) as urgent_at
    from answer a
    join option o on o.id = a.option_id
    join polling_station s on s.id = a.polling_station_id
    group by 1, 2, 3;

  -- Threads that somebody decided about: the newest decision.
  create temp table decision as
    select distinct on (observer_id, polling_station_id)
           observer_id, polling_station_id, state
    from triage_mark order by observer_id, polling_station_id, set_at desc;

  -- As report, with how the thread stands.
  create temp table stand as
    select report.*, coalesce(decision.state, 'new') as state
    from report left join decision using (observer_id, polling_station_id);

  create temp table waiting as
    select * from stand
    where is_urgent and state not in ('resolved', 'falseAlarm');

  create temp table contact as
    select o.id as observer_id, greatest(
      (select max(last_modified) from answer where observer_id = o.id),
      (select max(last_modified) from note where observer_id = o.id)) as at
    from observer o;

  -- Of two reports of one moment the one whose "observer:station" is greater.
  create temp table last_report as
    select distinct on (observer_id) * from report
    order by observer_id, at desc,
             (observer_id || ':' || polling_station_id) collate "C" desc;

  -- Each county, and all of them as one without an id.
  create temp table scope as
    select id, name, "order" from county union all select null, 'all', 0;

  create temp table scoped_report as
    select * from report
    union all
    select observer_id, polling_station_id, null, is_urgent, is_normal, at, urgent_at
      from report;

  create temp table seen as
    select county_id, observer_id, max(at) as at from (
      select county_id, observer_id, at from report
      union all
      select county_id, observer_id, contact.at
        from last_report join contact using (observer_id)
      union all
      select null, observer_id, at from contact
    ) heard group by 1, 2;
`;

const ZONE = `'Europe/Bucharest'`;

/** As the screens say it: the time today, day and time before. */
const momentOf = (at: string) => `
  case when ${at} is null then null else
    case when (${at} at time zone ${ZONE})::date = ($1::timestamptz at time zone ${ZONE})::date
      then '' else to_char(${at} at time zone ${ZONE}, 'FMDD ') end
    || to_char(${at} at time zone ${ZONE}, 'HH24:MI') end`;

/** Whole minutes since then; none before that. */
const minutesSince = (at: string) =>
  // greatest() would take 0 for an absent time.
  `case when ${at} is null then null else
    greatest(0, floor(extract(epoch from $1::timestamptz - ${at}) / 60))::int end`;

/** In percent, rounded down, but never to nothing. */
const percentOf = (part: string, all: string) => `
  case when ${part} > 0 and 100 * ${part} < ${all} then '<1'
    else (100 * ${part} / ${all})::text end`;

const COUNTIES = `
  select name, stations, reported, ${percentOf('reported', 'stations')} as percent,
         threads, urgent, hour, two_hours, today,
         ${minutesSince('oldest')} as silence,
         ${momentOf('last')} as last, in_hours, in_hour
  from (
    select scope.name, scope."order",
      (select count(*)::int from polling_station s
        where scope.id is null or s.county_id = scope.id) as stations,
      count(distinct r.polling_station_id)::int as reported,
      count(r.at)::int as threads,
      (count(*) filter (where r.is_urgent))::int as urgent,
      (select count(*)::int from seen where seen.county_id is not distinct from scope.id
        and seen.at >= $1::timestamptz - interval '1 hour') as hour,
      (select count(*)::int from seen where seen.county_id is not distinct from scope.id
        and seen.at >= $1::timestamptz - interval '2 hours') as two_hours,
      (select count(*)::int from seen where seen.county_id is not distinct from scope.id
        and seen.at >= date_trunc('day', $1::timestamptz, ${ZONE})) as today,
      (select min(c.at) from last_report l join contact c using (observer_id)
        where scope.id is null or l.county_id = scope.id) as oldest,
      max(r.at) as last,
      (count(*) filter (where r.at >= date_trunc('hour', $1::timestamptz, 'UTC')
        - interval '11 hours'))::int as in_hours,
      (count(*) filter (where r.at >= date_trunc('hour', $1::timestamptz, 'UTC')))::int
        as in_hour
    from scope left join scoped_report r on r.county_id is not distinct from scope.id
    group by scope.id, scope.name, scope."order"
  ) figures order by "order"`;

const OBSERVERS = `
  select o.name, o.phone,
    case when exists (select 1 from report r where r.observer_id = o.id) then 'reported'
      when c.at is null then 'neverSeen' else 'seenWithoutReport' end as state,
    ${minutesSince('c.at')} as silence,
    ${momentOf('c.at')} as contact,
    (select ${momentOf('max(r.at)')} from report r
      where r.observer_id = o.id and ($2::text is null or r.county_id =
        (select id from county where code = $2))) as last,
    count(r.at)::int as stations,
    (count(*) filter (where r.is_urgent))::int as urgent
  from observer o
  join contact c on c.observer_id = o.id
  left join report r on r.observer_id = o.id and ($2::text is null or r.county_id =
    (select id from county where code = $2))
  group by o.id, c.at
  having $2::text is null or count(r.at) > 0
  order by least(c.at, $1::timestamptz) asc nulls last, o.id`;

/** Of all observers, how many each filter of silence finds. */
const SILENT = `
  select (count(*) filter (where $1::timestamptz - at > interval '30 minutes'))::int as "30",
         (count(*) filter (where $1::timestamptz - at > interval '60 minutes'))::int as "60",
         (count(*) filter (where $1::timestamptz - at > interval '120 minutes'))::int as "120",
         (count(*) filter (where at is null))::int as "neverSeen",
         (count(*) filter (where at is not null and observer_id not in
           (select observer_id from report)))::int as "seenWithoutReport"
  from contact`;

const WALL = `
  select (select count(*) from polling_station)::int as stations,
         count(distinct polling_station_id)::int as reported,
         ${percentOf('count(distinct polling_station_id)', '(select count(*) from polling_station)')} as percent,
         (select count(*) from waiting)::int as urgent,
         ${minutesSince('(select min(urgent_at) from waiting)')} as oldest
  from report`;

const WALL_HOURS = `
  select to_char(hour at time zone ${ZONE}, 'HH24:MI') as hour,
         (select count(*)::int from report r where r.at >= hour
           and (r.at < hour + interval '1 hour' or ago = 0)) as threads
  from (select ago, date_trunc('hour', $1::timestamptz, 'UTC') - ago * interval '1 hour' as hour
        from generate_series(11, 0, -1) as ago) hours`;

const WALL_COUNTIES = `
  select c.name, count(*)::int as urgent from waiting r
  join county c on c.id = r.county_id
  group by c.id order by urgent desc, c.code collate "C" limit 10`;

const WALL_LATEST = `
  select ${momentOf('r.urgent_at')} as at, c.name || ' ' || s.number as place, o.name
  from waiting r join observer o on o.id = r.observer_id
  join polling_station s on s.id = r.polling_station_id
  join county c on c.id = s.county_id
  order by r.urgent_at desc, (r.observer_id || ':' || r.polling_station_id) collate "C" limit 20`;

/** By question of a form, and of a county where one is given: the options, then the rest. */
const QUESTIONS = `
  with chosen as (
    select a.question_id, a.polling_station_id, a.observer_id,
           array_agg(distinct a.option_id order by a.option_id) as options
    from answer a
    join polling_station p on p.id = a.polling_station_id
    join county c on c.id = p.county_id
    where $2::text is null or c.name = $2
    group by 1, 2, 3
  ), station as (
    select question_id, polling_station_id,
           count(distinct options) = 1 as is_agreed, min(options) as options
    from chosen group by 1, 2
  ), counted as (
    select q.id, q.code, s.order_number as section, q.order_number as place,
      (select count(*) from station
        where question_id = q.id)::int as answered,
      (select count(*) from station
        where question_id = q.id and not is_agreed)::int as contradicting,
      (select count(*) from chosen where question_id = q.id)::int as reports
    from question q
    join form_section s on s.id = q.section_id
    join form f on f.id = s.form_id
    where f.code = $1 and not f.draft
  )
  select code, answered, contradicting, reports,
    (select json_agg(json_build_object(
        'text', o.text,
        'stations', (select count(*) from station
          where is_agreed and o.id = any(station.options)),
        'reports', (select count(*) from chosen
          where o.id = any(chosen.options))
      ) order by o.order_number, o.id)
      from option o where o.question_id = counted.id) as options
  from counted order by section, place, id`;

/** Stations with two reports: flagged contradictions, contradictions, whose reports. */
const AGREEMENT = `
  with chosen as (
    select a.question_id, a.polling_station_id, a.observer_id,
           array_agg(distinct a.option_id order by a.option_id) as options
    from answer a
    join question q on q.id = a.question_id
    join form_section s on s.id = q.section_id
    join form f on f.id = s.form_id and not f.draft
    group by 1, 2, 3
  ), asked as (
    select question_id, polling_station_id,
           count(distinct options) > 1 as differs
    from chosen group by 1, 2 having count(*) > 1
  ), contradiction as (
    select polling_station_id, question_id, exists (
        select from chosen c join option o on o.id = any(c.options)
        where o.flagged and c.question_id = asked.question_id
          and c.polling_station_id = asked.polling_station_id
      ) as is_flagged
    from asked where differs
  ), station as (
    select polling_station_id, count(distinct observer_id)::int as reports
    from answer group by 1 having count(distinct observer_id) > 1
  )
  select c.name || ' ' || p.number as name, reports,
    (select count(*) from contradiction d where is_flagged
      and d.polling_station_id = station.polling_station_id)::int as flagged,
    (select count(*) from contradiction d
      where d.polling_station_id = station.polling_station_id)::int as contradictions
  from station join polling_station p on p.id = station.polling_station_id
  join county c on c.id = p.county_id
  order by flagged desc, contradictions desc, station.polling_station_id`;

const LISTS = `
  select (select count(*) from report where is_normal)::int as threads,
         (select count(*) from report where is_urgent)::int as urgent,
         (select count(*) from observer)::int as observers,
         (select count(*) from form where not draft)::int as published,
         (select count(*) from form where draft)::int as drafts,
         (select count(*) from notification)::int as notifications`;

/** How many threads of a list have each state. @param list a column of `report`. */
const statesOf = (list: 'is_urgent' | 'is_normal') => `
  select (count(*) filter (where state = 'new'))::int as "new",
         (count(*) filter (where state = 'inProgress'))::int as "inProgress",
         (count(*) filter (where state = 'resolved'))::int as "resolved",
         (count(*) filter (where state = 'falseAlarm'))::int as "falseAlarm"
  from stand where ${list}`;

/** How strongly the map colours each county, by what it shows; none where nothing is known. */
const MAP = `
  select code, name,
    case when stations = 0 then null
      when reported = 0 then '0' when 4 * reported < stations then '1'
      when 2 * reported < stations then '2'
      when 4 * reported < 3 * stations then '3' else '4' end as share,
    case when urgent = 0 then '0' when urgent < 5 then '1' when urgent < 20 then '2'
      when urgent < 100 then '3' else '4' end as urgent,
    case when since is null then null
      when since < 30 then '0' when since < 60 then '1' when since < 120 then '2'
      when since < 240 then '3' else '4' end as silence
  from (
    select c.code, c.name, c."order",
      (select count(*) from polling_station s where s.county_id = c.id) as stations,
      (select count(distinct polling_station_id) from report r
        where r.county_id = c.id) as reported,
      (select count(*) from report r where r.county_id = c.id and r.is_urgent) as urgent,
      (select extract(epoch from $1::timestamptz - min(contact.at)) / 60
        from last_report l join contact using (observer_id)
        where l.county_id = c.id) as since
    from county c
  ) figures order by "order"`;

/**
 * A plan without times, $1 as JSON, beside the reports: whoever reported from the
 * station of a line was there; else from a station of none of their lines they
 * were elsewhere; else they are missing.
 */
const PLAN = `
  create temp table plan_line as
    select line.at, line.phone, line.station, o.id as observer_id, o.name,
           c.id as county_id, c.code, s.id as station_id
    from json_to_recordset($1::json)
      as line(at int, phone text, county text, station int)
    join county c on c.code = line.county
    left join polling_station s on s.county_id = c.id and s.number = line.station
    left join observer o on right(regexp_replace(o.phone, '[^0-9]', '', 'g'), 9)
      = right(regexp_replace(line.phone, '[^0-9]', '', 'g'), 9)`;

const PLAN_STATES = `
  create temp table plan_state as
    select p.*,
      case when exists (select 1 from report r where r.observer_id = p.observer_id
          and r.polling_station_id = p.station_id) then 'reported'
        when exists (select 1 from report r where r.observer_id = p.observer_id
          and r.polling_station_id not in (select other.station_id from plan_line other
            where other.observer_id = p.observer_id)) then 'elsewhere'
        else 'missing' end as state
    from plan_line p;

  create temp table unplanned as
    select distinct r.observer_id, r.county_id from report r
    where r.observer_id not in
      (select observer_id from plan_line where observer_id is not null);`;

const planFigures = `
  count(*)::int as expected,
  (count(*) filter (where state = 'reported'))::int as reported,
  (count(*) filter (where state = 'elsewhere'))::int as elsewhere,
  (count(*) filter (where state = 'missing'))::int as missing`;

const PLAN_TOTAL = `
  select 'all' as name, ${planFigures},
         (select count(distinct observer_id) from unplanned)::int as unplanned
  from plan_state`;

const PLAN_COUNTIES = `
  select c.name, f.expected, f.reported, f.elsewhere, f.missing, f.unplanned from (
    select county.id, coalesce(expected, 0) as expected, coalesce(reported, 0) as reported,
           coalesce(elsewhere, 0) as elsewhere, coalesce(missing, 0) as missing,
           (select count(*) from unplanned u where u.county_id = county.id)::int as unplanned
    from county left join
      (select county_id, ${planFigures} from plan_state group by county_id) planned
      on planned.county_id = county.id
  ) f join county c using (id)
  where f.expected + f.unplanned > 0 order by c."order"`;

const PLAN_OBSERVERS = `
  select name, phone, expected, reported, elsewhere, missing, 0 as unplanned from (
    select coalesce(observer_id::text, phone) as who, min(name) as name,
           min(phone) as phone, ${planFigures}, min(at) as first
    from plan_state group by 1) planned
  union all
  select o.name, o.phone, 0, 0, 0, 0, 1
  from (select distinct observer_id from unplanned) u
  join observer o on o.id = u.observer_id`;

const ARRIVALS = `
  with newest as (select date_trunc('hour', max(at), 'UTC') as hour,
                         date_trunc('hour', min(at), 'UTC') as first from report)
  select to_char(hours.hour at time zone ${ZONE}, 'HH24') as hour,
         (count(r.at) filter (where r.is_urgent))::int as flagged,
         (count(r.at) filter (where not r.is_urgent))::int as unflagged
  from (select newest.hour - ago * interval '1 hour' as hour
        from newest, generate_series(23, 0, -1) as ago
        where newest.hour - ago * interval '1 hour' >= newest.first) hours
  left join report r on date_trunc('hour', r.at, 'UTC') = hours.hour
  group by hours.hour order by hours.hour`;

/** Test observers and organisations that are switched off do not count. */
const COUNTED = `
  from answer a
  join observer o on o.id = a.observer_id and not o.is_test_observer
  join ngo n on n.id = o.ngo_id and n.is_active
  join option p on p.id = a.option_id
  join question q on q.id = a.question_id
  join form_section t on t.id = q.section_id
  join form f on f.id = t.form_id
  join polling_station s on s.id = a.polling_station_id
  join municipality m on m.id = s.municipality_id
  join county c on c.id = s.county_id`;

const OBSERVERS_BY_COUNTY = `
  select c.name as label, count(distinct a.observer_id)::int as value ${COUNTED}
  group by c.id order by value desc, min(s.id)`;

/** Flagged answers of forms whose code ends like this, of all forms for ''. */
const flaggedBy = (place: 'county' | 'station', form: string) => `
  select ${place === 'county' ? 'c.name' : `c.name || ' ' || m.name || ' ' || s.number`} as label,
         count(*)::int as value ${COUNTED}
  where p.flagged and f.code like '%${form}'
  group by ${place === 'county' ? 'c.id' : 'c.id, m.id, s.id'}
  order by value desc, min(s.id)`;

/** By the names of the pages under /statistics. */
const STATISTICS = {
  'numar-observatori': OBSERVERS_BY_COUNTY,
  'sesizari-judete': flaggedBy('county', ''),
  'sesizari-sectii': flaggedBy('station', ''),
  'sesizari-deschidere-judete': flaggedBy('county', 'A'),
  'sesizari-deschidere-sectii': flaggedBy('station', 'A'),
  'sesizari-numarare-judete': flaggedBy('county', 'C'),
  'sesizari-numarare-sectii': flaggedBy('station', 'C'),
};

const number = v.number();
const maybeNumber = v.nullable(number);
const maybeText = v.nullable(v.string());

const countyLine = v.object({
  name: v.string(),
  stations: number,
  reported: number,
  percent: v.string(),
  threads: number,
  urgent: number,
  hour: number,
  two_hours: number,
  today: number,
  silence: maybeNumber,
  last: maybeText,
  in_hours: number,
  in_hour: number,
});

const observerLine = v.object({
  name: v.string(),
  phone: v.string(),
  state: v.string(),
  silence: maybeNumber,
  contact: maybeText,
  last: maybeText,
  stations: number,
  urgent: number,
});

const planLine = v.object({
  name: v.string(),
  expected: number,
  reported: number,
  elsewhere: number,
  missing: number,
  unplanned: number,
});

const planObserver = v.object({ ...planLine.entries, phone: v.string() });

const mapLevels = v.object({
  code: v.string(),
  name: v.string(),
  share: maybeText,
  urgent: maybeText,
  silence: maybeText,
});

const value = v.object({ label: v.string(), value: number });

export type PlanLine = v.InferOutput<typeof planLine>;
export type PlanObserver = v.InferOutput<typeof planObserver>;
export type MapLevels = v.InferOutput<typeof mapLevels>;
export type CountyLine = v.InferOutput<typeof countyLine>;
export type ObserverLine = v.InferOutput<typeof observerLine>;
type StatisticName = keyof typeof STATISTICS;
/** In the order of the cards. */
export const statisticNames = Object.keys(STATISTICS).filter(
  (name): name is StatisticName => name in STATISTICS,
);

const comparedStation = v.object({
  name: v.string(),
  reports: number,
  flagged: number,
  contradictions: number,
});
export type ComparedStation = v.InferOutput<typeof comparedStation>;

const questionFigures = v.object({
  code: v.string(),
  answered: number,
  contradicting: number,
  reports: number,
  options: v.array(
    v.object({ text: v.string(), stations: number, reports: number }),
  ),
});
export type QuestionFigures = v.InferOutput<typeof questionFigures>;

export type Figures = Awaited<ReturnType<typeof openFigures>>;

/** @param beginnings letters alone. */
function writtenWith(beginnings: readonly string[]): string {
  const conditions = beginnings.map(
    (each) => `translate(lower(text), 'ăâîșşțţ', 'aaisstt') ~ '\\m${each}'`,
  );
  return `
    select count(*)::int as count from (
      select observer_id, polling_station_id, value as text from answer
      union all
      select observer_id, polling_station_id, text from note) written
    join report using (observer_id, polling_station_id)
    where ${conditions.join(' and ')}`;
}

/**
 * Opens a copy of the folder of a server that is stopped. Ages are as of `now`,
 * in epoch ms.
 */
export async function openFigures(dataDir: string) {
  // Beside the folder, so that it goes with the run.
  const copy = mkdtempSync(join(dirname(dataDir), 'figures-'));
  cpSync(join(dataDir, 'db'), copy, { recursive: true });
  const db = await PGlite.create({ dataDir: copy });
  await db.exec(TABLES);

  async function all<Schema extends v.GenericSchema>(
    schema: Schema,
    query: string,
    values: (string | null)[] = [],
  ): Promise<v.InferOutput<Schema>[]> {
    const { rows } = await db.query(query, values);
    return rows.map((row) => v.parse(schema, row));
  }
  async function one<Schema extends v.GenericSchema>(
    ...asked: Parameters<typeof all<Schema>>
  ): Promise<v.InferOutput<Schema>> {
    const [row] = await all(...asked);
    if (row === undefined) throw new Error('The query has no row');
    return row;
  }
  const textOf = (now: number) => new Date(now).toISOString();

  return {
    /** A line for all, then one for each county. */
    counties: (now: number) => all(countyLine, COUNTIES, [textOf(now)]),
    /** Longest silence first. @param county code; absent: all observers. */
    observers: (now: number, county?: string) =>
      all(observerLine, OBSERVERS, [textOf(now), county ?? null]),
    silent: (now: number) =>
      one(v.record(v.string(), number), SILENT, [textOf(now)]),
    wall: async (now: number) => ({
      ...(await one(
        v.object({
          stations: number,
          reported: number,
          percent: v.string(),
          urgent: number,
          oldest: number,
        }),
        WALL,
        [textOf(now)],
      )),
      hours: await all(
        v.object({ hour: v.string(), threads: number }),
        WALL_HOURS,
        [textOf(now)],
      ),
      counties: await all(
        v.object({ name: v.string(), urgent: number }),
        WALL_COUNTIES,
      ),
      latest: await all(
        v.object({ at: v.string(), place: v.string(), name: v.string() }),
        WALL_LATEST,
        [textOf(now)],
      ),
    }),
    map: (now: number) => all(mapLevels, MAP, [textOf(now)]),
    states: async () => ({
      all: await one(v.record(v.string(), number), statesOf('is_normal')),
      urgent: await one(v.record(v.string(), number), statesOf('is_urgent')),
    }),
    waiting: async () =>
      (
        await one(
          v.object({ count: number }),
          'select count(*)::int as count from waiting',
        )
      ).count,
    /** @param csv with a header, without times; call it once. */
    plan: async (csv: string) => {
      const [, ...rows] = Papa.parse<string[]>(csv.trim()).data;
      const lines = rows.map(([phone, county, station], at) => ({
        at,
        // As it is stored: the sample has numbers of Romania in many spellings.
        phone: `0${phone?.replaceAll(/\D/g, '').slice(-9)}`,
        county,
        station: Number(station),
      }));
      // A statement with a value may make no table.
      const json = JSON.stringify(lines).replaceAll("'", "''");
      await db.exec(PLAN.replace('$1', () => `'${json}'`));
      await db.exec(PLAN_STATES);
      return {
        total: await one(planLine, PLAN_TOTAL),
        counties: await all(planLine, PLAN_COUNTIES),
        /** In no order. */
        observers: await all(planObserver, PLAN_OBSERVERS),
      };
    },
    /** @param form its code; @param county its name; absent: all of them. */
    questions: (form: string, county?: string) =>
      all(questionFigures, QUESTIONS, [form, county ?? null]),
    /** How many texts of reports have words with all these beginnings, without diacritics. */
    written: async (...beginnings: string[]) =>
      (await one(v.object({ count: number }), writtenWith(beginnings))).count,
    /** In the order of the screen. */
    agreement: () => all(comparedStation, AGREEMENT),
    lists: () => one(v.record(v.string(), number), LISTS),
    arrivals: () =>
      all(
        v.object({ hour: v.string(), flagged: number, unflagged: number }),
        ARRIVALS,
      ),
    /** All of a list, highest first. */
    statistic: (name: StatisticName) => all(value, STATISTICS[name]),
    close: () => db.close(),
  };
}
