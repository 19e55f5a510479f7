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
    name: 'a device goes on with what it saved to a file for another one',
    story: {
      seed: 1,
      commands: [
        { do: 'weather', to: 'cut' },
        { do: 'pass', ms: 65_000 },
        { do: 'add', tab: 0 },
        { do: 'handOver', tab: 0, goesOn: true },
        { do: 'pass', ms: 65_000 },
      ],
    },
    breaks: 'I2',
    leavesOut: ['hand over a copy'],
  },
];

/** Whether stories do without a happening until a known failure is mended. */
export function isLeftOut(name: string): boolean {
  return knownFailures.some(({ leavesOut }) => leavesOut?.includes(name));
}
