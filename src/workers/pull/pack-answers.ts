import type { CacheDatabase } from '@/db/cache';
import { pairOfKey } from '@/domain/answers/thread';
import {
  blockOfStation,
  putIntoAnswerBlock,
} from '@/domain/questions/answer-block';

import { commit, readMeta } from '@/workers/engine/commit';
import type { Engine } from '@/workers/engine/engine';
import { groupByBlock, packedThreads } from './answer-blocks';

/** Blocks that one commit packs: some four hundred details are in memory for it. */
const BLOCKS_AT_ONCE = 4;

/**
 * Packs the answers of all cached details, where that was not done before: after the
 * first download, after an update from a build without blocks, after room was made. A
 * block that is there is right, so a stop in the middle loses nothing.
 * @param mayGoOn asked before each commit. @returns whether all are packed.
 */
export async function packAnswers(
  engine: Engine,
  mayGoOn: () => boolean,
): Promise<boolean> {
  const { cache } = engine.databases;
  if (await readMeta(cache, 'areAnswersPacked')) return true;
  for (;;) {
    const missing = await unpackedKeys(cache);
    if (missing.size === 0) {
      // What came since the keys were read may lie in a block of its own.
      const isDone = await commit(
        engine,
        ['details', 'answerBlocks', 'meta'],
        async (tables) => {
          if ((await unpackedKeys(tables)).size > 0) return false;
          await tables.meta.put({ k: 'areAnswersPacked', v: true });
          return true;
        },
      );
      if (isDone) return true;
      continue;
    }
    const groups = [...missing];
    for (let at = 0; at < groups.length; at += BLOCKS_AT_ONCE) {
      if (engine.isStopped() || !mayGoOn()) return false;
      await packBlocks(engine, groups.slice(at, at + BLOCKS_AT_ONCE));
    }
  }
}

/** Before a first download: its details are packed together once it has ended. */
export async function dropAnswerBlocks(engine: Engine): Promise<void> {
  const { cache } = engine.databases;
  if (!(await readMeta(cache, 'areAnswersPacked'))) return;
  await commit(engine, ['answerBlocks'], async ({ answerBlocks, meta }) => {
    await answerBlocks.clear();
    await meta.delete('areAnswersPacked');
  });
}

/** Keys of details whose block is not there, by block. */
async function unpackedKeys({
  details,
  answerBlocks,
}: Pick<CacheDatabase, 'details' | 'answerBlocks'>): Promise<
  Map<number, string[]>
> {
  const keys = await details.toCollection().primaryKeys();
  const there = new Set(await answerBlocks.toCollection().primaryKeys());
  const missing = new Map<number, string[]>();
  for (const key of keys) {
    const block = blockOfStation(pairOfKey(key)?.pollingStationId ?? 0);
    if (there.has(block)) continue;
    const known = missing.get(block);
    if (known) known.push(key);
    else missing.set(block, [key]);
  }
  return missing;
}

async function packBlocks(
  engine: Engine,
  groups: readonly (readonly [number, string[]])[],
): Promise<void> {
  const tables = ['details', 'answerBlocks'] as const;
  await commit(engine, tables, async ({ details, answerBlocks }) => {
    const rows = await details.bulkGet(groups.flatMap(([, keys]) => keys));
    const byBlock = groupByBlock(rows.filter((row) => row !== undefined));
    await answerBlocks.bulkPut(
      groups.map(([block]) =>
        putIntoAnswerBlock(
          block,
          undefined,
          packedThreads(byBlock.get(block) ?? []),
        ),
      ),
    );
  });
}
