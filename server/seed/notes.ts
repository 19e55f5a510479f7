import { alarmNotes, calmNotes, longTexts, MARKUP_TEXT } from './texts';
import type { Random } from './random';
import type { NoteSource } from './texts';
import type { Visit } from './visits';

const CALM_SHARE = 0.2;
const ALARM_SHARE = 0.65;
const PICTURE_SHARE = 0.55;
const QUESTION_SHARE = 0.6;
const MOST_NOTES = 3;

/** A note before it has an id. */
export interface NoteDraft {
  observerId: number;
  pollingStationId: number;
  questionId: number | null;
  text: string | null;
  lastModified: Date;
  /** File names of the folder `pictures`. */
  files: string[];
}

/**
 * What an observer writes beside the answers of one visit.
 *
 * In: the stream, the visit, the ids of the answered questions (flagged ones
 * first) and whether any is flagged. Out: none to three notes, oldest first;
 * some on a question and some on the station, some long, some with files only.
 */
export function writeNotes(
  random: Random,
  visit: Visit,
  questionIds: readonly number[],
  isUrgent: boolean,
): NoteDraft[] {
  if (!random.chance(isUrgent ? ALARM_SHARE : CALM_SHARE)) return [];
  const end = visit.fillings.reduce(
    (latest, { to }) => Math.max(latest, to),
    0,
  );
  const count = random.chance(0.6) ? 1 : random.between(2, MOST_NOTES);
  const times = Array.from({ length: count }, () =>
    random.between(visit.arrival, end),
  ).sort((a, b) => a - b);
  return times.map((at, index) => {
    const isAlarm = isUrgent && index === 0;
    const source = random.pick(isAlarm ? alarmNotes : calmNotes);
    const files = attach(random, source);
    const isOnQuestion = random.chance(QUESTION_SHARE);
    const questionId = isAlarm ? questionIds[0] : random.pick(questionIds);
    return {
      observerId: visit.observer.id,
      pollingStationId: visit.station.id,
      questionId: isOnQuestion ? (questionId ?? null) : null,
      text: chooseText(random, source, files.length > 0),
      lastModified: new Date(at),
      files,
    };
  });
}

function chooseText(
  random: Random,
  source: NoteSource,
  hasFiles: boolean,
): string | null {
  if (hasFiles && random.chance(0.08)) return null;
  if (random.chance(0.06)) return random.pick(longTexts);
  if (random.chance(0.01)) return MARKUP_TEXT;
  return source.text;
}

function attach(random: Random, { pictures }: NoteSource): string[] {
  if (random.chance(0.02)) return ['voice-note.wav'];
  if (random.chance(0.01)) return ['report.pdf'];
  if (!random.chance(PICTURE_SHARE)) return [];
  return pictures.map(
    (name) => `${name}.${random.chance(0.75) ? 'jpg' : 'png'}`,
  );
}
