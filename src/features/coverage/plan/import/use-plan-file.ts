import { useEffect, useState } from 'react';

import type { FileProblem } from '@/components/import/file-problem';
import { readPlanInWorker } from '@/components/import/read-in-worker';
import type { PlanColumn } from '@/domain/plan/plan';
import type {
  NumberedLine,
  PlanCounty,
  RefusedRow,
} from '@/domain/plan/plan-file';
import type { TableEncoding } from '@/domain/table-file';

interface Chosen {
  file: File;
  encoding: TableEncoding | undefined;
}

interface PlanRows {
  lines: readonly NumberedLine[];
  refused: readonly RefusedRow[];
}

interface Read {
  of: Chosen;
  rows?: PlanRows | undefined;
  problem?: FileProblem<PlanColumn> | undefined;
}

/**
 * The chosen file and its rows, read in a thread of their own. It waits for the
 * counties, and is read again when they change: without them all of its
 * counties would be unknown.
 * @param counties none: they are not cached yet.
 */
export function usePlanFile(counties: readonly PlanCounty[]) {
  const [chosen, setChosen] = useState<Chosen>();
  const [read, setRead] = useState<Read>();

  useEffect(() => {
    if (!chosen || counties.length === 0) return undefined;
    let isWanted = true;
    void readPlanInWorker(
      chosen.file,
      counties.map(({ code, name, numberOfPollingStations, limit }) => ({
        code,
        name,
        numberOfPollingStations,
        limit,
      })),
      chosen.encoding,
    ).then((result) => {
      if (!isWanted) return;
      setRead(
        result.ok
          ? { of: chosen, rows: result }
          : { of: chosen, problem: result },
      );
    });
    return () => {
      isWanted = false;
    };
  }, [chosen, counties]);

  const current = read?.of === chosen ? read : undefined;
  return {
    file: chosen?.file,
    rows: current?.rows,
    problem: current?.problem,
    isReading: chosen !== undefined && counties.length > 0 && !current,
    choose: (file: File, encoding?: TableEncoding) =>
      setChosen({ file, encoding }),
  };
}
