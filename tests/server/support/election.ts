import type { Db } from '../../../server/db/database';
import { storeParts } from '../../../server/db/file-parts';
import * as schema from '../../../server/db/schema';
import { keepFile } from '../../../server/pictures/files';
import { rebuildThreads } from '../../../server/services/threads';

export const MORNING = new Date('2026-11-22T06:05:00.000Z');
const EVENING = new Date('2026-11-22T19:30:00.000Z');

/**
 * An election to count: form C beside the fixtures' A and D, answers of three
 * observers of two NGOs at three stations, notes, triage marks, a test
 * observer and an observer of an NGO that is not active, who must count nowhere.
 */
export async function holdElection(db: Db): Promise<void> {
  await db
    .insert(schema.ngo)
    .values({ id: 8, shortName: 'OFF', name: 'Closed', isActive: false });
  const person = { ngoId: 2, name: 'Nobody', pin: 'x' };
  await db.insert(schema.observer).values([
    { ...person, id: 50, phone: '50', isTestObserver: true },
    { ...person, id: 51, phone: '51', ngoId: 8 },
  ]);
  await db
    .insert(schema.form)
    .values({ id: 16, code: 'PL-C', description: 'Counting', order: 3 });
  await db
    .insert(schema.formSection)
    .values({ id: 41, formId: 16, code: 'C1', description: 'Counting' });
  await db.insert(schema.question).values({
    id: 301,
    sectionId: 41,
    code: 'C1.1',
    text: '=HYPERLINK("http://x")',
    questionType: 0,
  });
  await db.insert(schema.option).values([
    { id: 951, questionId: 301, text: 'Votes, lost', flagged: true },
    { id: 952, questionId: 301, text: 'Nothing', isFreeText: true },
  ]);
  const tick = (
    observerId: number,
    pollingStationId: number,
    optionId: number,
    value: string | null = null,
    lastModified = MORNING,
  ) => ({
    observerId,
    pollingStationId,
    questionId: optionId > 950 ? 301 : optionId > 903 ? 206 : 205,
    optionId,
    value,
    lastModified,
  });
  await db
    .insert(schema.answer)
    .values([
      tick(41, 7312, 902),
      tick(41, 7312, 904),
      tick(41, 7312, 905),
      tick(41, 7312, 951, null, EVENING),
      tick(41, 7312, 952, '-2 "votes"', EVENING),
      tick(41, 7400, 901),
      tick(42, 7312, 902),
      tick(42, 7400, 951),
      tick(43, 7314, 903, 'tape was torn'),
      tick(50, 7313, 902),
      tick(51, 7313, 902),
    ]);
  await db.insert(schema.note).values([
    {
      id: 71,
      observerId: 41,
      pollingStationId: 7312,
      questionId: 205,
      text: '@sum, refused',
      lastModified: MORNING,
    },
    {
      id: 72,
      observerId: 42,
      pollingStationId: 7400,
      text: 'Long queue',
      lastModified: EVENING,
    },
    {
      id: 73,
      observerId: 50,
      pollingStationId: 7313,
      text: 'A test',
      lastModified: EVENING,
    },
  ]);
  const picture = await storeParts(
    db,
    'picture',
    [new Uint8Array([1])],
    MORNING,
  );
  await keepFile(db, picture);
  await db.insert(schema.attachment).values({
    id: 81,
    noteId: 71,
    fileName: 'box.jpg',
    contentType: 'image/jpeg',
    sha256: picture.sha256,
  });
  await db.insert(schema.stationInfo).values({
    observerId: 41,
    pollingStationId: 7312,
    lastModified: MORNING,
    observerArrivalTime: MORNING,
    numberOfVotersOnTheList: 1430,
    chairmanPresence: true,
  });
  const mark = {
    pollingStationId: 7312,
    setBy: 'olga@example.org',
    setAt: EVENING,
    receivedAt: EVENING,
  } as const;
  await db.insert(schema.triageMark).values([
    { ...mark, id: 61, ngoId: 2, observerId: 41, state: 'new', note: '' },
    {
      ...mark,
      id: 62,
      ngoId: 1,
      observerId: 42,
      state: 'resolved',
      note: 'Long queue again',
    },
  ]);
  await rebuildThreads(db);
}
