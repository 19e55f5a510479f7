import type { TestInfo } from '@playwright/test';
import { test } from '@playwright/test';

import type { FaultCounts } from '../../support/fault-proxy';

/** Type of the annotation by which a test tells the reporter what it broke. */
export const FAULT_ANNOTATION = 'fault';

/** Notes a fault that no proxy makes: a killed tab, a full disk. */
export function noteFault(kind: string): void {
  noteFaults(test.info(), { [kind]: 1 });
}

/** Notes faults with a test, for the sum at the end of the run. */
export function noteFaults(info: TestInfo, counts: FaultCounts): void {
  for (const [kind, count] of Object.entries(counts)) {
    info.annotations.push({
      type: FAULT_ANNOTATION,
      description: `${count} ${kind}`,
    });
  }
}
