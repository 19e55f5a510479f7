import type { ThreadRow } from '@/db/cache';
import { databases } from '@/db/open';
import type { ThreadList } from '@/domain/answers/thread';

/** The cached threads of some keys, in their order, urgent ones as such; undefined: in no list. */
export async function readThreadsOf(
  keys: readonly string[],
): Promise<(ThreadRow | undefined)[]> {
  const { threads } = databases().cache;
  const inList = (list: ThreadList) =>
    threads.bulkGet(keys.map((key): [ThreadList, string] => [list, key]));
  const [all, urgent] = await Promise.all([inList('all'), inList('urgent')]);
  return keys.map((_, at) => urgent[at] ?? all[at]);
}
