import type { CountyReports } from '@/domain/coverage/county-reports';
import { applyChanges, entriesOf } from '@/domain/coverage/county-reports';
import { putIntoBlocks } from '@/domain/coverage/observer-block';

import type { DetailRow } from '@/db/cache';
import {
  blockOfStation,
  packedThread,
  putIntoAnswerBlock,
} from '@/domain/questions/answer-block';
import { putIntoTextBlock } from '@/domain/search/text-block';

import type { Commit } from '../device/connections';
import type { Account, World } from '../device/stage';
import type { Complain } from '../story/sentences';

/** I5: differences between the server and its cached copy. */
export function cacheEqualsServer(world: World, account: Account): string[] {
  const { server } = world;
  const { stored } = account;
  const differs = (what: string, mine: unknown, theirs: unknown) =>
    JSON.stringify(mine) === JSON.stringify(theirs)
      ? []
      : [`${what}: ${JSON.stringify(mine)} is not ${JSON.stringify(theirs)}`];
  const byId = (a: { id: number }, b: { id: number }) => a.id - b.id;
  const idsOf = (rows: readonly { id?: unknown }[]) =>
    rows.map(({ id }) => Number(id)).sort((a, b) => a - b);
  const people = (
    rows: readonly { id: number; name: string; phone: string }[],
  ) => rows.map(({ id, name, phone }) => ({ id, name, phone })).sort(byId);
  const heads = (
    rows: readonly {
      id: number;
      code: string;
      description: string;
      draft: boolean;
      currentVersion: number;
    }[],
  ) =>
    rows
      .map(({ id, code, description, draft, currentVersion }) => ({
        id,
        code,
        description,
        draft,
        currentVersion,
      }))
      .sort(byId);
  const bodies = (
    rows: readonly {
      id: number;
      sections: readonly {
        id: number;
        questions: readonly { id: number; text: string }[];
      }[];
    }[],
  ) =>
    rows
      .map(({ id, sections }) => ({
        id,
        parts: sections
          .filter(({ questions }) => questions.length > 0)
          .map((section) => [
            section.id,
            section.questions.map((each) => [each.id, each.text]),
          ]),
      }))
      .sort(byId);
  const threads = (rows: readonly { key: string }[]) =>
    rows.map(({ key }) => key).sort();
  const lists = stored.cache('threads');
  const observers = withoutGuarded(stored.cache('observers'), (row) =>
    server.observers.some(({ id }) => id === row.id),
  );
  const counties = (
    rows: readonly {
      id: number;
      code: string;
      name: string;
      order: number;
    }[],
  ) =>
    rows
      .map(({ id, code, name, order }) => ({ id, code, name, order }))
      .sort(byId);
  return [
    ...differs(
      'counties',
      counties(stored.cache('counties')),
      counties(server.counties),
    ),
    ...differs(
      'history',
      idsOf(stored.cache('notifications')),
      idsOf(server.history),
    ),
    ...differs('observers', people(observers), people(server.observers)),
    ...differs('forms', heads(stored.cache('forms')), heads(server.forms)),
    ...differs(
      'bodies',
      bodies(stored.cache('formBodies')),
      bodies(server.forms),
    ),
    ...(['urgent', 'all'] as const).flatMap((list) =>
      differs(
        `threads ${list}`,
        threads(
          withoutGuarded(
            lists.filter((row) => row.list === list),
            (row) => server.threads[list].some(({ key }) => key === row.key),
          ),
        ),
        threads(server.threads[list]),
      ),
    ),
  ];
}

/**
 * When more than this share of a list is gone at once, the rows stay until a
 * person agrees (docs/offline-design.md 6.3).
 */
const GUARDED_SHARE = 0.2;

/** The rows, without those that only the guard against mass deletion holds. */
function withoutGuarded<T>(
  rows: readonly T[],
  isAlive: (row: T) => boolean,
): T[] {
  const alive = rows.filter(isAlive);
  const gone = rows.length - alive.length;
  return gone > Math.max(1, rows.length * GUARDED_SHARE) ? alive : [...rows];
}

function areCounted({ stored }: Account): boolean {
  return stored
    .cache('meta')
    .every(({ k, v }) => k !== 'areReportsCounted' || v !== false);
}

interface PutOff {
  /** Leadership in which it was put off; absent: all was counted. */
  before: number | undefined;
  /** Leadership of this commit. */
  epoch: number;
  commit: Commit;
}

/**
 * I21, for one commit: counting is put off only while a sweep is to come that ends
 * it, and a leader writes nothing before it has counted what an earlier one left.
 * @returns `before` of the next commit.
 */
export function countingIsNotPutOff(
  account: Account,
  { before, epoch, commit }: PutOff,
  complain: Complain,
): number | undefined {
  if (areCounted(account)) return undefined;
  if (before === undefined) {
    const lists = account.stored
      .cache('cursors')
      .filter(({ resource }) => resource.startsWith('threads:'));
    const swept = lists.filter(({ sweptAt }) => sweptAt !== undefined);
    if (swept.length === 2) complain('I21', 'no sweep counts what is put off');
    return epoch;
  }
  // Its own number, which a leader writes first, stands in `meta`.
  const isNumber = [...commit.tables].every((table) => table === 'meta');
  if (epoch !== before && !isNumber) {
    complain('I21', `what was put off in ${before} is not counted in ${epoch}`);
  }
  return before;
}

/** I21: what is counted step by step is what all cached threads give at once. */
export function reportsAreThoseOfThreads(
  account: Account,
  complain: Complain,
): void {
  if (!areCounted(account)) return;
  const { stored } = account;
  const changes = stored.cache('threads').map((after) => ({ after }));
  const known = comparable(stored.cache('countyReports'));
  const expected = comparable(applyChanges([], changes));
  if (known !== expected) complain('I21', `${known} is not ${expected}`);
}

/** The rows as text, with counties in one order. */
function comparable(rows: readonly CountyReports[]): string {
  return JSON.stringify(
    rows
      .map(({ county, urgent, all }) => ({
        county,
        urgent: entriesOf(urgent),
        all: entriesOf(all),
      }))
      .sort((a, b) => (a.county < b.county ? -1 : 1)),
  );
}

/** I26: what is on the device of a thread is what its observer wrote, all of it. */
export function detailsAreWhatWasWritten(
  { stored }: Account,
  complain: Complain,
): void {
  for (const { key, answers, notes } of stored.cache('details')) {
    const said = [
      answers?.map(({ options }) => options.map(({ value }) => value)),
      notes?.map(({ text }) => text),
    ];
    for (const texts of said) {
      if (texts === undefined || texts.flat().join() === key) continue;
      complain('I26', `thread ${key} says ${JSON.stringify(texts)}`);
    }
  }
}

const NONE = { count: 0, total: 0 };

/** I28: threads that cannot be read without a connection, and a count that is wrong. */
export function unreadableThreads(
  { server }: World,
  { stored }: Account,
): string[] {
  const kept = new Set(stored.cache('details').map(({ key }) => key));
  const there = [...server.threads.urgent, ...server.threads.all];
  const missing = there.filter(({ key }) => !kept.has(key));
  const listed = new Set(stored.cache('threads').map(({ key }) => key));
  const count = [...listed].filter((key) => kept.has(key)).length;
  const expected = JSON.stringify({ count, total: listed.size });
  const row = stored.cache('meta').find(({ k }) => k === 'readable');
  const { count: said, total } = row?.k === 'readable' ? row.v : NONE;
  const counted = JSON.stringify({ count: said, total });
  return [
    ...missing.map(({ key }) => `thread ${key} cannot be read`),
    ...(counted === expected ? [] : [`${counted} is not ${expected}`]),
  ];
}

/** I22: the blocks of observers have each cached observer, and no other. */
export function blocksAreThoseOfObservers(
  { stored }: Account,
  complain: Complain,
): void {
  const known = JSON.stringify(
    stored.cache('observerBlocks').toSorted((a, b) => a.block - b.block),
  );
  const expected = JSON.stringify(
    putIntoBlocks([], stored.cache('observers')).toSorted(
      (a, b) => a.block - b.block,
    ),
  );
  if (known !== expected) complain('I22', `${known} is not ${expected}`);
}

/** I29: a block of answers or texts that differs from what the details of its stations say. */
export function blocksAreThoseOfDetails(
  { stored }: Account,
  complain: Complain,
): void {
  const details = stored.cache('details');
  for (const row of stored.cache('answerBlocks')) {
    const expected = packedOf(row.block, details);
    const isSame = JSON.stringify(row) === JSON.stringify(expected);
    if (!isSame)
      complain('I29', `block ${row.block} is not that of its details`);
  }
  for (const row of stored.cache('textBlocks')) {
    const own = ofBlock(row.block, details);
    const expected = putIntoTextBlock(row.block, undefined, own);
    const isSame = JSON.stringify(row) === JSON.stringify(expected);
    if (!isSame)
      complain('I29', `texts of block ${row.block} are not its details'`);
  }
}

/** I29, at rest: blocks that are missing. */
export function unpackedBlocks({ stored }: Account): string[] {
  const texts = new Set(stored.cache('textBlocks').map((row) => row.block));
  const there = new Set(
    stored
      .cache('answerBlocks')
      .map((row) => row.block)
      .filter((block) => texts.has(block)),
  );
  const answered = stored.cache('details').filter(({ answers }) => answers);
  const blocks = new Set(
    answered.map((row) => blockOfStation(row.pollingStationId)),
  );
  return [...blocks]
    .filter((block) => !there.has(block))
    .map((block) => `block ${block} of answers or texts is missing`);
}

function packedOf(block: number, details: readonly DetailRow[]) {
  const threads = ofBlock(block, details).flatMap(
    (row) => packedThread(row) ?? [],
  );
  return putIntoAnswerBlock(block, undefined, threads);
}

function ofBlock(block: number, details: readonly DetailRow[]) {
  return details.filter(
    ({ pollingStationId }) => blockOfStation(pollingStationId) === block,
  );
}
