import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import type {
  KnownObserver,
  ObserverBlock,
} from '@/domain/coverage/observer-block';
import { blockOf, putIntoBlocks } from '@/domain/coverage/observer-block';

const someone = fc.record<KnownObserver>({
  id: fc.constantFrom(1, 2, 255, 256, 257, 9_000),
  name: fc.constantFrom('Ana', 'Dan'),
  phone: fc.constantFrom('0700000001', '0700000002'),
  lastSeen: fc.option(fc.integer({ min: 1, max: 3 }), { nil: undefined }),
});

/** The stored blocks after a write: what the worker does in its transaction. */
function store(
  stored: ReadonlyMap<number, ObserverBlock>,
  written: readonly KnownObserver[],
  gone: readonly number[],
): Map<number, ObserverBlock> {
  const ids = [...written.map(({ id }) => id), ...gone];
  const needed = [...new Set(ids.map(blockOf))].flatMap(
    (block) => stored.get(block) ?? [],
  );
  const next = new Map(stored);
  for (const row of putIntoBlocks(needed, written, gone)) {
    if (row.people.length === 0) next.delete(row.block);
    else next.set(row.block, row);
  }
  return next;
}

describe('blocks of observers', () => {
  it('are after any writes and deletions what all observers give at once', () => {
    const step = fc.tuple(
      fc.array(someone, { maxLength: 6 }),
      fc.array(fc.constantFrom(1, 256, 9_000), { maxLength: 2 }),
    );
    fc.assert(
      fc.property(fc.array(step, { maxLength: 8 }), (steps) => {
        let blocks = new Map<number, ObserverBlock>();
        const table = new Map<number, KnownObserver>();
        for (const [written, gone] of steps) {
          blocks = store(blocks, written, gone);
          for (const each of written) table.set(each.id, each);
          for (const id of gone) table.delete(id);
        }
        const byBlock = (a: ObserverBlock, b: ObserverBlock) =>
          a.block - b.block;
        expect([...blocks.values()].sort(byBlock)).toEqual(
          putIntoBlocks([], [...table.values()]).sort(byBlock),
        );
      }),
    );
  });

  it('are not written where nothing of them differs', () => {
    const ana = { id: 1, name: 'Ana', phone: '1', lastSeen: 5 };
    const blocks = putIntoBlocks([], [ana]);
    expect(putIntoBlocks(blocks, [{ ...ana }], [2])).toEqual([]);
    expect(putIntoBlocks(blocks, [{ ...ana, lastSeen: 6 }])).toHaveLength(1);
  });

  it('have what coverage shows, and nothing else of an observer', () => {
    const row = { id: 1, name: 'Ana', phone: '1', ngo: 'x', missing: 0 };
    expect(putIntoBlocks([], [row])).toEqual([
      { block: 0, people: [{ id: 1, name: 'Ana', phone: '1' }] },
    ]);
  });
});
