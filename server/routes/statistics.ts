import { scopeOf } from '../http/callers/roles';
import type { Admin } from '../http/callers/users';
import type { User } from '../http/callers/users';
import { sendJson } from '../http/replies/send-json';
import { filled, integer } from '../http/requests/fields';
import { paging, pagingOf, toPage } from '../http/requests/paging';
import type { Query } from '../http/requests/query';
import { createRoutes } from '../http/routes';
import {
  MINI_STATISTICS,
  readMiniStatistics,
  type MiniStatistic,
} from '../queries/mini-statistics';
import { listStatistics, type StatisticQuery } from '../queries/statistics';
import { Statistic, StatisticPage, Statistics } from '../schemas/statistics';
import type { RequestContext } from '../server';

type Kind = Pick<StatisticQuery, 'by' | 'what' | 'formCode'>;

function irregularities(by: Kind['by'], formCode?: string): Kind {
  return { by, what: 'irregularities', formCode };
}

/**
 * Opening is form A, counting is form C; the misspellings are the contract's.
 */
const LISTS: Record<string, Kind & { summary: string }> = {
  observerNumber: {
    by: 'county',
    what: 'observers',
    formCode: undefined,
    summary: 'Observers with answers',
  },
  countiesIrregularities: {
    ...irregularities('county'),
    summary: 'Flagged answers by county',
  },
  pollingStationIrregularities: {
    ...irregularities('station'),
    summary: 'Flagged answers by station',
  },
  countiesOpeningIrregularities: {
    ...irregularities('county', 'A'),
    summary: 'Flagged answers at opening by county',
  },
  pollingStationOpeningIrregularities: {
    ...irregularities('station', 'A'),
    summary: 'Flagged answers at opening by station',
  },
  countiesByCountingIrregularities: {
    ...irregularities('county', 'C'),
    summary: 'Flagged answers at counting by county',
  },
  pollingStationsByCountingIrregularities: {
    ...irregularities('station', 'C'),
    summary: 'Flagged answers at counting by station',
  },
};

/**
 * Figures stay the same for this long with the quirk `staleStatistics`
 * (docs/api-contract.md 4.4).
 */
const STALE_MS = 60_000;

/** Figures of the election (docs/api-contract.md 4.4). */
export const statisticsRoutes = createRoutes('statistics');

for (const [name, { summary, ...kind }] of Object.entries(LISTS)) {
  statisticsRoutes.on(
    'get',
    `/api/v1/statistics/${name}`,
    { summary, role: 'admin', query: paging, reply: StatisticPage },
    (c, { user, query }) => sendList(c, user, kind, query()),
  );
}

statisticsRoutes.on(
  'get',
  '/api/v1/statistics/irregularities',
  {
    summary: 'Flagged answers by county (0) or station (1)',
    role: 'admin',
    query: { groupingType: integer, formCode: filled, ...paging },
    reply: StatisticPage,
  },
  (c, { user, query }) => {
    const asked = query();
    const by = asked.groupingType === 1 ? 'station' : 'county';
    return sendList(c, user, irregularities(by, asked.formCode), asked);
  },
);

statisticsRoutes.on(
  'get',
  '/api/v1/statistics/mini/all',
  { summary: 'The six figures', role: 'anyone', reply: Statistics },
  async (c, { user }) => {
    const figures = await figuresOf(c, user);
    return sendJson(
      c,
      MINI_STATISTICS.map(([name, label]) => toDto(label, figures[name])),
    );
  },
);

for (const [name, label] of MINI_STATISTICS) {
  statisticsRoutes.on(
    'get',
    `/api/v1/statistics/mini/${name}`,
    { summary: label, role: 'anyone', reply: Statistic },
    async (c, { user }) => {
      const figures = await figuresOf(c, user);
      return sendJson(c, toDto(label, figures[name]));
    },
  );
}

async function sendList(
  c: RequestContext,
  admin: Admin,
  kind: Kind,
  query: Query<typeof paging>,
): Promise<Response> {
  const ngoId = scopeOf(admin);
  const page = pagingOf(query);
  const { db, server } = c.var;
  const load = async () => {
    const { rows, total } = await listStatistics(db, { ...kind, ngoId }, page);
    const data = rows.map(({ label, value }) => toDto(label, value));
    return toPage(data, total, page);
  };
  if (!server.quirks.staleStatistics) return sendJson(c, await load());
  // The cache key has the page size only for counties, as on the original
  // server (docs/api-contract.md 4.4).
  const size = kind.by === 'county' ? page.pageSize : 'any';
  const key = JSON.stringify([c.req.path, kind, ngoId, page.page, size]);
  return sendJson(c, await server.stale.read(key, STALE_MS, load));
}

/** The figures of all NGOs for an organizer, else of the caller's NGO. */
function figuresOf(
  c: RequestContext,
  user: User,
): Promise<Record<MiniStatistic, number>> {
  const ngoId = user.kind === 'admin' ? scopeOf(user) : user.ngoId;
  return readMiniStatistics(c.var.db, ngoId);
}

/** The API has values as texts (docs/api-contract.md 4.4). */
function toDto(label: string, value: number) {
  return { label, value: String(value) };
}
