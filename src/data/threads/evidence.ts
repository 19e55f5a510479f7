import { config } from '@/config';
import { readPublishedForms } from '@/data/forms/forms';
import { readTriage } from '@/data/triage/triage';
import type { CursorRow, ThreadRow } from '@/db/cache';
import { databases } from '@/db/open';
import type { DetailParts } from '@/domain/answers/details';
import type { Attachment } from '@/domain/answers/note';
import { webAddress } from '@/domain/answers/note';
import type {
  ThreadFilter,
  ThreadList,
  ThreadPair,
} from '@/domain/answers/thread';
import { pairOfKey, threadKey } from '@/domain/answers/thread';
import type {
  AnalysisThread,
  EvidenceOrigin,
  EvidenceThread,
  FileReason,
  LoadedFile,
  MissingPart,
} from '@/domain/evidence/evidence';
import { isWhole, missingForms } from '@/domain/evidence/evidence';
import type { Rejection } from '@/domain/outbox/outcome';
import { sync } from '@/workers/client';

import { readThreadRows } from './thread-rows';

/** Which threads an evidence file is about: some by their keys, or all under a filter. */
export type EvidenceScope =
  | { kind: 'threads'; keys: readonly string[] }
  | { kind: 'filter'; list: ThreadList; filter: ThreadFilter };

/** What an evidence file would have now. */
export interface EvidencePlan {
  /** Of its threads, newest first under a filter. */
  keys: string[];
  /** Of those whose details are not here, in part, or from before a change. */
  incomplete: string[];
  /** Attachments of the details that are here, each once. */
  files: number;
  /** Options that were chosen, of the details that are here. */
  options: number;
  /** What is missing beside details and files. */
  missing: MissingPart[];
}

/** More rows than any list has. */
const ALL_ROWS = 1_000_000;
/** Details that are in memory together. */
const THREADS_AT_ONCE = 50;
/** Threads that are asked for side by side. */
const PULLS_AT_ONCE = 2;
/** After so many files in a row a store that does not answer is not asked again. */
const AWAY_MAX = 3;

/** Looks at what is cached of the threads of a scope. */
export async function readEvidencePlan(
  scope: EvidenceScope,
): Promise<EvidencePlan> {
  const { keys, missing } = await threadsOf(scope);
  const incomplete: string[] = [];
  const files = new Set<string>();
  let options = 0;
  for (let at = 0; at < keys.length; at += THREADS_AT_ONCE) {
    const threads = await readThreads(keys.slice(at, at + THREADS_AT_ONCE));
    for (const thread of threads) {
      if (!isWhole(thread)) incomplete.push(thread.key);
      for (const answer of thread.answers ?? [])
        options += answer.options.length;
      for (const note of thread.notes ?? []) {
        for (const { path } of note.attachments) files.add(path);
      }
    }
  }
  const forms = missingForms(await readPublishedForms());
  return {
    keys,
    incomplete,
    files: files.size,
    options,
    missing: [...missing, ...forms],
  };
}

async function threadsOf(
  scope: EvidenceScope,
): Promise<Pick<EvidencePlan, 'keys' | 'missing'>> {
  if (scope.kind === 'threads') return { keys: [...scope.keys], missing: [] };
  const { list, filter } = scope;
  const all = { page: 1, pageSize: ALL_ROWS };
  const found = await readThreadRows({ list, filter, ...all });
  const { cacheShare, unchecked = 0 } = found;
  const unknown = cacheShare ? cacheShare.total - cacheShare.cached : 0;
  return {
    keys: found.rows.map(({ key }) => key),
    missing: [
      ...(unknown > 0 ? [{ what: 'reports', count: unknown } as const] : []),
      ...(unchecked > 0
        ? [{ what: 'unchecked', count: unchecked } as const]
        : []),
    ],
  };
}

/**
 * Fetches the details and forms that a plan lacks, until the server does not answer.
 * @param onProgress called with how many threads were asked for.
 */
export async function fetchMissing(
  { incomplete, missing }: EvidencePlan,
  onProgress: (done: number) => void,
  signal: AbortSignal,
): Promise<void> {
  for (const { form } of missing) {
    if (form === undefined || signal.aborted) continue;
    await sync.pullForm(form).catch(noRoom);
  }
  const waiting = incomplete.values();
  let done = 0;
  let isAway = false;
  async function fetchNext() {
    // Both take the next one of the same list.
    for (const key of waiting) {
      if (isAway || signal.aborted) return;
      const pair = pairOfKey(key);
      const result = pair && (await sync.pullDetail(pair).catch(noRoom));
      // A status concerns this thread alone; without one the server is away.
      if (result?.ok === false && result.failure.status === undefined) {
        isAway = true;
      }
      done += 1;
      onProgress(done);
    }
  }
  await Promise.all(Array.from({ length: PULLS_AT_ONCE }, fetchNext));
}

/** The device cannot store what came: the file is made from what is here. */
function noRoom(): Rejection {
  return { ok: false, failure: { kind: 'noWorker' } };
}

/** What is known of the server's clock, and when the list of all threads was right. */
export async function readEvidenceTimes(): Promise<
  Pick<EvidenceOrigin, 'clockOffset' | 'listAsOf'>
> {
  const { cache } = databases();
  const [cursor, offset] = await Promise.all([
    cache.cursors.get('threads:all'),
    cache.meta.get('clockOffset'),
  ]);
  return {
    listAsOf: cursor?.asOf,
    clockOffset: offset?.k === 'clockOffset' ? offset.v : undefined,
  };
}

/**
 * One thread as the server said it: changes that wait in the outbox are not in it. A
 * thread that is gone has no `thread`.
 */
export async function readEvidenceThread(key: string): Promise<EvidenceThread> {
  const [thread] = await readThreads([key]);
  if (!thread) throw new Error(`${key} is no key of a thread`);
  const decisions = await readTriage([key]);
  return { ...thread, decisions: decisions.get(key) ?? [] };
}

/** Some threads as the server said them, with the decisions about them; in the order of `keys`. */
export async function readAnalysisThreads(
  keys: readonly string[],
): Promise<AnalysisThread[]> {
  const [threads, decisions] = await Promise.all([
    readThreads(keys),
    readTriage(keys),
  ]);
  return threads.map((each) => {
    const { county = '', stationNumber = -1 } = each.thread ?? {};
    return {
      ...each,
      decisions: decisions.get(each.key) ?? [],
      county,
      stationNumber: stationNumber < 0 ? undefined : stationNumber,
    };
  });
}

interface ReadThread extends EvidenceThread {
  thread: ThreadRow | undefined;
}

/** Without decisions. */
async function readThreads(keys: readonly string[]): Promise<ReadThread[]> {
  const { cache } = databases();
  const inList = (list: ThreadList) =>
    keys.map((key): [ThreadList, string] => [list, key]);
  const [all, urgent, details, cursors] = await Promise.all([
    cache.threads.bulkGet(inList('all')),
    cache.threads.bulkGet(inList('urgent')),
    cache.details.bulkGet([...keys]),
    cache.cursors.bulkGet(keys.map((key) => `detail:${key}`)),
  ]);
  return keys.flatMap((key, at) => {
    const pair = pairOfKey(key);
    if (!pair) return [];
    const rows = [all[at], urgent[at]].filter((row) => row !== undefined);
    const { answers, extra, notes }: DetailParts = details[at] ?? {};
    return {
      key,
      ...pair,
      thread: newest(rows),
      answers,
      extra,
      notes,
      readAt: cursors[at]?.asOf,
      isOlder:
        details[at] !== undefined &&
        isBefore(
          cursors[at],
          rows.map(({ order }) => order),
        ),
      decisions: [],
    };
  });
}

/** The lists date a thread by their own kind of answers (docs/api-contract.md 4.2). */
function newest(rows: readonly ThreadRow[]): ThreadRow | undefined {
  const at = (row: ThreadRow) => row.lastModified ?? 0;
  return rows.toSorted((one, other) => at(other) - at(one))[0];
}

/** Whether details were read before the thread last moved, as when they are fetched ahead. */
function isBefore(
  cursor: CursorRow | undefined,
  orders: readonly number[],
): boolean {
  return orders.some((order) => (cursor?.threadOrder ?? 0) < order);
}

/**
 * Loads attachments for one evidence file, as the server has them. One whose signature
 * ran out is asked for with a new one. Where none comes, the copy that is here takes its
 * place. A server or store that does not answer is asked three times in all.
 */
export function attachmentLoader(): (
  pair: ThreadPair,
  file: Attachment,
) => Promise<LoadedFile> {
  const server =
    config.apiHost === '' ? globalThis.location.origin : config.apiHost;
  const away = new Map<string, number>();

  async function ask(src: string): Promise<Blob | FileReason> {
    const address = webAddress(src, server);
    if (!address) return 'noAddress';
    const { origin, href } = address;
    const times = away.get(origin) ?? 0;
    if (times >= AWAY_MAX) return 'away';
    const reply = await sync.receiveFile(href);
    // A sync worker that is gone brings nothing, either.
    const file = typeof reply === 'object' && 'ok' in reply ? 'away' : reply;
    away.set(origin, file === 'away' ? times + 1 : 0);
    return file;
  }

  return async (pair, file) => {
    let found = await ask(file.src);
    if (found === 'refused') {
      const src = await newAddress(pair, file);
      if (src !== file.src) found = await ask(src);
    }
    if (typeof found === 'object') {
      return {
        is: 'received',
        bytes: await found.arrayBuffer(),
        mediaType: found.type,
        at: Date.now(),
      };
    }
    const kept = await databases().cache.pictureBytes.get(file.path);
    return kept
      ? { is: 'reduced', bytes: kept.bytes, mediaType: kept.type }
      : { is: 'missing', reason: found };
  };
}

/** The address of an attachment after its thread was read anew. */
async function newAddress(pair: ThreadPair, file: Attachment): Promise<string> {
  await sync.pullDetail(pair);
  const key = threadKey(pair.observerId, pair.pollingStationId);
  const detail = await databases().cache.details.get(key);
  const all = detail?.notes?.flatMap(({ attachments }) => attachments) ?? [];
  return all.find(({ path }) => path === file.path)?.src ?? file.src;
}
