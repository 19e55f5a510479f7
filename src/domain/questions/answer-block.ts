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
        options: options.map(({ optionId, value }) => ({
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

/** Called for each part of a block, in their order; no part is made an object. */
export interface AnswerReader {
  /** @returns false where the answers of this thread are not wanted. */
  thread: (
    pollingStationId: number,
    observerId: number,
    /** Undefined: not told. */
    isUrban: boolean | undefined,
  ) => boolean;
  answer: (questionId: number) => void;
  option: (optionId: number, text: string | undefined) => void;
}

/** Reads a block by station and then observer: all reports of a station follow each other. */
export function readAnswerBlock(
  { numbers, texts }: Pick<AnswerBlock, 'numbers' | 'texts'>,
  { thread, answer, option }: AnswerReader,
): void {
  let at = 0;
  while (at < numbers.length) {
    const urban = numbers[at + 2] ?? -1;
    const end = at + HEAD + (numbers[at + 3] ?? 0);
    const isWanted = thread(
      numbers[at] ?? 0,
      numbers[at + 1] ?? 0,
      urban < 0 ? undefined : urban === 1,
    );
    at = isWanted ? at + HEAD : end;
    while (at < end) {
      answer(numbers[at] ?? 0);
      const options = numbers[at + 1] ?? 0;
      at += 2;
      for (let n = 0; n < options; n += 1) {
        option(numbers[at] ?? 0, texts[numbers[at + 1] ?? -1]);
        at += 2;
      }
    }
  }
}

/** The threads of a block. */
export function threadsOf(block: AnswerBlock): PackedThread[] {
  const threads: PackedThread[] = [];
  let answers: { questionId: number; options: PackedOption[] }[] = [];
  readAnswerBlock(block, {
    thread(pollingStationId, observerId, isUrban) {
      answers = [];
      threads.push({ pollingStationId, observerId, isUrban, answers });
      return true;
    },
    answer: (questionId) => answers.push({ questionId, options: [] }),
    option: (optionId, text) =>
      answers
        .at(-1)
        ?.options.push({ optionId, ...(text === undefined ? {} : { text }) }),
  });
  return threads;
}
