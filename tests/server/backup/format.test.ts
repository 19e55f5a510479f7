import { getTableName } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import { expect, it } from 'vitest';

import { BACKED_UP, LEFT_OUT } from '../../../server/backup/format';
import { allTables } from '../support/rows';

/** The tables that no backup has, and why nobody misses them after a restore. */
const REASONS: Record<string, string> = {
  enrolment_code: 'A code that was used since would count again',
  removed_answer: 'The feed begins anew in another database',
  picture_object: 'The files of the objects are in the backup as parts',
  login_attempt: 'Failed sign-ins say nothing of the election',
  sign_in_budget: 'Failed sign-ins say nothing of the election',
  sign_in_origin: 'Known addresses say nothing of the election',
  session: 'Everybody signs in again, because the secret is left out',
};

const namesOf = (tables: readonly PgTable[]) =>
  tables.map(getTableName).toSorted();

it('has every table of the schema but those with a reason', () => {
  expect(namesOf(LEFT_OUT)).toEqual(Object.keys(REASONS).toSorted());
  expect(namesOf(BACKED_UP.map(({ table }) => table))).toEqual(
    namesOf(allTables).filter((name) => !(name in REASONS)),
  );
});
