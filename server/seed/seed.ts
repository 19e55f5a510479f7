import { sql } from 'drizzle-orm';

import type { Db } from '../db/database';
import { storeParts } from '../db/file-parts';
import { insertRows } from '../db/insert-rows';
import { restartIdentities } from '../db/restart-identities';
import * as schema from '../db/schema';
import { keepFile } from '../pictures/files';
import { hashPassword, hashPin } from '../services/password';
import { rebuildThreads } from '../services/threads';
import type { AnswerRow } from './answers';
import { makeUpElectionDay } from './election-day';
import type { ElectionDay } from './election-day';
import { buildForms } from './forms/build';
import { demoPin, demoPins } from './names';
import type { NoteDraft } from './notes';
import { makeUpObservers } from './observers';
import type { ObserverPerson } from './observers';
import { demoAccounts, ngos } from './organisations';
import { readDemoFile } from './pictures';
import { layOutPlaces } from './places/places';
import { sizes } from './sizes';
import type { Size } from './sizes';

/** Answers per line of progress: some seconds of work. */
const ANSWERS_PER_LINE = 50_000;

/** Numbers of stored rows, and how long it took. */
export interface SeedSummary {
  size: Size;
  counties: number;
  stations: number;
  observers: number;
  forms: number;
  threads: number;
  urgentThreads: number;
  answers: number;
  stationInfos: number;
  notes: number;
  attachments: number;
  durationMs: number;
}

/**
 * Fills an empty database with the demo: places, forms, two NGOs with one
 * account each, observers and an election day that ends at `now`. Sizes are in
 * docs/architecture.md 6; progress goes to standard output unless told
 * otherwise.
 *
 * All rows are stored in one transaction, so an interrupted start leaves the
 * database empty. Rejects with the driver's error, for example when the
 * database was not empty. The same size and `now` give the same rows, except
 * for the salts of the hashes.
 */
export async function seedDemo(
  db: Db,
  size: Size,
  now: Date,
  say: (line: string) => void = sayAloud,
): Promise<SeedSummary> {
  const start = performance.now();
  const wanted = sizes[size];
  const places = layOutPlaces();
  const forms = buildForms();
  const observers = makeUpObservers(wanted.observers, now);
  say(`Making demo data, size ${size}: ${wanted.threads} threads ...`);
  const day = makeUpElectionDay({
    observers: observers.active,
    onlyNotes: observers.onlyNotes,
    places,
    forms,
    threads: wanted.threads,
    now,
  });

  const attachments = await db.transaction(async (tx) => {
    await insertRows(tx, schema.ngo, ngos);
    await insertAccounts(tx);
    await insertRows(tx, schema.county, places.counties);
    await insertRows(tx, schema.municipality, places.municipalities);
    await insertRows(tx, schema.pollingStation, places.stations);
    await insertRows(tx, schema.form, forms.forms);
    await insertRows(tx, schema.formSection, forms.sections);
    await insertRows(tx, schema.question, forms.questions);
    await insertRows(tx, schema.option, forms.options);
    await insertObservers(tx, observers.all);
    say(`  places, forms and observers after ${since(start)}`);
    await insertAnswers(tx, day.answers, (count) =>
      say(`  ${count} answers after ${since(start)}`),
    );
    await rebuildThreads(tx);
    await insertRows(tx, schema.stationInfo, day.stationInfos);
    const files = await insertNotes(tx, day.notes, now);
    await restartIdentities(tx);
    return files;
  });
  // The planner has no statistics of rows that were inserted at once, and
  // PGlite has no autovacuum.
  await db.execute(sql`analyze`);
  say(`  done after ${since(start)}`);
  return {
    size,
    ...countDay(day),
    counties: places.counties.length,
    stations: places.stations.length,
    observers: observers.all.length,
    forms: forms.forms.length,
    attachments,
    durationMs: Math.round(performance.now() - start),
  };
}

/** Most of the work, so it reports progress. */
async function insertAnswers(
  tx: Db,
  answers: readonly AnswerRow[],
  tell: (count: number) => void,
): Promise<void> {
  for (let start = 0; start < answers.length; start += ANSWERS_PER_LINE) {
    const part = answers.slice(start, start + ANSWERS_PER_LINE);
    await insertRows(tx, schema.answer, part);
    tell(start + part.length);
  }
}

async function insertAccounts(tx: Db): Promise<void> {
  const rows = await Promise.all(
    demoAccounts.map(async ({ id, ngoId, account, password }) => ({
      id,
      ngoId,
      account,
      password: await hashPassword(password),
    })),
  );
  await insertRows(tx, schema.ngoAdmin, rows);
}

/**
 * There are only a few pins, so each is hashed once and not once per observer.
 */
async function insertObservers(
  tx: Db,
  observers: readonly ObserverPerson[],
): Promise<void> {
  const hashes = new Map(
    await Promise.all(
      demoPins.map(async (pin) => [pin, await hashPin(pin)] as const),
    ),
  );
  const rows = observers.map((observer) =>
    Object.assign({ pin: hashes.get(demoPin(observer.phone)) ?? '' }, observer),
  );
  await insertRows(tx, schema.observer, rows);
}

/**
 * Inserts notes in the order of time, so that ids grow with time; answers the
 * number of files.
 */
async function insertNotes(
  tx: Db,
  drafts: readonly NoteDraft[],
  now: Date,
): Promise<number> {
  const inOrder = drafts.toSorted(
    (a, b) => a.lastModified.getTime() - b.lastModified.getTime(),
  );
  const names = [...new Set(inOrder.flatMap(({ files }) => files))];
  const files = new Map(
    await Promise.all(
      names.map(async (name) => [name, await readDemoFile(name)] as const),
    ),
  );
  for (const { sha256, bytes } of files.values()) {
    await keepFile(tx, await storeParts(tx, sha256, [bytes], now));
  }
  await insertRows(
    tx,
    schema.note,
    inOrder.map((draft, index) => Object.assign({ id: index + 1 }, draft)),
  );
  const attachments = inOrder.flatMap((draft, index) =>
    draft.files.flatMap((name) => {
      const file = files.get(name);
      if (!file) return [];
      const { fileName, contentType, sha256 } = file;
      return [{ noteId: index + 1, fileName, contentType, sha256 }];
    }),
  );
  await insertRows(
    tx,
    schema.attachment,
    attachments.map((row, index) => Object.assign({ id: index + 1 }, row)),
  );
  return attachments.length;
}

function countDay(day: ElectionDay) {
  return {
    threads: day.threads,
    urgentThreads: day.urgentThreads,
    answers: day.answers.length,
    stationInfos: day.stationInfos.length,
    notes: day.notes.length,
  };
}

function since(start: number): string {
  return `${((performance.now() - start) / 1000).toFixed(1)} s`;
}

function sayAloud(line: string): void {
  process.stdout.write(`${line}\n`);
}
