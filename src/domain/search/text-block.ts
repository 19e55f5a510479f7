import type { DetailParts } from '@/domain/answers/details';
import type { ThreadPair } from '@/domain/answers/thread';
import { fold, tidy } from '@/domain/words';

/**
 * The stored row of neighbouring polling stations: what observers wrote there, in
 * answers and notes. It has the stations of the block of answers with its number, and
 * is read whole: a search goes through all of them.
 */
export interface TextBlock {
  block: number;
  /** By text: station, observer, form, question, option; -1 where there is none. */
  numbers: Float64Array;
  texts: readonly string[];
  /** `texts` as their words, folded, a blank before each. */
  folded: readonly string[];
}

/** A text that an observer wrote about a station. */
export interface WrittenText extends ThreadPair {
  text: string;
  /** Absent where it is not told, and for a note on the station itself. */
  formId?: number | undefined;
  /** Absent for a note on the station itself. */
  questionId?: number | undefined;
  /** Absent for a note. */
  optionId?: number | undefined;
}

/** Numbers of one text. */
const STRIDE = 5;

/** The words of a text as they are found: folded, without the signs between them. */
export function searchWords(text: string): string[] {
  return fold(tidy(text)).match(/[\p{L}\p{N}]+/gu) ?? [];
}

/** A text in which a word that begins with `x` stands as " x". */
function searchable(text: string): string {
  return searchWords(text)
    .map((word) => ` ${word}`)
    .join('');
}

/** What was written in a thread, answers first. */
export function writtenTexts({
  observerId,
  pollingStationId,
  answers = [],
  notes = [],
}: ThreadPair & DetailParts): WrittenText[] {
  const pair = { observerId, pollingStationId };
  const ofAnswers = answers.flatMap(({ questionId, options }) =>
    options.flatMap(({ optionId, value = '' }) =>
      value === '' ? [] : [{ ...pair, questionId, optionId, text: value }],
    ),
  );
  const ofNotes = notes.flatMap(({ text = '', formId, questionId }) =>
    text === '' ? [] : [{ ...pair, formId, questionId, text }],
  );
  return [...ofAnswers, ...ofNotes];
}

/**
 * A block with what was written in these threads, in the place of what it had of them.
 * @param known the stored block, if there is one.
 */
export function putIntoTextBlock(
  block: number,
  known: TextBlock | undefined,
  threads: readonly (ThreadPair & DetailParts)[],
): TextBlock {
  const given = new Map(threads.map((each) => [keyOf(each), each]));
  const kept = known
    ? textsOf(known).filter((each) => !given.has(keyOf(each)))
    : [];
  const all = [...kept, ...[...given.values()].flatMap(writtenTexts)].sort(
    (a, b) =>
      a.pollingStationId - b.pollingStationId || a.observerId - b.observerId,
  );
  return {
    block,
    numbers: Float64Array.from(all.flatMap(numbersOf)),
    texts: all.map(({ text }) => text),
    folded: all.map(({ text }) => searchable(text)),
  };
}

function keyOf({ pollingStationId, observerId }: ThreadPair): string {
  return `${pollingStationId}:${observerId}`;
}

function numbersOf(written: WrittenText): number[] {
  const { pollingStationId, observerId, formId, questionId, optionId } =
    written;
  return [
    pollingStationId,
    observerId,
    formId ?? -1,
    questionId ?? -1,
    optionId ?? -1,
  ];
}

/** All texts of a block, by station and then observer. */
export function textsOf(block: TextBlock): WrittenText[] {
  return block.texts.map((_, at) => textAt(block, at));
}

/** The text of a block at a place. */
export function textAt({ numbers, texts }: TextBlock, at: number): WrittenText {
  const number = (place: number) => numbers[at * STRIDE + place] ?? -1;
  const optional = (place: number) => {
    const value = number(place);
    return value === -1 ? undefined : value;
  };
  return {
    pollingStationId: number(0),
    observerId: number(1),
    formId: optional(2),
    questionId: optional(3),
    optionId: optional(4),
    text: texts[at] ?? '',
  };
}
