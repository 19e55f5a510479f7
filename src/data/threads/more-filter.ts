import { readPublishedForms } from '@/data/forms/forms';
import type { DetailRow, ThreadRow } from '@/db/cache';
import { isWhole } from '@/db/cache';
import { databases } from '@/db/open';
import type { MoreFilter } from '@/domain/answers/more-filter';
import { contactTimes } from '@/domain/coverage/contact-times';
import { answersById, completeness } from '@/domain/forms/form';
import { fold, hasWords, nameWords } from '@/domain/words';

/** Details are large: so many are in memory at a time. */
const BATCH = 500;

/** Whether a row fits; undefined: it cannot be told from what is cached. */
type Test = (row: ThreadRow) => boolean | undefined;

/**
 * Of the rows those that fit, and how many could not be checked because their
 * details are not cached: these do not count as "no".
 * @param now epoch ms by this device's clock.
 */
export async function readMore(
  rows: readonly ThreadRow[],
  more: MoreFilter,
  now = Date.now(),
): Promise<{ rows: ThreadRow[]; unchecked: number }> {
  const tests = await testsOf(more, now);
  const fitting: ThreadRow[] = [];
  let unchecked = 0;
  const candidates = rows.flatMap((row) => {
    const results = new Set(tests.map((test) => test(row)));
    return results.has(false)
      ? []
      : [{ row, isKnown: !results.has(undefined) }];
  });
  for (let at = 0; at < candidates.length; at += BATCH) {
    const batch = candidates.slice(at, at + BATCH);
    const needsDetails = more.pictures === true || more.text !== undefined;
    const details = needsDetails
      ? await databases().cache.details.bulkGet(batch.map(({ row }) => row.key))
      : [];
    for (const [place, { row, isKnown }] of batch.entries()) {
      const results = new Set([
        more.pictures ? hasPictures(details[place]) : true,
        more.text === undefined || hasText(row, details[place], more.text),
      ]);
      if (results.has(false)) continue;
      if (isKnown && !results.has(undefined)) fitting.push(row);
      else unchecked += 1;
    }
  }
  return { rows: fitting, unchecked };
}

async function testsOf(more: MoreFilter, now: number): Promise<Test[]> {
  const tests: Test[] = [];
  const { stationFrom = 0, stationTo = Infinity, observer } = more;
  if (more.stationFrom !== undefined || more.stationTo !== undefined) {
    tests.push(
      ({ stationNumber: n }) => n >= 0 && n >= stationFrom && n <= stationTo,
    );
  }
  if (observer !== undefined) {
    const words = nameWords(observer);
    tests.push(({ observerName }) => hasWords(fold(observerName), words));
  }
  if (more.unread || more.changed) tests.push(...(await readTests(more)));
  if (more.notes) {
    // Without answers the notes may not have arrived either.
    tests.push(
      ({ digest }) =>
        digest && (digest.notes > 0 || (digest.answers ? false : undefined)),
    );
  }
  if (more.flagged !== undefined) tests.push(await flaggedTest(more.flagged));
  if (more.incomplete) tests.push(await incompleteTest());
  if (more.silentFor !== undefined) {
    tests.push(await silenceTest(more.silentFor, now));
  }
  return tests;
}

async function readTests({ unread, changed }: MoreFilter): Promise<Test[]> {
  const rows = await databases().intent.reads.toArray();
  const reads = new Map(rows.map((read) => [read.key, read]));
  const tests: Test[] = [];
  const isUnread = ({ key }: ThreadRow) => {
    const read = reads.get(key);
    return !read || read.isUnread === true;
  };
  if (unread) tests.push(isUnread);
  if (changed) {
    tests.push((row) => {
      const read = reads.get(row.key);
      if (!read || isUnread(row)) return false;
      if ((row.lastModified ?? 0) > (read.lastModified ?? 0)) return true;
      return row.digest && row.digest.hash !== read.hash;
    });
  }
  return tests;
}

/** Every thread with a flagged answer stands in the urgent list, also without details. */
async function flaggedTest(flagged: true | number): Promise<Test> {
  if (flagged !== true) {
    return ({ digest }) =>
      digest?.answers?.some(({ options }) =>
        options.some(({ optionId }) => optionId === flagged),
      );
  }
  const { threads, cursors } = databases().cache;
  const [keys, cursor] = await Promise.all([
    threads
      .where('[list+order]')
      .between(['urgent', -Infinity], ['urgent', Infinity])
      .primaryKeys(),
    cursors.get('threads:urgent'),
  ]);
  const urgent = new Set(keys.map(([, key]) => key));
  return ({ key }) => urgent.has(key) || (isWhole(cursor) ? false : undefined);
}

/** Whether a form was begun and not finished; one that is not cached may be it. */
async function incompleteTest(): Promise<Test> {
  const { forms, bodies } = await readPublishedForms();
  return ({ digest }) => {
    if (!digest?.answers) return undefined;
    const answers = answersById(digest.answers);
    const all = new Set(
      forms.map((form) => {
        const body = bodies.find(({ id }) => id === form.id);
        if (!body) return undefined;
        const { answered, questions } = completeness(form, body, answers);
        return answered > 0 && answered < questions;
      }),
    );
    return all.has(true) || (all.has(undefined) ? undefined : false);
  };
}

async function silenceTest(minutes: number, now: number): Promise<Test> {
  const { cache } = databases();
  const [reports, observers, offset] = await Promise.all([
    cache.countyReports.toArray(),
    cache.observers.toArray(),
    cache.meta.get('clockOffset'),
  ]);
  const times = contactTimes(reports, observers);
  const serverNow = now + (offset?.k === 'clockOffset' ? offset.v : 0);
  return ({ observerId }) => {
    const at = times.get(observerId);
    return at === undefined ? undefined : serverNow - at > minutes * 60_000;
  };
}

function hasPictures(detail: DetailRow | undefined): boolean | undefined {
  return detail?.notes?.some(({ attachments }) =>
    attachments.some(({ type }) => type === 'image'),
  );
}

function hasText(
  row: ThreadRow,
  detail: DetailRow | undefined,
  text: string,
): boolean | undefined {
  const words = nameWords(text);
  const has = (each: string | undefined) => hasWords(fold(each ?? ''), words);
  if (has(`${row.pollingStationName} ${row.observerName}`)) return true;
  const { notes, answers } = detail ?? {};
  if (notes?.some((note) => has(note.text))) return true;
  if (answers?.some(({ options }) => options.some(({ value }) => has(value)))) {
    return true;
  }
  return notes && answers ? false : undefined;
}
