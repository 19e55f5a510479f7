import { describeFailure } from '../describe-failure';
import { openWorkbook } from '../files/workbook';
import { toCsv, type CsvCell } from '../files/write-csv';
import { tellAudit } from '../http/audit';
import { attachmentLinks } from '../http/callers/attachment-links';
import { scopeOf } from '../http/callers/roles';
import type { Admin, Reader } from '../http/callers/users';
import { ProblemError } from '../http/problems/problem';
import { CSV, sendDownload, XLSX } from '../http/replies/send-download';
import { filled, instant, integer, named } from '../http/requests/fields';
import type { Query } from '../http/requests/query';
import { routeOf } from '../http/route-of';
import { createRoutes } from '../http/routes';
import { exportAnswers } from '../queries/exports/answers';
import { exportNotes } from '../queries/exports/notes';
import {
  ANSWER_COLUMNS,
  NOTE_COLUMNS,
  toAnswerRow,
  toNoteRow,
} from '../queries/exports/rows';
import {
  countAnswersAtMost,
  type ExportFilter,
} from '../queries/exports/threads';
import { fillWorkbook } from '../queries/exports/workbook';
import type { RequestContext } from '../server';

/** Larger downloads are always CSV, which is streamed and needs no memory. */
const MAX_XLSX_ROWS = 100_000;

const exportQuery = {
  phoneObserver: named(filled, 'phoneObserver', 'observerPhoneNumber'),
  idNgo: named(integer, 'idNgo', 'ngoId'),
  idObserver: named(integer, 'idObserver', 'observerId'),
  county: filled,
  pollingStationNumber: integer,
  from: instant,
  to: instant,
};

/** Downloads of answers and notes (docs/api-contract.md 4.5). */
export const exportRoutes = createRoutes('export');

exportRoutes.on(
  'get',
  '/api/v1/export/all',
  {
    summary: 'Answers, as CSV or what is accepted',
    role: 'reader',
    audit: 'export',
    query: exportQuery,
    files: [CSV, XLSX],
  },
  async (c, { user, query }) => {
    const { db, server } = c.var;
    const filter = filterOf(c, user, query());
    tellAudit(c, { subject: 'answers', after: filter });
    const rows = mapBatches(exportAnswers(db, filter), toAnswerRow);
    const wantsXlsx = acceptsXlsx(c) && !server.quirks.csvOnly;
    if (wantsXlsx && (await countAnswersAtMost(db, filter)) <= MAX_XLSX_ROWS) {
      return sendWorkbook(c, async (book) => {
        book.add('answers', [ANSWER_COLUMNS]);
        for await (const batch of rows) book.add('answers', batch);
      });
    }
    return sendCsv(c, ANSWER_COLUMNS, rows, 'data.csv');
  },
);

exportRoutes.on(
  'get',
  '/api/v1/export/all/notes',
  {
    summary: 'Notes as CSV',
    role: 'reader',
    audit: 'export',
    query: exportQuery,
    files: [CSV],
  },
  async (c, { user, query }) => {
    const { db, server } = c.var;
    const filter = filterOf(c, user, query());
    tellAudit(c, { subject: 'notes', after: filter });
    if (
      server.quirks.countyLosesNotes &&
      filter.countyCode &&
      filter.ngoId === undefined
    ) {
      return c.body(null, 404);
    }
    const linkOf = attachmentLinks(c);
    const rows = mapBatches(exportNotes(db, filter), (note) =>
      toNoteRow(note, linkOf),
    );
    return sendCsv(c, NOTE_COLUMNS, rows, 'notes-data.csv');
  },
);

exportRoutes.on(
  'get',
  '/api/v2/export/all',
  {
    summary: 'Everything as a workbook',
    role: 'reader',
    audit: 'export',
    files: [XLSX],
  },
  async (c, { user }) => {
    const { db, server } = c.var;
    if (scopeOf(user) !== undefined) {
      throw new ProblemError(
        403,
        'This workbook is of all organisations, and the token is good for one.',
      );
    }
    if (server.quirks.csvOnly) {
      throw new ProblemError(404, 'There is nothing at this address.');
    }
    const linkOf = attachmentLinks(c);
    tellAudit(c, { subject: 'everything' });
    return sendWorkbook(c, (book) => fillWorkbook(db, book, linkOf));
  },
);

/** Throws 403 where a token of one organisation asks for another one. */
function filterOf(
  c: RequestContext,
  user: Admin | Reader,
  query: Query<typeof exportQuery>,
): ExportFilter {
  const own = scopeOf(user);
  const { idNgo = own } = query;
  if (own !== undefined && idNgo !== own) {
    throw new ProblemError(403, 'This token is of another organisation.');
  }
  return {
    ngoId: idNgo,
    observerId: query.idObserver,
    phone: c.var.server.quirks.phoneIgnored ? undefined : query.phoneObserver,
    countyCode: query.county,
    pollingStationNumber: query.pollingStationNumber,
    from: query.from,
    to: query.to,
    onlyActive: false,
  };
}

/** A spreadsheet only when it is asked for by name: any type means CSV. */
function acceptsXlsx(c: RequestContext): boolean {
  return (c.req.header('Accept') ?? '')
    .split(',')
    .some(
      (part) =>
        part.trim().startsWith(XLSX) && !/;\s*q=0(\.0*)?\s*$/.test(part),
    );
}

async function* mapBatches<T, R>(
  batches: AsyncGenerator<T[]>,
  convert: (row: T) => R,
): AsyncGenerator<R[]> {
  for await (const batch of batches) yield batch.map((row) => convert(row));
}

/**
 * Sends rows as they are read. The first batch is read before the headers are
 * sent, so that its failure still has a status. A later failure breaks off the
 * download, which every client notices.
 */
async function sendCsv(
  c: RequestContext,
  columns: string[],
  batches: AsyncGenerator<CsvCell[][]>,
  fileName: string,
): Promise<Response> {
  const { server } = c.var;
  const { method, route } = routeOf(c);
  const first = await batches.next();
  if (first.done && server.quirks.emptyExportMissing) {
    return c.body(null, 404);
  }
  const encoder = new TextEncoder();
  const head = toCsv([columns, ...(first.done ? [] : first.value)]);
  const body = new ReadableStream<Uint8Array>({
    start: (controller) => controller.enqueue(encoder.encode(head)),
    pull: async (controller) => {
      try {
        const next = await batches.next();
        if (next.done) controller.close();
        else controller.enqueue(encoder.encode(toCsv(next.value)));
      } catch (error) {
        server.log(`${method} ${route} broke off: ${describeFailure(error)}`);
        // Node prints and sends the message of this error, so the cause is not
        // passed on.
        controller.error(new Error('The download broke off.'));
      }
    },
    cancel: async () => {
      await batches.return(undefined);
    },
  });
  return sendDownload(c, body, fileName);
}

async function sendWorkbook(
  c: RequestContext,
  fill: (book: ReturnType<typeof openWorkbook>) => Promise<void>,
): Promise<Response> {
  const book = openWorkbook();
  try {
    await fill(book);
    const file = await book.finish();
    return sendDownload(c, file, 'data.xlsx', XLSX);
  } finally {
    await book.drop();
  }
}
