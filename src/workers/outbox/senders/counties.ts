import {
  getCounties,
  getProvinces,
  importCounties,
  updateCounty,
} from '@/api/counties';
import type { County, CountyInput } from '@/domain/county';
import { haveProvinces } from '@/domain/county';
import { countyLane } from '@/domain/outbox/op';
import type { Failure } from '@/domain/outbox/outcome';

import { commit } from '@/workers/engine/commit';
import type { Engine } from '@/workers/engine/engine';
import { acknowledge } from '@/workers/outbox/acknowledge';
import { patchSender } from '@/workers/outbox/patch-sender';
import type { Sender } from '@/workers/outbox/sender';
import { recordCreatedId } from '@/workers/outbox/op-notes';
import { isCounty, reserveCountyId } from './county-ids';

/** The server's counties now, or why they could not be asked for. */
async function freshCounties(engine: Engine): Promise<County[] | Failure> {
  const reply = await getCounties(engine.push);
  if (!reply.ok) return reply.failure;
  return reply.value ?? [];
}

/** The county that the server has now, or why it could not be asked for. */
async function freshCounty(
  engine: Engine,
  id: number,
): Promise<County | 'none' | Failure> {
  const counties = await freshCounties(engine);
  if (!Array.isArray(counties)) return counties;
  return counties.find((county) => county.id === id) ?? 'none';
}

async function takeOver(engine: Engine, county: County): Promise<void> {
  await commit(engine, ['counties', 'acks', 'meta'], async (cache) => {
    await cache.counties.put(county);
    await acknowledge(engine, cache, countyLane(county));
  });
}

/**
 * Changes a county (docs/api-contract.md 4.7): the whole of it, from the
 * freshest state.
 */
const update = patchSender<'county.update', County>({
  fresh: (engine, _op, id) => freshCounty(engine, id),
  find: (engine, _op, id) => freshCounty(engine, id),
  cached: ({ databases }, id) => databases.cache.counties.get(id),
  takeOver: (engine, _id, county) => takeOver(engine, county),

  async send(engine, { args }, id, key) {
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
});

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
 * Which of these counties a creation made. An equal county under another id
 * than `ids` was there before. `ids` are those that the creation was sent
 * under; empty: its request never left. Also answers whether another creation
 * has its last id.
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
    const { createdId } = op;
    const { cache } = engine.databases;
    // Taken over before, and perhaps changed since.
    if (createdId !== undefined && (await cache.counties.get(createdId)))
      return createdId;
    const counties = await freshCounties(engine);
    const known = Array.isArray(counties) ? counties : [];
    const ids = typeof answer === 'number' ? [answer] : (op.triedIds ?? []);
    const { input } = op.args;
    const { made, isOther } = madeBy(input, ids, known);
    // Another user imported a county under the same id at the same time.
    if (isOther && createdId === undefined) return 'unsure';
    const stations = input.numberOfPollingStations ?? 0;
    // A cache of the server may not know of it for long.
    const now = made ?? known.find(({ id }) => id === createdId);
    const told = now ?? {
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
