import { describe, expect, it } from 'vitest';

import type { DetailParts } from '@/domain/answers/details';
import type { ThreadPair } from '@/domain/answers/thread';
import { findTexts, hitsIn } from '@/domain/search/find-texts';
import {
  putIntoTextBlock,
  searchWords,
  textsOf,
  writtenTexts,
} from '@/domain/search/text-block';

type Details = ThreadPair & DetailParts;

function details(
  observerId: number,
  pollingStationId: number,
  value: string,
  note = '',
): Details {
  const option = { optionId: 5, text: 'Alta', isFreeText: true, value };
  return {
    observerId,
    pollingStationId,
    answers: [{ questionId: 3, options: [{ ...option, flagged: false }] }],
    notes: [{ text: note, questionId: 3, formId: 2, attachments: [] }],
  };
}

describe('a block of texts', () => {
  it('has each text with where it stands, and no empty one', () => {
    const block = putIntoTextBlock(0, undefined, [
      details(41, 7, 'Ușa era închisă', 'Coadă'),
      details(42, 7, '', 'La etaj'),
    ]);
    const pair = { pollingStationId: 7 };
    expect(textsOf(block)).toEqual([
      {
        ...pair,
        observerId: 41,
        questionId: 3,
        optionId: 5,
        text: 'Ușa era închisă',
      },
      { ...pair, observerId: 41, questionId: 3, formId: 2, text: 'Coadă' },
      { ...pair, observerId: 42, questionId: 3, formId: 2, text: 'La etaj' },
    ]);
  });

  it('loses what a thread no longer says, and keeps the others', () => {
    const before = putIntoTextBlock(0, undefined, [
      details(41, 7, 'unu'),
      details(41, 8, 'doi', 'trei'),
    ]);
    const after = putIntoTextBlock(0, before, [details(41, 8, '', 'patru')]);
    expect(textsOf(after).map(({ text }) => text)).toEqual(['unu', 'patru']);
  });

  it('is the same after any history of changes as when it is made at once', () => {
    const random = seeded(20);
    const current = new Map<string, Details>();
    let block = putIntoTextBlock(0, undefined, []);
    for (let turn = 0; turn < 400; turn += 1) {
      const station = random(8);
      const observer = random(3);
      const next = details(observer, station, aText(random), aText(random));
      current.set(`${station}:${observer}`, next);
      block = putIntoTextBlock(0, block, [next]);
    }
    const made = putIntoTextBlock(0, undefined, [...current.values()]);
    expect(block).toEqual(made);
  });
});

const WORDS =
  'Ușa|urnă|urnei|închisă|Încă|secția|SECŢIE|coadă|ora 7:30|0712-345-678|Ana-Maria|ștampila|10|100|ß'.split(
    '|',
  );

/** Whole numbers below a limit; the same ones in each run. */
function seeded(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
    return Math.floor((state / 2 ** 31) * below);
  };
}

function aText(random: (below: number) => number): string {
  return Array.from(
    { length: random(6) },
    () => WORDS[random(WORDS.length)],
  ).join(' ');
}

it('finds in 1,000 random searches what a plain look at every word finds', () => {
  const random = seeded(4);
  const threads = Array.from({ length: 300 }, (_, at) =>
    details(at % 7, at, aText(random), aText(random)),
  );
  const blocks = [0, 1, 2].map((block) =>
    putIntoTextBlock(
      block,
      undefined,
      threads.slice(block * 100, block * 100 + 100),
    ),
  );
  let found = 0;
  for (let turn = 0; turn < 1_000; turn += 1) {
    const words = searchWords(aText(random)).map((word) =>
      word.slice(0, 1 + random(word.length)),
    );
    const expected = threads
      .flatMap(writtenTexts)
      .filter(
        ({ text }) =>
          words.length > 0 &&
          words.every((word) =>
            plainWords(text).some((each) => each.startsWith(word)),
          ),
      );
    const { count, texts } = findTexts(blocks, words, Infinity);
    expect(texts, words.join(' ')).toEqual(expected);
    expect(count).toBe(expected.length);
    found += count;
  }
  expect(found).toBeGreaterThan(10_000);
});

/** By another way than the searched text is made. */
function plainWords(text: string): string[] {
  return text
    .toLowerCase()
    .replaceAll(/[ăâ]/g, 'a')
    .replaceAll('î', 'i')
    .replaceAll(/[șş]/g, 's')
    .replaceAll(/[țţ]/g, 't')
    .split(/[^a-z0-9ß]+/);
}

it('counts all that fit, and returns as many as are asked for', () => {
  const blocks = [
    putIntoTextBlock(
      0,
      undefined,
      [1, 2, 3].map((station) => details(41, station, 'coadă')),
    ),
  ];
  const { count, texts } = findTexts(blocks, ['coad'], 2);
  expect([count, texts.length]).toEqual([3, 2]);
});

it.each([
  ['Ușa era ÎNCHISĂ', 'inch us', '[Uș]a era [ÎNCH]ISĂ'],
  ['ușa', 'us usa', '[ușa]'],
  // The letter and its mark are two signs here.
  ['us\u0326a', 'us', '[us\u0326]a'],
  ['<b>urnă</b>', 'urna', '<b>[urnă]</b>'],
  ['nimic', 'imi', 'nimic'],
  ['', 'a', ''],
])('marks in %s what %s found', (text, query, marked) => {
  const parts = hitsIn(text, searchWords(query));
  const shown = parts.map((part) =>
    part.isHit ? `[${part.text}]` : part.text,
  );
  expect(shown.join('')).toBe(marked);
  expect(parts.map((part) => part.text).join('')).toBe(text);
});
