import { fold, tidy } from '@/domain/words';

import type { TextBlock, WrittenText } from './text-block';
import { textAt } from './text-block';

/** What a search found in texts. */
export interface FoundTexts {
  /** How many texts fit. */
  count: number;
  /** The first of them, by station. */
  texts: WrittenText[];
}

/**
 * Texts in which each of these words begins a word, in any order.
 * @param words as of `searchWords`; without any nothing is found. @param most texts that
 * are returned; all are counted.
 */
export function findTexts(
  blocks: readonly TextBlock[],
  words: readonly string[],
  most: number,
): FoundTexts {
  const found: FoundTexts = { count: 0, texts: [] };
  if (words.length === 0) return found;
  const beginnings = words.map((word) => ` ${word}`);
  for (const block of blocks) {
    for (const [at, folded] of block.folded.entries()) {
      if (!beginnings.every((each) => folded.includes(each))) continue;
      found.count += 1;
      if (found.texts.length < most) found.texts.push(textAt(block, at));
    }
  }
  return found;
}

/** A stretch of a text; `isHit`: the beginning of a word that was looked for. */
export interface TextPart {
  text: string;
  isHit: boolean;
}

/** A text in its parts, so that what was found can be marked. */
export function hitsIn(text: string, words: readonly string[]): TextPart[] {
  const parts: TextPart[] = [];
  let at = 0;
  const add = (until: number, isHit: boolean) => {
    if (until > at) parts.push({ text: text.slice(at, until), isHit });
    at = until;
  };
  for (const match of text.matchAll(/[\p{L}\p{N}\p{M}]+/gu)) {
    const folded = fold(match[0]);
    const lengths = words
      .filter((word) => folded.startsWith(word))
      .map(({ length }) => length);
    if (lengths.length === 0) continue;
    add(match.index, false);
    add(match.index + unfolded(match[0], Math.max(...lengths)), true);
  }
  add(text.length, false);
  return parts;
}

/** How much of a word folds to so many letters, with the marks that follow them. */
function unfolded(word: string, length: number): number {
  let end = 0;
  let letters = 0;
  for (const sign of word) {
    const width = fold(sign).length;
    if (width > 0 && letters >= length) break;
    letters += width;
    end += sign.length;
  }
  return end;
}

/** So much of a text is shown beside others. */
const SNIPPET_LENGTH = 120;
/** So much of it may stand before what was found. */
const SNIPPET_BEFORE = 40;

/** A text on one line, cut around the first thing that was found in it. */
export function snippetOf(text: string, words: readonly string[]): string {
  const line = tidy(text);
  if (line.length <= SNIPPET_LENGTH) return line;
  const parts = hitsIn(line, words);
  const hit = parts.findIndex(({ isHit }) => isHit);
  const before = parts.slice(0, Math.max(0, hit));
  const at = before.reduce((sum, part) => sum + part.text.length, 0);
  const from =
    at <= SNIPPET_BEFORE ? 0 : line.indexOf(' ', at - SNIPPET_BEFORE);
  const start = from < 0 || from > at ? at : from;
  const cut = line.slice(start, start + SNIPPET_LENGTH).trim();
  const isCut = start + SNIPPET_LENGTH < line.length;
  return `${start > 0 ? '…' : ''}${cut}${isCut ? '…' : ''}`;
}
