import { expect, it } from 'vitest';

import type { PackedThread } from '@/domain/questions/answer-block';
import {
  blockOfStation,
  packedThread,
  putIntoAnswerBlock,
  threadsOf,
} from '@/domain/questions/answer-block';

import { createChance } from '../../simulation/story/chance';

const thread: PackedThread = {
  pollingStationId: 7,
  observerId: 41,
  isUrban: false,
  answers: [
    { questionId: 31, options: [{ optionId: 1 }, { optionId: 2, text: '12' }] },
    { questionId: 32, options: [] },
  ],
};

it('gives back what was packed, by station and then observer', () => {
  const other = { ...thread, observerId: 3, isUrban: undefined };
  const last = { ...thread, pollingStationId: 9, isUrban: true, answers: [] };
  const block = putIntoAnswerBlock(0, undefined, [last, thread, other]);
  expect(threadsOf(block)).toEqual([other, thread, last]);
  expect(block.texts).toEqual(['12']);
});

it('puts a thread in the place of what it had of it', () => {
  const before = putIntoAnswerBlock(0, undefined, [thread]);
  const now = { ...thread, answers: [] };
  const after = putIntoAnswerBlock(0, before, [now]);
  expect(threadsOf(after)).toEqual([now]);
  expect(after.texts).toEqual([]);
});

it('packs nothing of a thread whose answers are not known', () => {
  const detail = { pollingStationId: 7, observerId: 41 };
  expect(packedThread(detail)).toBeUndefined();
  expect(packedThread({ ...detail, answers: [], extra: null })).toEqual({
    ...detail,
    isUrban: undefined,
    answers: [],
  });
});

it('keeps of a long text enough to see that it is no number', () => {
  const chosen = {
    optionId: 1,
    text: 'Câți',
    isFreeText: true,
    flagged: false,
  };
  const packed = packedThread({
    pollingStationId: 7,
    observerId: 41,
    answers: [
      { questionId: 31, options: [{ ...chosen, value: '1'.repeat(90) }] },
    ],
    extra: { urbanArea: true },
  });
  expect(packed?.isUrban).toBe(true);
  expect(packed?.answers[0]?.options[0]?.text).toBe('1'.repeat(41));
});

it('says after any history what one packing of everything says', () => {
  const draw = createChance(20_261_130);
  for (let round = 0; round < 50; round += 1) {
    const now = new Map<string, PackedThread>();
    const kept = new Map<number, ReturnType<typeof putIntoAnswerBlock>>();
    for (let step = 0; step < 40; step += 1) {
      const changed: PackedThread = {
        pollingStationId: draw.below(150),
        observerId: draw.below(4),
        isUrban: [undefined, true, false][draw.below(3)],
        answers: Array.from({ length: draw.below(3) }, (_, at) => ({
          questionId: at,
          options: Array.from({ length: draw.below(3) }, (_each, n) =>
            draw.below(2) === 0
              ? { optionId: n }
              : { optionId: n, text: `t${draw.below(3)}` },
          ),
        })),
      };
      now.set(`${changed.pollingStationId}:${changed.observerId}`, changed);
      const block = blockOfStation(changed.pollingStationId);
      kept.set(block, putIntoAnswerBlock(block, kept.get(block), [changed]));
    }
    for (const [block, row] of kept) {
      const all = [...now.values()].filter(
        ({ pollingStationId }) => blockOfStation(pollingStationId) === block,
      );
      expect(row).toEqual(putIntoAnswerBlock(block, undefined, all));
    }
  }
});
