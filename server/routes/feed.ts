import * as v from 'valibot';

import { toCsv } from '../files/write-csv';
import { tellAudit, tellAuditNothing } from '../http/audit';
import { scopeOf } from '../http/callers/roles';
import { requireExtensions } from '../http/extensions';
import { invalid } from '../http/problems/problem';
import { CSV, sendDownload } from '../http/replies/send-download';
import { sendJson } from '../http/replies/send-json';
import {
  CURSOR_REFUSALS,
  endOf,
  readCursor,
  writeCursor,
} from '../http/requests/change-cursor';
import { filled, integer } from '../http/requests/fields';
import { createRoutes } from '../http/routes';
import {
  findFeedOrder,
  listFeed,
  type FeedPlace,
  type FeedRow,
} from '../queries/feed';
import { FeedPage } from '../schemas/feed';
import type { RequestContext } from '../server';

/** Rows of one page. */
const DEFAULT_LIMIT = 1_000;
const MAX_LIMIT = 5_000;
/** In a place, behind the number of the transaction. */
const IDS = 4;

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
    refusals: CURSOR_REFUSALS,
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
    const order = await findFeedOrder(db);
    const place = readCursor(after, order, IDS);
    // One more tells whether there are any.
    const rows = await listFeed(db, {
      ngoId: scopeOf(user),
      after: placeOf(place),
      safeBelow: order.safeBelow,
      limit: limit + 1,
    });
    const page = rows.slice(0, limit);
    const hasMore = rows.length > limit;
    const last = hasMore ? page.at(-1) : undefined;
    const cursor = writeCursor(
      order,
      last ? numbersOf(last) : endOf(order, IDS),
    );
    return wantsCsv(c, format)
      ? sendCsv(c, page, cursor, hasMore)
      : sendJson(c, { data: page.map(toAnswer), next: cursor, hasMore });
  },
);

function placeOf(numbers: number[]): FeedPlace {
  const [changedIn = 0, observerId = 0, pollingStationId = 0] = numbers;
  const [questionId = 0, optionId = 0] = numbers.slice(3);
  return { changedIn, observerId, pollingStationId, questionId, optionId };
}

function numbersOf(place: FeedPlace): number[] {
  const { changedIn, observerId, pollingStationId } = place;
  return [
    changedIn,
    observerId,
    pollingStationId,
    place.questionId,
    place.optionId,
  ];
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
