import { expect, it } from 'vitest';

import { pollingStation } from '../../../server/db/schema';
import { readTable } from '../../../server/files/read-table';
import { readImport } from '../../../server/services/observer-import';
import {
  PLACE_COLUMNS,
  readPlaces,
} from '../../../server/services/places-file';
import { planPlaces } from '../../../server/services/places-import';
import { onPglite } from '../support/on-pglite';
import { freshServer } from '../support/server';

const ROWS = 10_000;
/** Parts of a thousand rows, each with a turn for others after it. */
const PARTS = 10;

/** How often others get a turn while `work` goes on. */
async function turnsDuring<T>(work: () => Promise<T>): Promise<[number, T]> {
  let turns = 0;
  let handle = setImmediate(function others() {
    turns += 1;
    handle = setImmediate(others);
  });
  const done = await work();
  clearImmediate(handle);
  return [turns, done];
}

function places(address: string): string {
  const lines = Array.from(
    { length: ROWS },
    (_, at) =>
      `,,BIG,Big,,T${at % 500},,${1 + Math.floor(at / 500)},${address}`,
  );
  return [PLACE_COLUMNS.join(','), ...lines].join('\n');
}

onPglite((database) => {
  const server = freshServer(database);

  it('a large file of places leaves others a turn after each part', async () => {
    const turns: Record<string, number> = {};
    for (const [round, address] of ['a', 'b'].entries()) {
      const [transfer, table] = await turnsDuring(() =>
        readTable(places(address)),
      );
      const [reading, { rows, problems }] = await turnsDuring(() =>
        readPlaces(table),
      );
      expect([rows.length, problems]).toEqual([ROWS, []]);
      await database().db.transaction(async (tx) => {
        const [planning, plan] = await turnsDuring(() => planPlaces(tx, rows));
        const [storing] = await turnsDuring(plan.store);
        const { added, changed } = plan.summary.pollingStations;
        expect([added, changed]).toEqual(round === 0 ? [ROWS, 0] : [0, ROWS]);
        Object.assign(turns, {
          [`transfer ${round}`]: transfer,
          [`reading ${round}`]: reading / 3,
          [`planning ${round}`]: planning / 5,
          [`storing ${round}`]: storing,
        });
      });
    }
    const few = Object.entries(turns).filter(([, count]) => count < PARTS - 1);
    expect(few).toEqual([]);
    expect(await database().db.$count(pollingStation)).toBeGreaterThan(ROWS);
  }, 60_000);

  it('a large file of observers leaves others a turn after each part', async () => {
    const lines = Array.from({ length: ROWS }, (_, at) => `07${at},1234,Name`);
    const table = await readTable(lines.join('\n'));
    const [turns, observers] = await turnsDuring(() =>
      readImport(table, { tabsOnly: false, headerAlways: false }),
    );
    expect(observers).toHaveLength(ROWS);
    expect(turns).toBeGreaterThanOrEqual(PARTS - 1);
  });

  it('others are answered while a large file of places is imported', async () => {
    const form = new FormData();
    form.set('CsvFile', new File([places('a')], 'places.csv'));
    const importing = { isDone: false };
    const reply = server()
      .ask('/api/extensions/places', {
        method: 'POST',
        as: 'organizer',
        body: form,
      })
      .finally(() => (importing.isDone = true));
    let answered = 0;
    while (!importing.isDone) {
      const { status } = await server().ask('/health/live');
      if (status === 200 && !importing.isDone) answered += 1;
      await new Promise((resolve) => setImmediate(resolve));
    }
    expect((await reply).status).toBe(200);
    expect(answered).toBeGreaterThan(PARTS);
  }, 60_000);
});
