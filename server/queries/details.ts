import {
  and,
  asc,
  eq,
  gt,
  isNotNull,
  isNull,
  lt,
  or,
  sql,
  type SQLWrapper,
} from 'drizzle-orm';
import { union } from 'drizzle-orm/pg-core';

import type { Db } from '../db/database';
import { note, stationInfo, thread } from '../db/schema';
import { findChangeOrder, type ChangeOrder } from './change-order';
import type { ThreadIds } from './thread-ids';

/** The place of a thread in the details: the transaction that changed it, then its key. */
export interface DetailsPlace extends ThreadIds {
  changedIn: number;
}

/** How far the details can be read now. */
export function findDetailsOrder(db: Db): Promise<ChangeOrder> {
  return findChangeOrder(db, [thread, stationInfo, note]);
}

interface DetailsQuery {
  /** Only observers of this NGO. */
  ngoId: number | undefined;
  /** Only threads with a flagged answer, or only those without; undefined: all. */
  isUrgent: boolean | undefined;
  after: DetailsPlace;
  safeBelow: number;
  limit: number;
}

/**
 * The first changes of answers, station info and notes of threads after a place, at
 * most `limit`. Of a thread that changed again since, and where that can be read
 * already, `isLast` is false: it comes later.
 */
export function listChangedThreads(db: Db, asked: DetailsQuery) {
  const changes = union(
    changedThreads(db, asked),
    changedParts(db, stationInfo, asked),
    changedParts(db, note, asked),
  ).as('changes');
  const isLater = ({ changedIn }: Changed) =>
    and(gt(changedIn, changes.changedIn), lt(changedIn, asked.safeBelow));
  const laterNotes = db
    .select({ one: sql`1` })
    .from(note)
    .where(and(isOf(note, changes), isLater(note)));
  return db
    .select({
      changedIn: changes.changedIn,
      observerId: changes.observerId,
      pollingStationId: changes.pollingStationId,
      lastModified:
        sql<Date>`greatest(${thread.normalLastModified}, ${thread.urgentLastModified})`.mapWith(
          thread.normalLastModified,
        ),
      isLast: sql<boolean>`not coalesce(${or(isLater(thread), isLater(stationInfo))}, false) and not exists ${laterNotes}`,
    })
    .from(changes)
    .innerJoin(thread, isOf(thread, changes))
    .leftJoin(stationInfo, isOf(stationInfo, changes))
    .orderBy(...placeOf(changes).map((column) => asc(column)))
    .limit(asked.limit);
}

type Part = typeof note | typeof stationInfo;
type Changed = Part | typeof thread;

function changedThreads(db: Db, asked: DetailsQuery) {
  return db
    .select(fieldsOf(thread))
    .from(thread)
    .where(isAsked(thread, asked))
    .orderBy(...placeOf(thread).map((column) => asc(column)))
    .limit(asked.limit);
}

/** Without parts of threads that have no answers: no list has those. */
function changedParts(db: Db, part: Part, asked: DetailsQuery) {
  return db
    .select(fieldsOf(part))
    .from(part)
    .innerJoin(thread, isOf(thread, part))
    .where(isAsked(part, asked))
    .orderBy(...placeOf(part).map((column) => asc(column)))
    .limit(asked.limit);
}

function isAsked(table: Changed, asked: DetailsQuery) {
  const { ngoId, isUrgent, after, safeBelow } = asked;
  const { changedIn, observerId, pollingStationId } = after;
  const place = sql.join(placeOf(table), sql`, `);
  const urgent = thread.urgentLastModified;
  return and(
    sql`(${place}) > (${changedIn}::bigint, ${observerId}::int, ${pollingStationId}::int)`,
    lt(table.changedIn, safeBelow),
    ngoId === undefined ? undefined : eq(thread.ngoId, ngoId),
    isUrgent === undefined
      ? undefined
      : isUrgent
        ? isNotNull(urgent)
        : isNull(urgent),
  );
}

type Place = Record<keyof DetailsPlace, SQLWrapper>;

function fieldsOf({ changedIn, observerId, pollingStationId }: Changed) {
  return { changedIn, observerId, pollingStationId };
}

/** The columns by which the details are ordered. */
function placeOf({ changedIn, observerId, pollingStationId }: Place) {
  return [changedIn, observerId, pollingStationId];
}

function isOf(table: Changed, ids: Pick<Place, keyof ThreadIds>) {
  return and(
    eq(table.observerId, ids.observerId),
    eq(table.pollingStationId, ids.pollingStationId),
  );
}
