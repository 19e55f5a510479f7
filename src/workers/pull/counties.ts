import {
  getCounties,
  getPollingStations,
  getProvinces,
  importCounties,
  updateCounty,
} from '@/api/counties';
import { conflictingFields, countyFields } from '@/domain/outbox/conflict';
import type { County, CountyInput } from '@/domain/county';
import { haveProvinces } from '@/domain/county';
import type { OpArgs } from '@/domain/outbox/op';
import { countyLane } from '@/domain/outbox/op';
import type { Failure } from '@/domain/outbox/outcome';

import {
  acknowledge,
  acknowledgedSince,
  currentAck,
} from '@/workers/outbox/acknowledge';
import { commit, etagOf, noteReply, putChanged } from '@/workers/commit';
import { isCounty, reserveCountyId } from '@/workers/outbox/senders/county-ids';
import type { Engine, PullResult } from '@/workers/engine';
import { pulled, resultOf } from '@/workers/engine';
import { realIdOf } from '@/workers/outbox/ids';
import { recordCreatedId } from '@/workers/session/leading';
import type { Sender } from '@/workers/outbox/sender';
import { lanesInWork, wholeSize } from './sweep';

/** A county may have gained so many stations since its number was told. */
const ROOM = 100;

/** Fetches all counties and their provinces; the ones the server no longer has are removed. */
export async function pullCounties(engine: Engine): Promise<PullResult> {
  const { cache } = engine.databases;
  const cursor = await cache.cursors.get('counties');
  const ack = await currentAck(cache);
  // Rows cached by a build that knew no provinces: "not modified" would not tell them.
  const hasAll = haveProvinces(await cache.counties.toArray());
  const etag = hasAll ? cursor?.etag : undefined;
  const reply = await getCounties(engine.background, etag);
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
  if (reply.ok) await pullProvinces(engine);
  return resultOf([reply]);
}

/** A new county needs one of them, also when it is added without a connection. */
async function pullProvinces(engine: Engine): Promise<void> {
  const { cache } = engine.databases;
  const counties = await cache.counties.toArray();
  if (counties.length > 0 && !haveProvinces(counties)) {
    if (await cache.meta.get('provinces')) {
      await commit(engine, [], ({ meta }) => meta.delete('provinces'));
    }
    return;
  }
  const cursor = await cache.cursors.get('provinces');
  const reply = await getProvinces(engine.background, cursor?.etag);
  const provinces = reply.ok ? reply.value : undefined;
  if (provinces) {
    await commit(engine, [], ({ meta }) =>
      meta.put({ k: 'provinces', v: provinces }),
    );
  }
  await noteReply(engine, 'provinces', reply, etagOf(reply));
}

/**
 * All stations of a county. The server pages them without totals and without an
 * order (docs/api-contract.md 4.8), so they are asked for in one request with
 * room for more
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

/** The server's counties now, or why they could not be asked for. */
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

function isClash(
  { base, patch }: OpArgs['county.update'],
  now: CountyInput,
): boolean {
  return conflictingFields(countyFields, base, patch, now).length > 0;
}

/**
 * Changes a county (docs/api-contract.md 4.7): the whole of it, from the
 * freshest state.
 */
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
    const { name, code, diaspora, order } = { ...now, ...args.patch };
    const { numberOfPollingStations } = now;
    const stations = haveProvinces(counties) ? {} : { numberOfPollingStations };
    const input = { name, code, diaspora, order, ...stations };
    return updateCounty(engine.push, id, input, key);
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

/**
 * One county as an import takes it (docs/api-contract.md 4.7). Servers read the
 * cells by their
 * position: the fourth is the province code on newer ones, the number of stations
 * on older ones, and each refuses what belongs to the other.
 */
function csvOf(id: number, input: CountyInput, isNewer: boolean): string {
  const cell = (text: string) => `"${text.replaceAll('"', '""')}"`;
  const fourth = isNewer ? 'ProvinceCode' : 'NumberOfPollingStations';
  const row = [
    id,
    cell(input.code),
    cell(input.name),
    isNewer
      ? cell(input.provinceCode ?? '')
      : (input.numberOfPollingStations ?? 0),
    input.diaspora,
    input.order,
  ];
  return `Id,Code,Name,${fourth},Diaspora,Order\r\n${row.join(',')}\r\n`;
}

/** Which revision the server speaks: its counties tell, or the provinces while there are none. */
async function isNewerServer(
  engine: Engine,
  counties: readonly County[],
): Promise<boolean> {
  if (counties.length > 0) return haveProvinces(counties);
  return (await getProvinces(engine.push)).ok;
}

/**
 * Which of these counties a creation made. An equal one under an id that it was
 * not sent under was there before.
 * @param ids that it was sent under; none: its request never left.
 * @returns also whether its last id is somebody else's.
 */
function madeBy(
  input: CountyInput,
  ids: readonly number[],
  counties: readonly County[],
): { made?: County | undefined; isOther: boolean } {
  const made = counties.find(
    (county) => ids.includes(county.id) && isCounty(county, input),
  );
  const last = ids.at(-1);
  const isOther = !made && counties.some(({ id }) => id === last);
  return { made, isOther };
}

/**
 * Adds a county by importing one row: the server has no other way
 * (docs/api-contract.md 4.7).
 */
const create: Sender<'county.create'> = {
  async send(engine, op, key) {
    const counties = await freshCounties(engine);
    if (!Array.isArray(counties)) return { ok: false, failure: counties };
    const isNewer = await isNewerServer(engine, counties);
    const id = await reserveCountyId(engine, op, counties);
    const csv = csvOf(id, op.args.input, isNewer);
    const reply = await importCounties(engine.push, csv, key);
    return reply.ok ? { ...reply, value: id } : reply;
  },

  async verify(engine, op) {
    const counties = await freshCounties(engine);
    if (!Array.isArray(counties)) return 'unsure';
    const { input } = op.args;
    const { made, isOther } = madeBy(input, op.triedIds ?? [], counties);
    if (made) return 'applied';
    // Overwritten or changed by others, or theirs from the first: a person decides.
    return isOther ? 'conflict' : 'notApplied';
  },

  async acknowledge(engine, op, answer) {
    const counties = await freshCounties(engine);
    const known = Array.isArray(counties) ? counties : [];
    const ids = typeof answer === 'number' ? [answer] : (op.triedIds ?? []);
    const { input } = op.args;
    const { made, isOther } = madeBy(input, ids, known);
    // Somebody else imported a county under the same id at the same time.
    if (isOther) return 'unsure';
    const stations = input.numberOfPollingStations ?? 0;
    // A cache of the server may not know of it for long.
    const told = made ?? {
      id: ids.at(-1) ?? 0,
      ...input,
      numberOfPollingStations: stations,
      limit: stations,
    };
    await recordCreatedId(engine, op, told.id);
    await takeOver(engine, told);
    return told.id;
  },
};

export const countySenders = {
  'county.create': create,
  'county.update': update,
};
