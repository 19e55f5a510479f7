import { getTableName, sql } from 'drizzle-orm';

import type { Db } from '../../../server/db/database';
import {
  IDENTITY_TABLES,
  restartIdentities,
} from '../../../server/db/restart-identities';
import * as schema from '../../../server/db/schema';
import { hashManyPins } from '../../../server/services/password';

/** Cheap ones: the tests of the hashes themselves are `password.test.ts`. */
const [organizerHash, adminHash, pinHash] = await hashManyPins([
  'organizer-pass',
  's3cret',
  '1234',
]);

/** Referring tables first. Deleting a few rows is quicker than truncating. */
const TABLES = [
  schema.auditEntry,
  schema.readToken,
  schema.removedAnswer,
  schema.idempotencyKey,
  schema.loginAttempt,
  schema.signInBudget,
  schema.signInOrigin,
  schema.session,
  schema.setting,
  schema.notification,
  schema.thread,
  schema.answer,
  schema.stationInfo,
  schema.note,
  schema.triageMark,
  schema.blob,
  schema.filePart,
  schema.pictureObject,
  schema.option,
  schema.question,
  schema.formSection,
  schema.form,
  schema.pollingStation,
  schema.municipality,
  schema.county,
  schema.enrolmentCode,
  schema.observer,
  schema.recoveryCode,
  schema.secondFactor,
  schema.ngoAdmin,
  schema.ngo,
];

const DELETIONS = [
  "perform set_config('audit.may_change', 'on', true);",
  ...TABLES.map((table) => `delete from "${getTableName(table)}";`),
].join(' ');

/** Removes every row. */
export async function emptyDatabase(db: Db): Promise<void> {
  await run(db, DELETIONS);
}

function run(db: Db, statements: string) {
  return db.execute(
    sql.raw(`do $fixtures$ begin ${statements} end $fixtures$`),
  );
}

/** What brings a database back to the fixtures, and when it was there last. */
const kept = new WeakMap<Db, { statements: string; changes: string }>();

/**
 * Empties the database and inserts the people, places and forms that the
 * contract's examples speak of. NGO 1 is the organizer, NGO 2 is not. Nothing
 * is done when nothing was written since the last time: a test that only reads
 * costs nothing.
 */
export async function resetFixtures(db: Db): Promise<void> {
  const known = kept.get(db);
  if (known && known.changes === (await changesOf(db))) return;
  if (!known) {
    await emptyDatabase(db);
    await insertFixtures(db);
  }
  const statements = known?.statements ?? (await statementsOf(db));
  if (known) await run(db, statements);
  kept.set(db, { statements, changes: await changesOf(db) });
}

/** Grows with every transaction that writes, and with nothing else. */
async function changesOf(db: Db): Promise<string> {
  const [row] = await db
    .select({
      next: sql<string>`pg_snapshot_xmax(pg_current_snapshot())::text`,
    })
    .from(sql`(select 1) one`);
  return row?.next ?? '';
}

/** One block of statements is several times quicker than the inserts. */
async function statementsOf(db: Db): Promise<string> {
  const inserts: string[] = [];
  for (const table of TABLES.toReversed()) {
    const name = `"${getTableName(table)}"`;
    const [row] = await db
      .select({ rows: sql<string | null>`json_agg(t)::text` })
      .from(sql`${table} t`);
    if (!row?.rows) continue;
    inserts.push(
      `insert into ${name} select * from json_populate_recordset(null::${name}, $rows$${row.rows}$rows$);`,
    );
  }
  const restarts = IDENTITY_TABLES.map((table) => {
    const name = `"${getTableName(table)}"`;
    return `perform setval(pg_get_serial_sequence('${name}', 'id'), (select coalesce(max(id), 0) + 1 from ${name}), false);`;
  });
  return [DELETIONS, ...inserts, ...restarts].join(' ');
}

async function insertFixtures(db: Db): Promise<void> {
  if (!organizerHash || !adminHash || !pinHash) throw new Error('No hashes.');

  await db.insert(schema.ngo).values([
    { id: 1, shortName: 'ORG', name: 'Observers United', organizer: true },
    { id: 2, shortName: 'FVA', name: 'Free Vote Association' },
  ]);
  await db.insert(schema.ngoAdmin).values([
    { id: 3, ngoId: 1, account: 'olga@example.org', password: organizerHash },
    { id: 7, ngoId: 2, account: 'ana.pop@example.org', password: adminHash },
  ]);
  await db.insert(schema.observer).values([
    {
      id: 41,
      ngoId: 2,
      phone: '0722000041',
      name: 'Maria Ionescu',
      pin: pinHash,
    },
    { id: 42, ngoId: 1, phone: '0722000042', name: 'Dan Pop', pin: pinHash },
    {
      id: 43,
      ngoId: 2,
      phone: '+40722000043',
      name: 'Ilie 100%',
      pin: pinHash,
    },
  ]);
  await insertPlaces(db);
  await insertForms(db);
  await restartIdentities(db);
}

async function insertPlaces(db: Db): Promise<void> {
  await db.insert(schema.county).values([
    { id: 1, code: 'AB', name: 'Alba', provinceCode: 'TR', order: 1 },
    { id: 2, code: 'CJ', name: 'Cluj', provinceCode: 'TR', order: 2 },
    { id: 3, code: 'D', name: 'Diaspora', diaspora: true, order: 3 },
  ]);
  await db.insert(schema.municipality).values([
    { id: 5, countyId: 1, code: 'AB-SEB', name: 'Sebes', order: 1 },
    { id: 6, countyId: 1, code: 'AB-AIU', name: 'Aiud', order: 2 },
    { id: 8, countyId: 2, code: 'CJ-CLU', name: 'Cluj-Napoca', order: 1 },
  ]);
  await db.insert(schema.pollingStation).values([
    {
      id: 7312,
      municipalityId: 5,
      countyId: 1,
      number: 12,
      address: 'School no. 3',
    },
    { id: 7313, municipalityId: 5, countyId: 1, number: 13 },
    { id: 7314, municipalityId: 6, countyId: 1, number: 13 },
    { id: 7400, municipalityId: 8, countyId: 2, number: 12 },
  ]);
}

async function insertForms(db: Db): Promise<void> {
  await db.insert(schema.form).values([
    {
      id: 12,
      code: 'A',
      title: 'Opening',
      description: 'Opening of the station',
      currentVersion: 4,
      order: 1,
    },
    {
      id: 13,
      code: 'B',
      description: 'Voting',
      currentVersion: 1,
      order: 2,
      draft: true,
    },
    {
      id: 14,
      code: 'D',
      description: 'Abroad',
      currentVersion: 2,
      order: 0,
      diaspora: true,
    },
  ]);
  await db.insert(schema.formSection).values([
    {
      id: 31,
      formId: 12,
      code: 'A1',
      description: 'Before opening',
      orderNumber: 1,
    },
    {
      id: 32,
      formId: 12,
      code: 'A2',
      description: 'Nothing asked',
      orderNumber: 2,
    },
  ]);
  await db.insert(schema.question).values([
    {
      id: 205,
      sectionId: 31,
      code: 'A1.1',
      text: 'Was the ballot box sealed',
      questionType: 2,
      orderNumber: 1,
    },
    {
      id: 206,
      sectionId: 31,
      code: 'A1.2',
      text: 'Who was there',
      questionType: 0,
      orderNumber: 2,
    },
  ]);
  await db.insert(schema.option).values([
    { id: 901, questionId: 205, text: 'Yes', orderNumber: 1 },
    { id: 902, questionId: 205, text: 'No', flagged: true, orderNumber: 2 },
    {
      id: 903,
      questionId: 205,
      text: 'Other',
      isFreeText: true,
      orderNumber: 3,
    },
    { id: 904, questionId: 206, text: 'President', orderNumber: 1 },
    { id: 905, questionId: 206, text: 'Police', orderNumber: 2 },
  ]);
}
