import { useEffect, useState } from 'react';

import type { FileProblem } from '@/components/import/file-problem';
import { readPlacesInWorker } from '@/components/import/read-in-worker';
import { importPlaces } from '@/data/counties/change-counties';
import type { Failure } from '@/domain/outbox/outcome';
import type { PlaceColumn, PlacesSummary } from '@/domain/places';
import { placesCsv } from '@/domain/places-csv';
import type {
  FileLook,
  TableChoice,
  TableRow,
} from '@/domain/tables/table-file';

interface Chosen {
  file: File;
  choice: TableChoice<PlaceColumn>;
  /** Raised to look at the same file once more. */
  round: number;
}

/**
 * How far it is with the chosen file. looked: the server has said what the import
 * would do. done: what it did. share: how much went out, 0 to 1.
 */
export type PlacesState =
  | { is: 'none' }
  | { is: 'reading' }
  | { is: 'unusable'; problem: FileProblem<PlaceColumn> }
  /** A person has to say what the columns are. */
  | { is: 'unsure' }
  | { is: 'looking' | 'importing'; rows: readonly TableRow[]; share: number }
  | {
      is: 'failed';
      rows: readonly TableRow[];
      failure: Failure;
      /** The import itself, not only the look at it. */
      wasImport: boolean;
    }
  | { is: 'looked'; rows: readonly TableRow[]; summary: PlacesSummary }
  | { is: 'done'; rows: readonly TableRow[]; summary: PlacesSummary };

/**
 * Reads a chosen file in a thread of its own, has the server look at its rows, and
 * imports them. The same rows twice change nothing, so that an import without an
 * answer is simply sent again.
 */
export function usePlacesImport() {
  const [chosen, setChosen] = useState<Chosen>();
  const [state, setState] = useState<PlacesState>({ is: 'none' });
  const [look, setLook] = useState<FileLook<PlaceColumn>>();

  useEffect(() => {
    if (!chosen) return undefined;
    let isWanted = true;
    const show = (next: PlacesState) => {
      if (isWanted) setState(next);
    };
    show({ is: 'reading' });
    setLook(undefined);
    void readPlacesInWorker(chosen.file, chosen.choice).then(async (read) => {
      if (!isWanted) return;
      if ('columns' in read) setLook(read);
      if (!read.ok) show({ is: 'unusable', problem: read });
      else if (read.isSure) await send(read.rows, { dryRun: true }, show);
      else show({ is: 'unsure' });
    });
    return () => {
      isWanted = false;
    };
  }, [chosen]);

  return {
    file: chosen?.file,
    state,
    look,
    choose: (file: File, choice: TableChoice<PlaceColumn> = {}) =>
      setChosen((before) => ({
        file,
        choice,
        round: (before?.round ?? 0) + 1,
      })),
    store: (rows: readonly TableRow[]) =>
      send(rows, { dryRun: false }, setState),
  };
}

async function send(
  rows: readonly TableRow[],
  { dryRun }: { dryRun: boolean },
  show: (state: PlacesState) => void,
): Promise<void> {
  const is = dryRun ? 'looking' : 'importing';
  show({ is, rows, share: 0 });
  const reply = await importPlaces(placesCsv(rows), { dryRun }, (share) =>
    show({ is, rows, share }),
  );
  if (reply.ok && reply.value) {
    show({ is: dryRun ? 'looked' : 'done', rows, summary: reply.value });
    return;
  }
  const failure: Failure = reply.ok ? { kind: 'unreadable' } : reply.failure;
  show({ is: 'failed', rows, failure, wasImport: !dryRun });
}
