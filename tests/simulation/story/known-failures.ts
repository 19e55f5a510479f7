import type { Story } from './commands';
import type { InvariantId } from './sentences';

/** A story that breaks a promise, and will until its cause is mended. */
interface KnownFailure {
  /** What goes wrong, in words. */
  name: string;
  story: Story;
  breaks: InvariantId;
  /** Happenings that other stories do without until then. */
  leavesOut?: readonly string[] | undefined;
}

/**
 * Failures that are known and not mended yet. The list is to be empty: each of them
 * breaks the promise of this project.
 */
export const knownFailures: readonly KnownFailure[] = [
  {
    // The add arrived and nobody heard so; before this device asked, the other one gave
    // the new observer another phone. No observer has the phone of the add, so it is sent again.
    name: 'an added observer whose phone the other device changes before anybody asks is added again',
    story: {
      seed: 1_640_824_470,
      commands: [
        { do: 'add', tab: 1 },
        { do: 'fault', on: 'write', kind: 'busy' },
        { do: 'handOver', tab: 2, goesOn: true, comesBack: false },
        { do: 'add', tab: 0 },
        { do: 'crash', tab: 1, point: 'K5' },
        { do: 'add', tab: 0 },
        { do: 'crash', tab: 2, point: 'K10' },
        { do: 'sleep', ms: 960_000 },
        { do: 'edit', tab: 0, at: 5, field: 'phone', isHasty: true },
      ],
    },
    breaks: 'I2',
  },
];

/** Whether stories do without a happening until a known failure is mended. */
export function isLeftOut(name: string): boolean {
  return knownFailures.some(({ leavesOut }) => leavesOut?.includes(name));
}
