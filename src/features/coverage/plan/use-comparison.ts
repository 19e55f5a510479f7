import { config } from '@/config';
import { startTransition, useEffect, useMemo, useState } from 'react';

import type { CoverageSource } from '@/data/coverage/coverage';
import { inSlices } from '@/data/live/in-slices';
import type { PlanComparison, PlanPeople } from '@/domain/plan/compare';
import { comparePlan, planPeople } from '@/domain/plan/compare';
import type { PlanLine } from '@/domain/plan/plan';

interface Asked {
  lines: readonly PlanLine[];
  source: CoverageSource;
  /** Epoch ms by the server's clock. */
  now: number;
}

interface Compared extends Asked {
  asked: Asked;
  comparison: PlanComparison;
}

/**
 * Follows what was reported, once for each source and minute, in tasks of their own;
 * drawing it gives way to a click. Until then the comparison before stays, with
 * the source that it is of. Undefined until the first one is worked out.
 * @param source undefined: nothing to compare with.
 */
export function useComparison(
  lines: readonly PlanLine[],
  source: CoverageSource | undefined,
  now: number,
): Compared | undefined {
  const asked = useMemo(
    () => source && { lines, source, now },
    [lines, source, now],
  );
  const [begun, setBegun] = useState(asked);
  const [compared, setCompared] = useState<Compared>();
  const isFree = begun === undefined || compared?.asked === begun;
  // What has begun is finished: reports that keep arriving would put it off for ever.
  if (isFree && asked !== undefined && asked !== begun) setBegun(asked);
  useEffect(() => {
    if (!begun) return undefined;
    return inSlices(compare(begun), (comparison) =>
      startTransition(() =>
        setCompared({ ...begun, asked: begun, comparison }),
      ),
    );
  }, [begun]);
  return asked && compared;
}

/** A plan is readied once. */
const readied = new WeakMap<readonly PlanLine[], PlanPeople>();

function* compare({ lines, source, now }: Asked) {
  const country = config.phoneCountry;
  const people = readied.get(lines) ?? (yield* planPeople(lines, country));
  readied.set(lines, people);
  const { reports, observers, isWhole } = source;
  return yield* comparePlan(people, reports, observers, {
    isWhole,
    now,
    country,
  });
}
