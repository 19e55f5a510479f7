import { useEffect, useState } from 'react';

import type { FileProblem } from '@/components/import/file-problem';
import { readPlanInWorker } from '@/components/import/read-in-worker';
import type { PlanColumn } from '@/domain/plan/plan';
import type {
  NumberedLine,
  PlanCounty,
  RefusedRow,
} from '@/domain/plan/plan-file';
import type { FileLook, TableChoice } from '@/domain/tables/table-file';

interface Chosen {
  file: File;
  choice: TableChoice<PlanColumn>;
}

interface PlanRows {
  lines: readonly NumberedLine[];
  refused: readonly RefusedRow[];
}

interface Read {
  of: Chosen;
  rows?: PlanRows | undefined;
  problem?: FileProblem<PlanColumn> | undefined;
  look?: (FileLook<PlanColumn> & { isSure: boolean }) | undefined;
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
      chosen.choice,
    ).then((result) => {
      if (!isWanted) return;
      const look =
        'columns' in result
          ? { ...result, isSure: result.ok && result.isSure }
          : undefined;
      if (!result.ok) setRead({ of: chosen, look, problem: result });
      else {
        const rows = result.isSure ? result : undefined;
        setRead({ of: chosen, look, rows });
      }
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
    look: current?.look,
    isReading: chosen !== undefined && counties.length > 0 && !current,
    choose: (file: File, choice: TableChoice<PlanColumn> = {}) =>
      setChosen({ file, choice }),
  };
}
