import {
  and,
  asc,
  count,
  desc,
  eq,
  gt,
  ilike,
  sql,
  type SQL,
} from 'drizzle-orm';

import { contains } from '../db/contains';
import type { Db } from '../db/database';
import {
  answer,
  county,
  form,
  formSection,
  municipality,
  ngo,
  observer,
  option,
  pollingStation,
  question,
  thread,
} from '../db/schema';
import type { Paging } from '../http/requests/paging';

/** What a statistic counts, and by which groups (docs/api-contract.md 4.4). */
export interface StatisticQuery {
  by: 'county' | 'station';
  what: 'observers' | 'irregularities';
  /** Only forms whose code ends like this; undefined: all forms. */
  formCode: string | undefined;
  /** Only this NGO's observers. */
  ngoId: number | undefined;
}

/**
 * One page of a statistic, highest value first, and the total. Test observers
 * and inactive NGOs do not count (docs/api-contract.md 8).
 */
export async function listStatistics(
  db: Db,
  asked: StatisticQuery,
  paging: Paging,
) {
  const groups = groupsOf(db, asked).as('groups');
  const [total] = await db.select({ n: count() }).from(groups);
  const named = {
    label:
      asked.by === 'county'
        ? county.name
        : sql<string>`concat_ws(' ', ${county.name}, ${municipality.name}, ${pollingStation.number})`,
    value: groups.value,
  };
  const rows = await db
    .select(named)
    .from(groups)
    .innerJoin(pollingStation, eq(pollingStation.id, groups.stationId))
    .innerJoin(municipality, eq(municipality.id, pollingStation.municipalityId))
    .innerJoin(county, eq(county.id, pollingStation.countyId))
    .orderBy(desc(groups.value), asc(groups.stationId))
    .limit(paging.pageSize)
    .offset(paging.offset);
  return { rows, total: total?.n ?? 0 };
}

/**
 * The value of each place. A county is represented by its first station, so
 * that counties and stations are joined to their names in the same way. Without
 * a form the summary rows have the count; with one the flagged answers are
 * read.
 */
function groupsOf(db: Db, asked: StatisticQuery) {
  const { by, what, formCode, ngoId } = asked;
  const value = valueOf(what, formCode);
  const query = db
    .select({
      stationId: sql<number>`min(${thread.pollingStationId})`.as('station_id'),
      value: value.mapWith(Number).as('value'),
    })
    .from(thread)
    .innerJoin(observer, eq(observer.id, thread.observerId))
    .innerJoin(ngo, eq(ngo.id, observer.ngoId))
    .$dynamic();
  const wanted: (SQL | undefined)[] = [
    eq(observer.isTestObserver, false),
    eq(ngo.isActive, true),
    ngoId === undefined ? undefined : eq(thread.ngoId, ngoId),
  ];
  if (formCode) {
    query
      .innerJoin(
        answer,
        and(
          eq(answer.observerId, thread.observerId),
          eq(answer.pollingStationId, thread.pollingStationId),
        ),
      )
      .innerJoin(option, eq(option.id, answer.optionId))
      .innerJoin(question, eq(question.id, option.questionId))
      .innerJoin(formSection, eq(formSection.id, question.sectionId))
      .innerJoin(form, eq(form.id, formSection.formId));
    const ending = contains(formCode).slice(0, -1);
    wanted.push(eq(option.flagged, true), ilike(form.code, ending));
  }
  return query
    .where(and(...wanted))
    .groupBy(by === 'county' ? thread.countyId : thread.pollingStationId)
    .having(gt(value, 0));
}

function valueOf(what: StatisticQuery['what'], formCode?: string): SQL<number> {
  if (what === 'observers') {
    return sql<number>`count(distinct ${thread.observerId})`;
  }
  return formCode
    ? sql<number>`count(*)`
    : sql<number>`sum(${thread.flaggedCount})`;
}
