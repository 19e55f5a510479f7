import { Hono } from 'hono';

import type { HostContext, HostEnv } from '../host';
import { pagingOf, toPage } from '../http/paging';
import { queryOf } from '../http/query';
import { adminOf, scopeOf, userOf } from '../http/roles';
import { sendJson } from '../http/send-json';
import {
  MINI_STATISTICS,
  readMiniStatistics,
  type MiniStatistic,
} from '../queries/mini-statistics';
import { listStatistics, type StatisticsWish } from '../queries/statistics';

type Kind = Pick<StatisticsWish, 'by' | 'what' | 'formCode'>;

function irregularities(by: Kind['by'], formCode?: string): Kind {
  return { by, what: 'irregularities', formCode };
}

/** Opening is form A, counting is form C; the spellings are the contract's. */
const LISTS: Record<string, Kind> = {
  observerNumber: { by: 'county', what: 'observers', formCode: undefined },
  countiesIrregularities: irregularities('county'),
  pollingStationIrregularities: irregularities('station'),
  countiesOpeningIrregularities: irregularities('county', 'A'),
  pollingStationOpeningIrregularities: irregularities('station', 'A'),
  countiesByCountingIrregularities: irregularities('county', 'C'),
  pollingStationsByCountingIrregularities: irregularities('station', 'C'),
};

/**
 * How long a careless host gives the same figures (docs/api-contract.md 4.4).
 */
const STALE_MS = 60_000;

/** Figures of the election (docs/api-contract.md 4.4). */
export const statisticsRoutes = new Hono<HostEnv>();

for (const [name, kind] of Object.entries(LISTS)) {
  statisticsRoutes.get(`/api/v1/statistics/${name}`, (c) => sendList(c, kind));
}

statisticsRoutes.get('/api/v1/statistics/irregularities', (c) => {
  adminOf(c);
  const query = queryOf(c);
  const by = query.integer('groupingType') === 1 ? 'station' : 'county';
  return sendList(c, irregularities(by, query.text('formCode')));
});

statisticsRoutes.get('/api/v1/statistics/mini/all', async (c) => {
  const figures = await figuresOf(c);
  return sendJson(
    c,
    MINI_STATISTICS.map(([name, label]) => toDto(label, figures[name])),
  );
});

for (const [name, label] of MINI_STATISTICS) {
  statisticsRoutes.get(`/api/v1/statistics/mini/${name}`, async (c) => {
    const figures = await figuresOf(c);
    return sendJson(c, toDto(label, figures[name]));
  });
}

async function sendList(c: HostContext, kind: Kind): Promise<Response> {
  const ngoId = scopeOf(adminOf(c));
  const paging = pagingOf(queryOf(c));
  const { db, host } = c.var;
  const load = async () => {
    const { rows, total } = await listStatistics(
      db,
      { ...kind, ngoId },
      paging,
    );
    const data = rows.map(({ label, value }) => toDto(label, value));
    return toPage(data, total, paging);
  };
  if (!host.quirks.staleStatistics) return sendJson(c, await load());
  // Without the page size in the key, but for counties (docs/api-contract.md
  // 4.4).
  const size = kind.by === 'county' ? paging.pageSize : 'any';
  const key = JSON.stringify([c.req.path, kind, ngoId, paging.page, size]);
  return sendJson(c, await host.stale.read(key, STALE_MS, load));
}

/** Of everybody for an organizer, else of the caller's NGO. */
function figuresOf(c: HostContext): Promise<Record<MiniStatistic, number>> {
  const user = userOf(c);
  const ngoId = user.kind === 'admin' ? scopeOf(user) : user.ngoId;
  return readMiniStatistics(c.var.db, ngoId);
}

/** Values are texts on the wire (docs/api-contract.md 4.4). */
function toDto(label: string, value: number) {
  return { label, value: String(value) };
}
