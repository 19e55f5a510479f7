import { and, asc, eq, lt, sql, type SQL } from 'drizzle-orm';
import { unionAll } from 'drizzle-orm/pg-core';

import type { Db } from '../db/database';
import {
  answer,
  county,
  form,
  formSection,
  municipality,
  observer,
  option,
  pollingStation,
  question,
  removedAnswer,
} from '../db/schema';
import { findChangeOrder, type ChangeOrder } from './change-order';

/** The place of a row in the feed: the transaction that wrote it, then its key. */
export interface FeedPlace {
  changedIn: number;
  observerId: number;
  pollingStationId: number;
  questionId: number;
  optionId: number;
}

/** How far the feed can be read now. */
export function findFeedOrder(db: Db): Promise<ChangeOrder> {
  return findChangeOrder(db, [answer, removedAnswer]);
}

interface FeedQuery {
  /** Only observers of this NGO. */
  ngoId: number | undefined;
  after: FeedPlace;
  safeBelow: number;
  limit: number;
}

export type FeedRow = Awaited<ReturnType<typeof listFeed>>[number];

/**
 * The first changes after a place, at most `limit`, without test observers: options
 * that are ticked, and those that no longer are. What is named is named as it is now;
 * null where an option was deleted since.
 */
export function listFeed(db: Db, asked: FeedQuery) {
  const changes = unionAll(tickedAfter(db, asked), removedAfter(db, asked)).as(
    'changes',
  );
  return db
    .select({
      changedIn: changes.changedIn,
      observerId: changes.observerId,
      pollingStationId: changes.pollingStationId,
      questionId: changes.questionId,
      optionId: changes.optionId,
      at: changes.at,
      isRemoved: changes.isRemoved,
      ngoId: observer.ngoId,
      countyCode: county.code,
      municipalityCode: municipality.code,
      pollingStationNumber: pollingStation.number,
      formCode: form.code,
      questionCode: question.code,
      optionText: option.text,
      flagged: option.flagged,
    })
    .from(changes)
    .innerJoin(observer, eq(observer.id, changes.observerId))
    .innerJoin(pollingStation, eq(pollingStation.id, changes.pollingStationId))
    .innerJoin(municipality, eq(municipality.id, pollingStation.municipalityId))
    .innerJoin(county, eq(county.id, pollingStation.countyId))
    .leftJoin(question, eq(question.id, changes.questionId))
    .leftJoin(formSection, eq(formSection.id, question.sectionId))
    .leftJoin(form, eq(form.id, formSection.formId))
    .leftJoin(option, eq(option.id, changes.optionId))
    .orderBy(
      asc(changes.changedIn),
      asc(changes.observerId),
      asc(changes.pollingStationId),
      asc(changes.questionId),
      asc(changes.optionId),
    )
    .limit(asked.limit);
}

function tickedAfter(db: Db, asked: FeedQuery) {
  return db
    .select({
      changedIn: answer.changedIn,
      observerId: answer.observerId,
      pollingStationId: answer.pollingStationId,
      questionId: answer.questionId,
      optionId: answer.optionId,
      at: sql<Date>`${answer.lastModified}`
        .mapWith(answer.lastModified)
        .as('at'),
      isRemoved: sql<boolean>`false`.as('is_removed'),
    })
    .from(answer)
    .innerJoin(observer, eq(observer.id, answer.observerId))
    .where(isAsked(answer, asked))
    .orderBy(...placeOf(answer).map((column) => asc(column)))
    .limit(asked.limit);
}

function removedAfter(db: Db, asked: FeedQuery) {
  const ticked = db
    .select({ one: sql`1` })
    .from(answer)
    .where(sql`${keyOf(answer)} = ${keyOf(removedAnswer)}`);
  return db
    .select({
      changedIn: removedAnswer.changedIn,
      observerId: removedAnswer.observerId,
      pollingStationId: removedAnswer.pollingStationId,
      questionId: removedAnswer.questionId,
      optionId: removedAnswer.optionId,
      at: sql<Date>`${removedAnswer.removedAt}`
        .mapWith(removedAnswer.removedAt)
        .as('at'),
      isRemoved: sql<boolean>`true`.as('is_removed'),
    })
    .from(removedAnswer)
    .innerJoin(observer, eq(observer.id, removedAnswer.observerId))
    .where(and(isAsked(removedAnswer, asked), sql`not exists ${ticked}`))
    .orderBy(...placeOf(removedAnswer).map((column) => asc(column)))
    .limit(asked.limit);
}

type Changed = typeof answer | typeof removedAnswer;

function isAsked(table: Changed, { ngoId, after, safeBelow }: FeedQuery) {
  const place = sql.join(placeOf(table), sql`, `);
  return and(
    sql`(${place}) > (${after.changedIn}::bigint, ${after.observerId}::int, ${after.pollingStationId}::int, ${after.questionId}::int, ${after.optionId}::int)`,
    lt(table.changedIn, safeBelow),
    eq(observer.isTestObserver, false),
    ngoId === undefined ? undefined : eq(observer.ngoId, ngoId),
  );
}

/** The columns by which the feed is ordered. */
function placeOf(table: Changed) {
  return [
    table.changedIn,
    table.observerId,
    table.pollingStationId,
    table.questionId,
    table.optionId,
  ];
}

function keyOf(table: Changed): SQL {
  const { observerId, pollingStationId, questionId, optionId } = table;
  return sql`(${observerId}, ${pollingStationId}, ${questionId}, ${optionId})`;
}
