import { sql } from 'drizzle-orm';
import { afterEach, describe, expect, it } from 'vitest';

import type { OpenDatabase } from '../../../server/db/database';
import { NoLimitsError, openPostgres } from '../../../server/db/postgres';
import { hasPooler, startPooler } from '../support/pooler';
import { newPostgresDatabase } from '../support/postgres';

const url = hasPooler() ? await newPostgresDatabase() : undefined;

describe.skipIf(!url)('a pooler in front of PostgreSQL', () => {
  const ends: (() => unknown)[] = [];

  afterEach(async () => {
    for (const end of ends.splice(0).toReversed()) await end();
  });

  async function openThrough(change?: (text: string) => string) {
    const pooler = await startPooler(url ?? '', change);
    ends.push(pooler.stop);
    const database = await openPostgres(url ?? '', { poolerUrl: pooler.url });
    ends.push(database.close);
    return database;
  }

  const limitOf = async ({ db }: OpenDatabase, setting: string) => {
    const value = sql<string>`current_setting(${setting})`;
    const [row] = await db.select({ value }).from(sql`(select 1) as one`);
    return row?.value;
  };

  it('gives each request the limits that it has without one, also after a probe', async () => {
    const database = await openThrough();
    const direct = await openPostgres(url ?? '');
    ends.push(direct.close);
    await database.probeDb.execute(sql`select 1`);
    for (const setting of [
      'statement_timeout',
      'lock_timeout',
      'idle_in_transaction_session_timeout',
    ]) {
      const limit = await limitOf(direct, setting);
      expect(limit).not.toBe('0');
      expect(await limitOf(database, setting)).toBe(limit);
    }
  });

  it('is refused by name where it sets none', async () => {
    const refused = openThrough((text) =>
      text.replace(/set lock_timeout = \d+;/, ''),
    );
    await expect(refused).rejects.toThrow(NoLimitsError);
    await expect(refused).rejects.toThrow('lock_timeout');
  });
});
