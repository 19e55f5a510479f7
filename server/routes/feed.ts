import * as v from 'valibot';

import { toCsv } from '../files/write-csv';
import { tellAudit, tellAuditNothing } from '../http/audit';
import { scopeOf } from '../http/callers/roles';
import { requireExtensions } from '../http/extensions';
import { invalid, ProblemError } from '../http/problems/problem';
import { CSV, sendDownload } from '../http/replies/send-download';
import { sendJson } from '../http/replies/send-json';
import { filled, integer } from '../http/requests/fields';
import { createRoutes } from '../http/routes';
import {
  findFeedState,
  listFeed,
  type FeedPlace,
  type FeedRow,
} from '../queries/feed';
import { FeedPage } from '../schemas/feed';
import type { RequestContext } from '../server';

/** Rows of one page. */
const DEFAULT_LIMIT = 1_000;
const MAX_LIMIT = 5_000;

/** Answers in the order of their changes, for programs (docs/api-contract.md 10.12). */
export const feedRoutes = createRoutes('feed');

feedRoutes.on(
  'get',
  '/api/extensions/feed',
  {
    summary: 'Answers that changed after a cursor, as JSON or CSV',
    role: 'reader',
    audit: 'export',
    query: {
      after: filled,
      limit: integer,
      format: v.picklist(['json', 'csv']),
    },
    reply: FeedPage,
    files: [CSV],
    refusals: {
      410: 'The feed began anew: read it from the beginning',
      503: 'The answers were restored by another program than this server',
    },
  },
  async (c, { user, query }) => {
    requireExtensions(c);
    // The first use in each hour is in the log by itself.
    if (user.kind === 'reader') tellAuditNothing(c);
    else tellAudit(c, { subject: 'feed' });
    const { after, limit = DEFAULT_LIMIT, format } = query();
    if (limit < 1 || limit > MAX_LIMIT) {
      throw invalid('limit', `Must be from 1 to ${MAX_LIMIT}.`);
    }
    const { db } = c.var;
    const { name, safeBelow, next, newest } = await findFeedState(db);
    if (newest >= next) throw new ProblemError(503, FOREIGN);
    const from = after === undefined ? undefined : readCursor(after);
    if (from && (from.name !== name || from.place.changedIn > next)) {
      throw new ProblemError(410, BEGUN_ANEW);
    }
    // One more tells whether there are any.
    const rows = await listFeed(db, {
      ngoId: scopeOf(user),
      after: from?.place ?? placeBefore(0),
      safeBelow,
      limit: limit + 1,
    });
    const page = rows.slice(0, limit);
    const hasMore = rows.length > limit;
    // The end stays where it is until something changes.
    const end = placeBefore(Math.min(newest + 1, safeBelow));
    const last = hasMore ? page.at(-1) : undefined;
    const cursor = writeCursor(name, last ?? end);
    return wantsCsv(c, format)
      ? sendCsv(c, page, cursor, hasMore)
      : sendJson(c, { data: page.map(toAnswer), next: cursor, hasMore });
  },
);

const BEGUN_ANEW =
  'The feed began anew since this cursor was given. Put away what was read, and read from the beginning, without a cursor.';
const FOREIGN =
  'The answers were restored by another program than this server, so their order is not known. docs/operations.md 7.5 says what to do.';

/** Before all rows that a transaction wrote. */
function placeBefore(changedIn: number): FeedPlace {
  return {
    changedIn,
    observerId: 0,
    pollingStationId: 0,
    questionId: 0,
    optionId: 0,
  };
}

/** The state of the feed and a place in it, as a text that says nothing to people. */
function writeCursor(name: string, place: FeedPlace): string {
  const { changedIn, observerId, pollingStationId } = place;
  const { questionId, optionId } = place;
  const numbers = [
    changedIn,
    observerId,
    pollingStationId,
    questionId,
    optionId,
  ];
  return Buffer.from(JSON.stringify([name, ...numbers])).toString('base64url');
}

const number = v.pipe(v.number(), v.safeInteger(), v.minValue(0));
const id = v.pipe(number, v.maxValue(2_147_483_647));
const Cursor = v.strictTuple([v.string(), number, id, id, id, id]);

/** Throws a 400 for a text that no page gave. */
function readCursor(text: string): { name: string; place: FeedPlace } {
  const found = v.safeParse(Cursor, parse(text));
  if (!found.success) throw invalid('after', 'This is no cursor of the feed.');
  const [name, changedIn, observerId, pollingStationId, questionId, optionId] =
    found.output;
  return {
    name,
    place: { changedIn, observerId, pollingStationId, questionId, optionId },
  };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(Buffer.from(text, 'base64url').toString());
  } catch {
    return undefined;
  }
}

function toAnswer(row: FeedRow) {
  return {
    thread: `${row.observerId}-${row.pollingStationId}`,
    observerId: row.observerId,
    ngoId: row.ngoId,
    pollingStationId: row.pollingStationId,
    countyCode: row.countyCode,
    municipalityCode: row.municipalityCode,
    pollingStationNumber: row.pollingStationNumber,
    formCode: row.formCode,
    questionId: row.questionId,
    questionCode: row.questionCode,
    optionId: row.optionId,
    option: row.optionText,
    flagged: row.flagged,
    lastModified: row.at.toISOString(),
    isRemoved: row.isRemoved,
  };
}

/** CSV when it is asked for by `format`, or by name where `format` says nothing. */
function wantsCsv(c: RequestContext, format: string | undefined): boolean {
  if (format !== undefined) return format === 'csv';
  const [first = ''] = (c.req.header('Accept') ?? '').split(/[,;]/);
  return first.trim().toLowerCase() === CSV;
}

const COLUMNS = [
  'thread',
  'observerId',
  'ngoId',
  'pollingStationId',
  'countyCode',
  'municipalityCode',
  'pollingStationNumber',
  'formCode',
  'questionId',
  'questionCode',
  'optionId',
  'option',
  'flagged',
  'lastModified',
  'isRemoved',
] as const;

/** The same rows; a file has no place for the cursor, so two headers have it. */
function sendCsv(
  c: RequestContext,
  page: FeedRow[],
  cursor: string,
  hasMore: boolean,
): Response {
  const rows = page
    .map(toAnswer)
    .map((row) => COLUMNS.map((name) => row[name]));
  c.header('Feed-Next', cursor);
  c.header('Feed-Has-More', String(hasMore));
  return sendDownload(c, toCsv([COLUMNS, ...rows]), 'feed.csv');
}
