import type { CacheDatabase } from '@/db/cache';
import { pairOfKey } from '@/domain/answers/thread';
import { blockOfStation } from '@/domain/questions/answer-block';

import { commit, readMeta } from '@/workers/engine/commit';
import type { Engine } from '@/workers/engine/engine';
import { writeBlocks } from './blocks';

/** Blocks that one commit packs: some four hundred details are in memory for it. */
const BLOCKS_AT_ONCE = 4;

/** What is read and written to pack blocks. */
const TABLES = ['details', 'answerBlocks', 'textBlocks'] as const;

/**
 * Packs the answers and texts of all cached details, where that was not done before: after the
 * first download, after an update from a build without blocks, after room was made. A
 * block that is there is right, so a stop in the middle loses nothing.
 * @param mayGoOn asked before each commit. @returns whether all are packed.
 */
export async function packBlocks(
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
        ['details', 'textBlocks', 'meta'],
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
      await packGroups(engine, groups.slice(at, at + BLOCKS_AT_ONCE));
    }
  }
}

/** Before a first download: its details are packed together once it has ended. */
export async function dropBlocks(engine: Engine): Promise<void> {
  const { cache } = engine.databases;
  if (!(await readMeta(cache, 'areAnswersPacked'))) return;
  await commit(
    engine,
    ['answerBlocks', 'textBlocks'],
    async ({ answerBlocks, textBlocks, meta }) => {
      await Promise.all([answerBlocks.clear(), textBlocks.clear()]);
      await meta.delete('areAnswersPacked');
    },
  );
}

/** Keys of details whose block is not there, by block: that of texts is newer and written with the other. */
async function unpackedKeys({
  details,
  textBlocks,
}: Pick<CacheDatabase, 'details' | 'textBlocks'>): Promise<
  Map<number, string[]>
> {
  const keys = await details.toCollection().primaryKeys();
  const there = new Set(await textBlocks.toCollection().primaryKeys());
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

async function packGroups(
  engine: Engine,
  groups: readonly (readonly [number, string[]])[],
): Promise<void> {
  await commit(engine, TABLES, async (tables) => {
    const keys = groups.flatMap(([, ofBlock]) => ofBlock);
    const rows = await tables.details.bulkGet(keys);
    await writeBlocks(
      tables,
      groups.map(([block]) => block),
      rows.filter((row) => row !== undefined),
    );
  });
}
