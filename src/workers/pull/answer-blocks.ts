import type { CacheDatabase, DetailRow } from '@/db/cache';
import {
  blockOfStation,
  packedThread,
  putIntoAnswerBlock,
} from '@/domain/questions/answer-block';

/**
 * Brings the blocks of written details up to date. Call inside the commit that writes
 * them, with `answerBlocks` among its tables. A block that nobody has packed yet is
 * left to `packAnswers`: in a first fill each would be written a hundred times.
 */
export async function changeAnswerBlocks(
  { answerBlocks, meta }: CacheDatabase,
  written: readonly DetailRow[],
): Promise<void> {
  const isPacked = (await meta.get('areAnswersPacked'))?.v === true;
  const byBlock = groupByBlock(written);
  const stored = await answerBlocks.bulkGet([...byBlock.keys()]);
  const changed = [...byBlock].flatMap(([block, rows], at) => {
    const known = stored[at];
    return known || isPacked
      ? [putIntoAnswerBlock(block, known, packedThreads(rows))]
      : [];
  });
  if (changed.length > 0) await answerBlocks.bulkPut(changed);
}

/** Details by the block that their answers belong to. */
export function groupByBlock(
  rows: readonly DetailRow[],
): Map<number, DetailRow[]> {
  const groups = new Map<number, DetailRow[]>();
  for (const row of rows) {
    const block = blockOfStation(row.pollingStationId);
    const known = groups.get(block);
    if (known) known.push(row);
    else groups.set(block, [row]);
  }
  return groups;
}

/** What is packed of these details. */
export function packedThreads(rows: readonly DetailRow[]) {
  return rows.flatMap((row) => packedThread(row) ?? []);
}
