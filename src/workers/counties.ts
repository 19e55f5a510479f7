import {
  getCounties,
  getPollingStations,
  importCounties,
  updateCounty,
} from '@/api/counties';
import { conflictingFields, countyFields } from '@/domain/conflict';
import type { County, CountyInput } from '@/domain/county';
import type { OpArgs } from '@/domain/op';
import { countyLane } from '@/domain/op';
import type { Failure } from '@/domain/outcome';

import { acknowledge, acknowledgedSince, currentAck } from './acknowledge';
import { commit, etagOf, noteReply, putChanged } from './commit';
import type { Engine, PullResult } from './engine';
import { pulled, resultOf } from './engine';
import { realIdOf } from './ids';
import type { Sender } from './sender';
import { lanesInWork, wholeSize } from './sweep';

/** A county may have gained so many stations since its number was told. */
const ROOM = 100;

/** Fetches all counties; the ones the host no longer has are removed. */
export async function pullCounties(engine: Engine): Promise<PullResult> {
  const { cache } = engine.databases;
  const cursor = await cache.cursors.get('counties');
  const ack = await currentAck(cache);
  const reply = await getCounties(engine.background, cursor?.etag);
  if (reply.ok && reply.value) {
    const counties = reply.value;
    const inWork = await lanesInWork(engine);
    await commit(engine, ['counties', 'acks'], async ({ counties: table }) => {
      const newer = await acknowledgedSince(cache, ack);
      const isOld = ({ id }: { id: number }) => newer.has(countyLane({ id }));
      const ids = new Set(counties.map(({ id }) => id));
      const kept = await table.toCollection().primaryKeys();
      const gone = kept.filter(
        (id) =>
          !ids.has(id) && !isOld({ id }) && !inWork.has(countyLane({ id })),
      );
      await table.bulkDelete(gone);
      const rows = counties.filter((county) => !isOld(county));
      await putChanged(table, ({ id }) => id, rows);
    });
  }
  await noteReply(engine, 'counties', reply, etagOf(reply));
  return resultOf([reply]);
}

/**
 * All stations of a county. The server pages them without totals and without an
 * order (contract 4.8), so they are asked for in one request with room for more
 * than the county says it has. As many as the county says are all of them. Any
 * other number may be the work of a cap: the next page tells, and when it brings
 * more, only pages without repetition that reach the county's number are clean.
 */
export async function pullStations(
  engine: Engine,
  countyId: number,
): Promise<PullResult> {
  const resource = `stations:${countyId}`;
  const { cache } = engine.databases;
  const county = await cache.counties.get(countyId);
  const expected = county?.numberOfPollingStations ?? 0;
  const pageSize = wholeSize(expected + ROOM);
  const seen = new Set<number>();
  let count = 0;
  for (let page = 1; !engine.isStopped(); page += 1) {
    const query = { countyId, page, pageSize };
    const reply = await getPollingStations(engine.urgent, query);
    if (!reply.ok || !reply.value) {
      await noteReply(engine, resource, reply);
      return resultOf([reply]);
    }
    const rows = reply.value.map((station) => ({ ...station, countyId }));
    const before = seen.size;
    for (const { id } of rows) seen.add(id);
    count += rows.length;
    const isExpected = seen.size === expected;
    const isLast = seen.size === before || isExpected;
    // Nothing came after the first answer: it was all, whatever the county says.
    const isOneAnswer = rows.length === 0 && page === 2;
    const isClean =
      isLast && seen.size === count && (isExpected || isOneAnswer);
    await commit(engine, ['stations'], async ({ stations }) => {
      await putChanged(stations, ({ id }) => id, rows);
      if (!isClean) return;
      const kept = stations.where('[countyId+number]');
      const ids = await kept
        .between([countyId, -Infinity], [countyId, Infinity])
        .primaryKeys();
      await stations.bulkDelete(ids.filter((id) => !seen.has(id)));
    });
    if (!isLast) continue;
    const reading = isClean
      ? { total: seen.size, sweptAt: engine.now(), seen: undefined }
      : { total: Math.max(expected, seen.size), seen: seen.size };
    await noteReply(engine, resource, reply, reading);
    return isClean ? pulled : { ok: true, isTorn: true };
  }
  return pulled;
}

/** The host's counties now, or why they could not be asked for. */
async function freshCounties(engine: Engine): Promise<County[] | Failure> {
  const reply = await getCounties(engine.push);
  if (!reply.ok) return reply.failure;
  return reply.value ?? [];
}

async function takeOver(engine: Engine, county: County): Promise<void> {
  await commit(engine, ['counties', 'acks', 'meta'], async (cache) => {
    await cache.counties.put(county);
    await acknowledge(engine, cache, countyLane(county));
  });
}

function isSame(county: County, input: CountyInput): boolean {
  return (
    county.code === input.code &&
    county.name === input.name &&
    county.diaspora === input.diaspora
  );
}

function isClash(
  { base, patch }: OpArgs['county.update'],
  now: CountyInput,
): boolean {
  return conflictingFields(countyFields, base, patch, now).length > 0;
}

/** Changes a county (contract 4.7): the whole of it, from the freshest state. */
const update: Sender<'county.update'> = {
  async check(engine, { args }) {
    const id = await realIdOf(engine, args.id);
    const counties = await freshCounties(engine);
    if (!Array.isArray(counties))
      return { found: 'silence', failure: counties };
    const now = counties.find((county) => county.id === id);
    if (!now) return { found: 'gone' };
    const { name, code, diaspora, order } = now;
    const row = { name, code, diaspora, order };
    return isClash(args, row)
      ? { found: 'conflict', theirs: { kind: 'county', row } }
      : { found: 'clear' };
  },

  async send(engine, { args }, key) {
    const id = await realIdOf(engine, args.id);
    const counties = await freshCounties(engine);
    if (!Array.isArray(counties)) return { ok: false, failure: counties };
    const now = counties.find((county) => county.id === id);
    if (!now) return { ok: false, failure: { kind: 'missing' } };
    const { name, code, diaspora, order, numberOfPollingStations } = now;
    return updateCounty(
      engine.push,
      id,
      { name, code, diaspora, order, numberOfPollingStations, ...args.patch },
      key,
    );
  },

  async verify(engine, { args }) {
    const id = await realIdOf(engine, args.id);
    const counties = await freshCounties(engine);
    if (!Array.isArray(counties)) return 'unsure';
    const now = counties.find((county) => county.id === id);
    if (!now) return 'gone';
    const { patch } = args;
    const isApplied = countyFields.every(
      (field) => patch[field] === undefined || patch[field] === now[field],
    );
    if (isApplied) return 'applied';
    return isClash(args, now) ? 'conflict' : 'notApplied';
  },

  async acknowledge(engine, { args }) {
    const id = await realIdOf(engine, args.id);
    const kept = await engine.databases.cache.counties.get(id);
    if (kept) await takeOver(engine, { ...kept, ...args.patch });
    return undefined;
  },
};

/** Cells of the one CSV row that both kinds of hosts read by position (contract 4.7). */
function csvOf(id: number, input: CountyInput): string {
  const cell = (text: string) => `"${text.replaceAll('"', '""')}"`;
  const head = 'Id,Code,Name,NumberOfPollingStations,Diaspora,Order';
  const stations = input.numberOfPollingStations ?? 0;
  const row = [
    id,
    cell(input.code),
    cell(input.name),
    stations,
    input.diaspora,
    input.order,
  ];
  return `${head}\r\n${row.join(',')}\r\n`;
}

/** Adds a county by importing one row: the host has no other way (contract 4.7). */
const create: Sender<'county.create'> = {
  async send(engine, { args }, key) {
    const counties = await freshCounties(engine);
    if (!Array.isArray(counties)) return { ok: false, failure: counties };
    const id = Math.max(0, ...counties.map((county) => county.id)) + 1;
    const reply = await importCounties(engine.push, csvOf(id, args.input), key);
    return reply.ok ? { ...reply, value: id } : reply;
  },

  async verify(engine, { args }) {
    const counties = await freshCounties(engine);
    if (!Array.isArray(counties)) return 'unsure';
    const found = counties.some((county) => isSame(county, args.input));
    return found ? 'applied' : 'notApplied';
  },

  async acknowledge(engine, { args }, answer) {
    const counties = await freshCounties(engine);
    const found = Array.isArray(counties)
      ? counties.find((county) => isSame(county, args.input))
      : undefined;
    const stations = args.input.numberOfPollingStations ?? 0;
    const told = found ?? {
      id: Number(answer),
      ...args.input,
      numberOfPollingStations: stations,
      limit: stations,
    };
    await takeOver(engine, told);
    return told.id;
  },
};

export const countySenders = {
  'county.create': create,
  'county.update': update,
};
