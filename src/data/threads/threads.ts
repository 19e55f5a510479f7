import { useLiveQuery } from 'dexie-react-hooks';
import { useMemo } from 'react';

import type { PublishedForms } from '@/data/forms/forms';
import { readPublishedForms } from '@/data/forms/forms';
import { useFirstHead } from '@/data/live/first-head';
import { useLastShown } from '@/data/live/last-screen';
import { useLive } from '@/data/live/use-live';
import type { Pull } from '@/data/live/use-pull';
import { usePull } from '@/data/live/use-pull';
import type { TriageByThread } from '@/data/triage/triage';
import { useTriage } from '@/data/triage/triage';
import type { ThreadRow } from '@/db/cache';
import type { ReadRow } from '@/db/intent';
import { databases } from '@/db/open';
import { readOpenOps } from '@/db/open-ops';
import type { DetailDigest } from '@/domain/answers/digest';
import type { FirstHead } from '@/domain/answers/first-head';
import type {
  Thread,
  ThreadList,
  ThreadPair,
  ThreadViewQuery,
} from '@/domain/answers/thread';
import {
  isEmptyFilter,
  isServerFilter,
  orderThreads,
} from '@/domain/answers/thread';
import type { Completeness } from '@/domain/forms/form';
import { answersById, completeness } from '@/domain/forms/form';
import type { Op } from '@/domain/outbox/op';
import type { Overlaid, PendingMark } from '@/domain/outbox/overlay';
import { overlayThread } from '@/domain/outbox/overlay';
import { pendingIn } from '@/domain/triage/shared';
import type { TriageState } from '@/domain/triage/triage';
import { triageStateOf } from '@/domain/triage/triage';
import { sync } from '@/workers/client';

import type { ThreadRowsPage } from './thread-rows';
import { readThreadRows } from './thread-rows';
import type { ListState } from './thread-window';
import {
  pageOf,
  readListState,
  readThreadWindow,
  windowKeyOf,
} from './thread-window';

export interface ThreadItem extends Overlaid<Thread> {
  /** Epoch ms or rank: grows when the thread moved to the top. */
  order: number;
  /** Never read on this device, or marked unread. */
  isUnread: boolean;
  /** Read before, and its answers or notes changed since. */
  isChanged: boolean;
  /** What staff decided about it. */
  triage: TriageState;
  /** How the server stands to what was decided here; absent where nothing is to be sent. */
  decision?: PendingMark | undefined;
  /** From the cached details; absent while these are not cached. */
  summary?: ThreadSummary | undefined;
}

export interface ThreadSummary {
  /** Flagged questions over all published forms. */
  flagged: number;
  notes: number;
  /** One for each published form whose sections are cached. */
  forms: Completeness[];
}

export interface ThreadPage extends Omit<ThreadRowsPage, 'rows'> {
  rows: ThreadItem[];
}

/** One page of a list under a filter, live. Undefined until read. */
export function useThreadPage(query: ThreadViewQuery): ThreadPage | undefined {
  const { list } = query;
  const key = JSON.stringify(query);
  const shown = useThreadRows(query, key);
  const state = useLive(`thread-list:${list}`, () => readListState(list));
  const reads = useLive('reads', readReads);
  const triage = useTriage();
  const published = useLive('published-forms', readPublishedForms);
  const ops = useLive('open-ops', () => readOpenOps(databases().intent.outbox));
  const live = useMemo(() => {
    if (!shown || !reads || !triage || !published || !ops) return undefined;
    const known = shown.known ?? state;
    if (!known) return undefined;
    const rows = shown.rows.map((row) =>
      withMarks(row, { reads, triage, published, ops }),
    );
    return { ...known, rows };
  }, [shown, state, reads, triage, published, ops]);
  const last = useLastShown(partOf(query), key, live, hasRows);
  const head = useFirstHead();
  const first = useMemo(() => {
    const isTop = query.page === 1 && isEmptyFilter(query.filter);
    // Whatever the cache knows of the list is newer, or says more.
    const isNews = head?.list === query.list && live?.asOf === undefined;
    if (!isTop || !isNews) return undefined;
    return pageOfHead(head, query, { reads, triage, published, ops });
  }, [head, live, query, reads, triage, published, ops]);
  return first ?? live ?? last;
}

/** A page as the server answered it, with what this device knows of its threads by now. */
function pageOfHead(
  { list, threads, total, asOf }: FirstHead,
  { pageSize }: ThreadViewQuery,
  known: { [Name in keyof Marks]: Marks[Name] | undefined },
): ThreadPage {
  const marks = {
    reads: known.reads ?? new Map(),
    triage: known.triage ?? new Map(),
    published: known.published ?? { forms: [], bodies: [] },
    ops: known.ops ?? [],
  };
  const orders = orderThreads(threads, new Map(), asOf);
  const rows = threads.slice(0, pageSize).map((thread) => {
    const order = orders.get(thread.key) ?? 0;
    const place = { county: '', stationNumber: -1, missing: 0 };
    return withMarks({ ...thread, ...place, list, order }, marks);
  });
  return { rows, total, source: 'server', asOf };
}

/** Starts lead to the top of a list, whichever page was shown last. */
function partOf({ list, filter, page }: ThreadViewQuery): string {
  return page === 1 && isEmptyFilter(filter) ? `top:${list}` : 'page';
}

/** That there is none is said by the databases alone. */
function hasRows({ rows }: ThreadPage): boolean {
  return rows.length > 0;
}

interface ShownRows {
  rows: ThreadRow[];
  /** Read with the rows. Absent: the state of the list holds for any page of it. */
  known?: ListState | undefined;
}

/** The rows of a page, from the window it stands in, or read by themselves. */
function useThreadRows(
  query: ThreadViewQuery,
  key: string,
): ShownRows | undefined {
  const hasWindow = isEmptyFilter(query.filter);
  const windowKey = hasWindow ? windowKeyOf(query) : undefined;
  const window = useLiveQuery(
    async () =>
      windowKey === undefined
        ? undefined
        : { key: windowKey, value: await readThreadWindow(query) },
    [windowKey],
  );
  // The window of the page before may reach this one, too.
  const held = useMemo(
    () => (hasWindow && window ? pageOf(window.value, query) : undefined),
    [hasWindow, window, query],
  );
  // No row is a fact only together with what the list's cursor says.
  const isApart = !held && (!hasWindow || window?.key === windowKey);
  const page = useLiveQuery(
    async () =>
      isApart ? { key, value: await readThreadRows(query) } : undefined,
    [isApart, key],
  );
  return useMemo(() => {
    if (held) return { rows: held };
    if (!isApart || page?.key !== key) return undefined;
    const { rows, ...known } = page.value;
    return { rows, known };
  }, [held, isApart, page, key]);
}

/** Asks for what a page of the list shows; all pages of a list without a filter ask once. */
export function useThreadPull(query: ThreadViewQuery): Pull {
  const { list, filter } = query;
  const isOfList = isEmptyFilter(filter) || !isServerFilter(filter);
  return usePull(`threads:${isOfList ? list : JSON.stringify(query)}`, () =>
    isOfList ? sync.pullThreads(list) : sync.pullThreadView(query),
  );
}

/** Totals of both lists as the server last gave them; absent: never given. */
type ThreadTotals = { [List in ThreadList]?: number | undefined };

export function useThreadTotals(): ThreadTotals {
  const live = useLive('thread-totals', async (): Promise<ThreadTotals> => {
    const { cursors } = databases().cache;
    const [urgent, all] = await cursors.bulkGet([
      'threads:urgent',
      'threads:all',
    ]);
    return { urgent: urgent?.total, all: all?.total };
  });
  const last = useLastShown('totals', '', live, () => true);
  return live ?? last ?? {};
}

/** What this user and this device know about threads, whichever page is shown. */
interface Marks {
  reads: ReadonlyMap<string, ReadRow>;
  triage: TriageByThread;
  published: PublishedForms;
  ops: readonly Op[];
}

async function readReads(): Promise<Marks['reads']> {
  const reads = await databases().intent.reads.toArray();
  return new Map(reads.map((read) => [read.key, read]));
}

function withMarks(
  { digest, ...row }: ThreadRow,
  { reads, triage, published, ops }: Marks,
): ThreadItem {
  const read = reads.get(row.key);
  const isUnread = !read || read.isUnread === true;
  const isChanged =
    !isUnread &&
    ((digest !== undefined && read.hash !== digest.hash) ||
      (row.lastModified ?? 0) > (read.lastModified ?? 0));
  const overlaid = { ...overlayThread(row, ops), order: row.order };
  return {
    ...overlaid,
    isUnread,
    isChanged,
    ...standingIn(triage, row.key),
    summary: digest && summaryOf(digest, published),
  };
}

/** How a thread stands, and whether that is still to be sent or was refused. */
export function standingIn(
  triage: TriageByThread,
  key: string,
): Pick<ThreadItem, 'triage' | 'decision'> {
  const history = triage.get(key) ?? [];
  return { triage: triageStateOf(history), decision: pendingIn(history) };
}

function summaryOf(
  digest: DetailDigest,
  { forms, bodies }: PublishedForms,
): ThreadSummary | undefined {
  if (!digest.answers) return undefined;
  const answers = answersById(digest.answers);
  const filled = forms.flatMap((form) => {
    const body = bodies.find(({ id }) => id === form.id);
    return body ? [completeness(form, body, answers)] : [];
  });
  const flagged = filled.reduce((sum, form) => sum + form.flagged, 0);
  return { flagged, notes: digest.notes, forms: filled };
}

/** Asks for one thread's details. */
export function useDetailPull(pair: ThreadPair): Pull {
  const { observerId, pollingStationId } = pair;
  return usePull(`detail:${observerId}:${pollingStationId}`, () =>
    sync.pullDetail({ observerId, pollingStationId }),
  );
}
