import type { QuestionRow } from './forms/build';
import type { ObserverPerson } from './observers';
import type { CountyStations } from './places/places';
import { createRandom } from './random';
import type { Random } from './random';
import {
  alarmNotes,
  calmNotes,
  generalAlarms,
  longTexts,
  MARKUP_TEXT,
} from './texts';
import type { NoteSource } from './texts';
import { startOfDemoDay } from './visits';
import type { Visit } from './visits';

const CALM_SHARE = 0.2;
const ALARM_SHARE = 0.65;
const SINGLE_NOTE_SHARE = 0.6;
const MOST_NOTES = 3;
const PICTURE_SHARE = 0.6;
const JPEG_SHARE = 0.75;
const VOICE_SHARE = 0.02;
const DOCUMENT_SHARE = 0.01;
const NO_TEXT_SHARE = 0.08;
const LONG_TEXT_SHARE = 0.06;
const MARKUP_TEXT_SHARE = 0.01;

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

/** The answered questions of a visit: the flagged ones, and the others. */
export interface AnsweredQuestions {
  flagged: readonly QuestionRow[];
  usual: readonly QuestionRow[];
}

/**
 * What an observer writes during one visit: none to three notes, oldest first.
 * The first note of an urgent thread is about a flagged question, the others
 * are about other questions or the station. Some are long, some have files and
 * no text.
 */
export function writeNotes(
  random: Random,
  visit: Visit,
  answered: AnsweredQuestions,
): NoteDraft[] {
  const isUrgent = answered.flagged.length > 0;
  if (!random.chance(isUrgent ? ALARM_SHARE : CALM_SHARE)) return [];
  const count = random.chance(SINGLE_NOTE_SHARE)
    ? 1
    : random.between(2, MOST_NOTES);
  const end = visit.fillings.reduce((last, { to }) => Math.max(last, to), 0);
  const times = Array.from({ length: count }, () =>
    random.between(visit.arrival, end),
  ).sort((a, b) => a - b);

  const ids = new Map(
    [...answered.flagged, ...answered.usual].map(({ code, id }) => [code, id]),
  );
  const calm = calmNotes.filter(
    ({ question }) => question === null || hasCode(answered.usual, question),
  );
  return times.map((at, index) => {
    const source =
      isUrgent && index === 0
        ? chooseAlarm(random, answered.flagged)
        : random.pick(calm);
    const files = attach(random, source);
    return {
      observerId: visit.observer.id,
      pollingStationId: visit.station.id,
      questionId: ids.get(source.question ?? '') ?? null,
      text: chooseText(random, source, files.length > 0),
      lastModified: new Date(at),
      files,
    };
  });
}

/**
 * One or two notes on a station from each observer who answers no question, at
 * any time of the day that ends at `now`.
 */
export function writeLoneNotes(
  observers: readonly ObserverPerson[],
  places: readonly CountyStations[],
  now: Date,
): NoteDraft[] {
  const random = createRandom(`lone notes ${observers.length}`);
  const sources = calmNotes.filter(({ question }) => question === null);
  return observers.flatMap(({ id }) => {
    const station = random.pick(random.pick(places).stations);
    return Array.from({ length: random.between(1, 2) }, (): NoteDraft => {
      const source = random.pick(sources);
      return {
        observerId: id,
        pollingStationId: station.id,
        questionId: null,
        text: source.text,
        lastModified: new Date(
          random.between(startOfDemoDay(now), now.getTime()),
        ),
        files: attach(random, source),
      };
    });
  });
}

function chooseAlarm(
  random: Random,
  flagged: readonly QuestionRow[],
): NoteSource {
  const question = random.pick(flagged).code;
  const own = alarmNotes.filter((source) => source.question === question);
  return own.length > 0
    ? random.pick(own)
    : { text: random.pick(generalAlarms), question, pictures: [] };
}

function chooseText(
  random: Random,
  source: NoteSource,
  hasFiles: boolean,
): string | null {
  if (hasFiles && random.chance(NO_TEXT_SHARE)) return null;
  if (random.chance(LONG_TEXT_SHARE)) return random.pick(longTexts);
  if (random.chance(MARKUP_TEXT_SHARE)) return MARKUP_TEXT;
  return source.text;
}

function attach(random: Random, { pictures }: NoteSource): string[] {
  if (random.chance(VOICE_SHARE)) return ['voice-note.wav'];
  if (random.chance(DOCUMENT_SHARE)) return ['report.pdf'];
  if (!random.chance(PICTURE_SHARE)) return [];
  return pictures.map(
    (name) => `${name}.${random.chance(JPEG_SHARE) ? 'jpg' : 'png'}`,
  );
}

function hasCode(questions: readonly QuestionRow[], code: string): boolean {
  return questions.some((question) => question.code === code);
}
