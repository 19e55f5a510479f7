import type { Answer } from '@/domain/answers/answer';

/**
 * The stored row of neighbouring polling stations: what was answered there, as numbers
 * and texts. Figures over all answers are read from some hundred of them; the details
 * of 31,500 threads take a tablet many times as long.
 */
export interface AnswerBlock {
  block: number;
  /**
   * By thread: station, observer, urban (1, rural 0, not told -1), how many numbers of
   * answers follow; then by answer the question and how many options; then by option its
   * id and the place of its text in `texts` (-1: none).
   */
  numbers: Float64Array;
  texts: readonly string[];
}

/** What a thread contributes. */
export interface PackedThread {
  pollingStationId: number;
  observerId: number;
  /** Absent: nobody said. */
  isUrban?: boolean | undefined;
  answers: readonly PackedAnswer[];
}

interface PackedAnswer {
  questionId: number;
  options: readonly PackedOption[];
}

interface PackedOption {
  optionId: number;
  /** What the observer typed. */
  text?: string | undefined;
}

/** So many ids of stations belong to one block. */
const STATIONS_OF_BLOCK = 64;

/** A number is never longer; what is longer is only known to be no number. */
const LONGEST_TEXT = 40;

/** Numbers before the answers of a thread. */
const HEAD = 4;

/** The block of a polling station. */
export function blockOfStation(pollingStationId: number): number {
  return Math.floor(pollingStationId / STATIONS_OF_BLOCK);
}

/** What is packed of a thread's details; undefined while its answers are not known. */
export function packedThread(detail: {
  pollingStationId: number;
  observerId: number;
  answers?: readonly Answer[] | undefined;
  extra?: { urbanArea?: boolean | null | undefined } | null | undefined;
}): PackedThread | undefined {
  const { pollingStationId, observerId, answers, extra } = detail;
  return (
    answers && {
      pollingStationId,
      observerId,
      isUrban: extra?.urbanArea ?? undefined,
      answers: answers.map(({ questionId, options }) => ({
        questionId,
        // An answer may name an option twice.
        options: [
          ...new Map(options.map((each) => [each.optionId, each])).values(),
        ].map(({ optionId, value }) => ({
          optionId,
          ...(value ? { text: value.slice(0, LONGEST_TEXT + 1) } : {}),
        })),
      })),
    }
  );
}

/**
 * A block with these threads put in the place of what it had of them. What is put in
 * twice is there once. @param known the stored block, if there is one.
 */
export function putIntoAnswerBlock(
  block: number,
  known: AnswerBlock | undefined,
  threads: readonly PackedThread[],
): AnswerBlock {
  const next = new Map<string, PackedThread>();
  if (known) for (const each of threadsOf(known)) next.set(keyOf(each), each);
  for (const each of threads) next.set(keyOf(each), each);
  const sorted = [...next.values()].sort(
    (a, b) =>
      a.pollingStationId - b.pollingStationId || a.observerId - b.observerId,
  );
  return { block, ...packed(sorted) };
}

function keyOf({ pollingStationId, observerId }: PackedThread): string {
  return `${pollingStationId}:${observerId}`;
}

function packed(
  threads: readonly PackedThread[],
): Pick<AnswerBlock, 'numbers' | 'texts'> {
  const numbers: number[] = [];
  const texts: string[] = [];
  const placeOf = new Map<string, number>();
  const placeOfText = (text: string | undefined): number => {
    if (text === undefined) return -1;
    const known = placeOf.get(text);
    if (known !== undefined) return known;
    placeOf.set(text, texts.length);
    return texts.push(text) - 1;
  };
  for (const { pollingStationId, observerId, isUrban, answers } of threads) {
    const urban = isUrban === undefined ? -1 : Number(isUrban);
    const own: number[] = [];
    for (const { questionId, options } of answers) {
      own.push(questionId, options.length);
      for (const { optionId, text } of options) {
        own.push(optionId, placeOfText(text));
      }
    }
    numbers.push(pollingStationId, observerId, urban, own.length, ...own);
  }
  return { numbers: Float64Array.from(numbers), texts };
}

/** One thread of a block, by its place in `numbers`. */
interface PlacedThread {
  place: number;
  pollingStationId: number;
  observerId: number;
  /** Undefined: not told. */
  isUrban: boolean | undefined;
}

/** Goes through a block by station and then observer: all reports of a station follow each other. */
export function readThreads(
  { numbers }: Pick<AnswerBlock, 'numbers'>,
  read: (thread: PlacedThread) => void,
): void {
  let place = 0;
  while (place < numbers.length) {
    const urban = numbers[place + 2] ?? -1;
    read({
      place,
      pollingStationId: numbers[place] ?? 0,
      observerId: numbers[place + 1] ?? 0,
      isUrban: urban < 0 ? undefined : urban === 1,
    });
    place += HEAD + (numbers[place + 3] ?? 0);
  }
}

/**
 * Reads the answers of the thread at a place. No part is made an object: 31,500 threads
 * have most of a million.
 */
export function readAnswers(
  { numbers, texts }: Pick<AnswerBlock, 'numbers' | 'texts'>,
  place: number,
  answer: (questionId: number) => void,
  option: (optionId: number, text: string | undefined) => void,
): void {
  let at = place + HEAD;
  const end = at + (numbers[place + 3] ?? 0);
  while (at < end) {
    answer(numbers[at] ?? 0);
    const last = at + 2 * (numbers[at + 1] ?? 0);
    for (at += 2; at <= last; at += 2) {
      option(numbers[at] ?? 0, texts[numbers[at + 1] ?? -1]);
    }
  }
}

/** The threads of a block. */
export function threadsOf(block: AnswerBlock): PackedThread[] {
  const threads: PackedThread[] = [];
  readThreads(block, ({ place, ...thread }) => {
    const answers: { questionId: number; options: PackedOption[] }[] = [];
    readAnswers(
      block,
      place,
      (questionId) => answers.push({ questionId, options: [] }),
      (optionId, text) =>
        answers
          .at(-1)
          ?.options.push({ optionId, ...(text === undefined ? {} : { text }) }),
    );
    threads.push({ ...thread, answers });
  });
  return threads;
}
