import { and, eq, inArray, sql } from 'drizzle-orm';

import type { Db } from '../db/database';
import { answer, option, removedAnswer } from '../db/schema';
import { groupBy } from '../group-by';
import { invalid, ProblemError } from '../http/problems/problem';
import { findStation, type StationName } from '../queries/polling-stations';
import { refreshThread } from './threads';

/** One answered question at one station, as a phone sends it. */
interface PostedAnswer {
  station: StationName;
  questionId: number;
  options: { optionId: number; value: string | null }[];
}

/** What one post may have, so that its transaction holds nobody up for long. */
const MAX_STATIONS = 100;
const MAX_ANSWERS = 5_000;

/**
 * Replaces the observer's earlier answers to the posted questions at their
 * stations, and brings the thread summaries up to date (docs/api-contract.md
 * 4.11). Call
 * it in a transaction; 400 for an unknown station, question or option, 413 for too
 * many at once.
 */
export async function postAnswers(
  tx: Db,
  observerId: number,
  posted: PostedAnswer[],
  now: Date,
): Promise<void> {
  const byName = groupBy(posted, ({ station }) => JSON.stringify(station));
  if (byName.size > MAX_STATIONS || posted.length > MAX_ANSWERS) {
    throw new ProblemError(
      413,
      `Answers: at most ${MAX_ANSWERS} of at most ${MAX_STATIONS} polling stations may be sent at once. Send them in parts.`,
    );
  }
  await checkOptions(tx, posted);
  const byStation = new Map<number, PostedAnswer[]>();
  for (const answers of byName.values()) {
    const [first] = answers;
    if (!first) continue;
    const { id } = await findStation(tx, first.station);
    byStation.set(id, [...(byStation.get(id) ?? []), ...answers]);
  }
  // Locks are taken in the order of ids, so that two posts do not deadlock.
  const stationIds = [...byStation.keys()].toSorted((a, b) => a - b);
  for (const stationId of stationIds) {
    await tx.execute(
      sql`select pg_advisory_xact_lock(${observerId}::int, ${stationId}::int)`,
    );
    await replaceAnswers(
      tx,
      { observerId, pollingStationId: stationId, lastModified: now },
      byStation.get(stationId) ?? [],
    );
    await refreshThread(tx, observerId, stationId);
  }
}

async function replaceAnswers(
  tx: Db,
  shared: { observerId: number; pollingStationId: number; lastModified: Date },
  posted: PostedAnswer[],
): Promise<void> {
  const questionIds = posted.map(({ questionId }) => questionId);
  const before = await tx
    .delete(answer)
    .where(
      and(
        eq(answer.observerId, shared.observerId),
        eq(answer.pollingStationId, shared.pollingStationId),
        inArray(answer.questionId, questionIds),
      ),
    )
    .returning({ questionId: answer.questionId, optionId: answer.optionId });
  // An option that was sent twice counts once, with its last text.
  const rows = new Map(
    posted.flatMap(({ questionId, options }) =>
      options.map((ticked) => [
        ticked.optionId,
        { ...shared, questionId, ...ticked },
      ]),
    ),
  );
  if (rows.size > 0) await tx.insert(answer).values([...rows.values()]);
  const { observerId, pollingStationId, lastModified: removedAt } = shared;
  const removed = before
    .filter(({ optionId }) => !rows.has(optionId))
    .map((key) => ({ observerId, pollingStationId, ...key, removedAt }));
  if (removed.length === 0) return;
  await tx
    .insert(removedAnswer)
    .values(removed)
    .onConflictDoUpdate({
      target: [
        removedAnswer.observerId,
        removedAnswer.pollingStationId,
        removedAnswer.questionId,
        removedAnswer.optionId,
      ],
      set: { removedAt },
    });
}

async function checkOptions(tx: Db, posted: PostedAnswer[]): Promise<void> {
  const questionIds = posted.map(({ questionId }) => questionId);
  const rows = await tx
    .select({ id: option.id, questionId: option.questionId })
    .from(option)
    .where(inArray(option.questionId, questionIds));
  const questionOf = new Map(rows.map((row) => [row.id, row.questionId]));
  for (const { questionId, options } of posted) {
    for (const { optionId } of options) {
      if (questionOf.get(optionId) === questionId) continue;
      throw invalid(
        'OptionId',
        `Question ${questionId} has no option ${optionId}.`,
      );
    }
  }
}
