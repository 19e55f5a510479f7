import type { CacheDatabase, DetailRow } from '@/db/cache';
import type { AnswerBlock } from '@/domain/questions/answer-block';
import {
  blockOfStation,
  packedThread,
  putIntoAnswerBlock,
} from '@/domain/questions/answer-block';
import type { TextBlock } from '@/domain/search/text-block';
import { putIntoTextBlock } from '@/domain/search/text-block';

/**
 * Brings the blocks of answers and of texts up to date with written details. Call
 * inside the commit that writes them, with both among its tables. A block that nobody
 * has packed yet is left to `packBlocks`: in a first fill each would be written a
 * hundred times.
 */
export async function changeBlocks(
  cache: CacheDatabase,
  written: readonly DetailRow[],
): Promise<void> {
  const { answerBlocks, textBlocks, meta } = cache;
  const isPacked = (await meta.get('areAnswersPacked'))?.v === true;
  const byBlock = groupByBlock(written);
  const blocks = [...byBlock.keys()];
  const answers = await answerBlocks.bulkGet(blocks);
  const texts = await textBlocks.bulkGet(blocks);
  const ofAnswers: AnswerBlock[] = [];
  const ofTexts: TextBlock[] = [];
  for (const [at, [block, rows]] of [...byBlock].entries()) {
    const known = { answers: answers[at], texts: texts[at] };
    if (isPacked || known.answers) {
      const packed = packedThreads(rows);
      ofAnswers.push(putIntoAnswerBlock(block, known.answers, packed));
    }
    if (isPacked || known.texts) {
      ofTexts.push(putIntoTextBlock(block, known.texts, rows));
    }
  }
  if (ofAnswers.length > 0) await answerBlocks.bulkPut(ofAnswers);
  if (ofTexts.length > 0) await textBlocks.bulkPut(ofTexts);
}

/** Writes blocks of which one is not there, of all details of their stations. */
export async function writeBlocks(
  { answerBlocks, textBlocks }: CacheDatabase,
  blocks: readonly number[],
  details: readonly DetailRow[],
): Promise<void> {
  const byBlock = groupByBlock(details);
  const rowsOf = (block: number) => byBlock.get(block) ?? [];
  await answerBlocks.bulkPut(
    blocks.map((block) =>
      putIntoAnswerBlock(block, undefined, packedThreads(rowsOf(block))),
    ),
  );
  await textBlocks.bulkPut(
    blocks.map((block) => putIntoTextBlock(block, undefined, rowsOf(block))),
  );
}

/** Details by the block that they belong to. */
function groupByBlock(rows: readonly DetailRow[]): Map<number, DetailRow[]> {
  const groups = new Map<number, DetailRow[]>();
  for (const row of rows) {
    const block = blockOfStation(row.pollingStationId);
    const known = groups.get(block);
    if (known) known.push(row);
    else groups.set(block, [row]);
  }
  return groups;
}

function packedThreads(rows: readonly DetailRow[]) {
  return rows.flatMap((row) => packedThread(row) ?? []);
}
