import { open, rm } from 'node:fs/promises';

import type { Db } from '../db/database';
import { toCsv, type CsvCell } from '../files/write-csv';
import { listAudit } from '../queries/audit';

const ENTRIES_AT_ONCE = 5_000;

const COLUMNS = [
  'Id',
  'At',
  'AdminId',
  'Account',
  'Address',
  'RequestId',
  'Action',
  'Subject',
  'Before',
  'After',
];

/**
 * Writes the whole audit log as CSV into a new file, newest first, readable for
 * its owner alone; answers the number of entries. Rejects with the error of the
 * file system, also when the file is there already,
 * or the driver's, and leaves no half file.
 */
export async function exportAudit(db: Db, path: string): Promise<number> {
  const file = await open(path, 'wx', 0o600);
  try {
    // Unlike `write` it goes on until all of the text is written.
    await file.appendFile(toCsv([COLUMNS]));
    let count = 0;
    let before: number | undefined;
    for (;;) {
      const entries = await listAudit(db, { before }, ENTRIES_AT_ONCE);
      await file.appendFile(toCsv(entries.map(toRow)));
      count += entries.length;
      before = entries.at(-1)?.id;
      if (before === undefined) break;
    }
    await file.sync();
    return count;
  } catch (error) {
    // Half of a log looks like a whole one.
    await rm(path, { force: true });
    throw error;
  } finally {
    await file.close();
  }
}

type Entry = Awaited<ReturnType<typeof listAudit>>[number];

function toRow(entry: Entry): CsvCell[] {
  return [
    entry.id,
    entry.at.toISOString(),
    entry.adminId,
    entry.account,
    entry.address,
    entry.requestId,
    entry.action,
    entry.subject,
    entry.before,
    entry.after,
  ];
}
