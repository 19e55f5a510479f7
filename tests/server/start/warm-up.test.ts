import { sql } from 'drizzle-orm';
import { expect, it, vi } from 'vitest';

import { warmUp } from '../../../server/start/warm-up';
import { resetFixtures } from '../support/fixtures';
import { onEachDatabase } from '../support/on-each-database';

/** The statements of the first screens run before the first client asks. */
onEachDatabase((database) => {
  it('runs without a failure', async () => {
    const { db } = database();
    await resetFixtures(db);
    const settled = vi.spyOn(Promise, 'allSettled');
    await warmUp(db);
    const results: PromiseSettledResult<unknown>[] =
      await settled.mock.results[0]?.value;
    settled.mockRestore();
    expect(results.map(({ status }) => status)).toEqual(
      Array.from({ length: 8 }, () => 'fulfilled'),
    );
  });

  it('leaves a failure to the requests', async () => {
    const { db } = database();
    await db.execute(sql`alter table thread rename to broken_thread`);
    try {
      await expect(warmUp(db)).resolves.toBeUndefined();
    } finally {
      await db.execute(sql`alter table broken_thread rename to thread`);
    }
  });
});
