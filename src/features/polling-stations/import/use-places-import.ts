import { useEffect, useState } from 'react';

import type { FileProblem } from '@/components/import/file-problem';
import { readPlacesInWorker } from '@/components/import/read-in-worker';
import { importPlaces } from '@/data/counties/change-counties';
import type { County } from '@/domain/county';
import type { Failure } from '@/domain/outbox/outcome';
import { settleCounties } from '@/domain/place-counties';
import type { NamesakeAnswers } from '@/domain/place-namesakes';
import { namesakeKey, withMeantCodes } from '@/domain/place-namesakes';
import type { Namesake, PlacesSummary } from '@/domain/places';
import { withProblems } from '@/domain/places';
import type { PlaceFileColumn } from '@/domain/places-file';
import { unseenProblems } from '@/domain/places-file';
import { placesCsv } from '@/domain/places-csv';
import type {
  FileLook,
  TableChoice,
  TableRow,
} from '@/domain/tables/table-file';

interface Chosen {
  file: File;
  /** What the server told of new places with the name of another one. */
  told: readonly Namesake[];
  /** What a person said of them, and of counties. */
  answers: NamesakeAnswers;
  choice: TableChoice<PlaceFileColumn>;
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
  | { is: 'unusable'; problem: FileProblem<PlaceFileColumn> }
  /** A person has to say what the columns are. */
  | { is: 'unsure' }
  /** A person has to say which places are meant. */
  | { is: 'asking'; open: readonly Namesake[] }
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
export function usePlacesImport(counties: readonly County[] | undefined) {
  const [chosen, setChosen] = useState<Chosen>();
  const [state, setState] = useState<PlacesState>({ is: 'none' });
  const [look, setLook] = useState<FileLook<PlaceFileColumn>>();

  useEffect(() => {
    if (!chosen) return undefined;
    let isWanted = true;
    const show = (next: PlacesState) => {
      if (isWanted) setState(next);
    };
    show({ is: 'reading' });
    setLook(undefined);
    // Without the counties that exist nobody can tell which of the file are new.
    if (!counties) return undefined;
    void readPlacesInWorker(chosen.file, chosen.choice).then(async (read) => {
      if (!isWanted) return;
      if ('columns' in read) setLook(read);
      if (!read.ok) show({ is: 'unusable', problem: read });
      else if (!read.isSure) show({ is: 'unsure' });
      else {
        const { told, answers } = chosen;
        const isOpen = (each: Namesake) => !answers.has(namesakeKey(each));
        const settled = settleCounties(read.rows, counties, answers);
        const open = [...settled.open, ...told.filter(isOpen)];
        if (open.length > 0) {
          show({ is: 'asking', open });
          return;
        }
        const rows = withMeantCodes(settled.rows, told, answers);
        const looked = await send(rows, { dryRun: true }, show);
        const asked = namesakesOf(looked).filter(isOpen);
        if (asked.length === 0) show(looked);
        else if (isWanted) setChosen({ ...chosen, told: [...told, ...asked] });
      }
    });
    return () => {
      isWanted = false;
    };
    // What changes of the counties meanwhile is no reason to look at the file anew.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [chosen, counties === undefined]);

  return {
    file: chosen?.file,
    state,
    look,
    choose: (file: File, choice: TableChoice<PlaceFileColumn> = {}) =>
      setChosen((before) => ({
        file,
        choice,
        told: [],
        answers: new Map(),
        round: (before?.round ?? 0) + 1,
      })),
    /** Says of places of the file whether they are the ones whose names they have. */
    answer: (places: readonly Namesake[], isKnown: boolean) =>
      setChosen(
        (before) =>
          before && {
            ...before,
            answers: new Map([
              ...before.answers,
              ...places.map((each) => [namesakeKey(each), isKnown] as const),
            ]),
          },
      ),
    store: async (rows: readonly TableRow[]) =>
      setState(await send(rows, { dryRun: false }, setState)),
  };
}

/** Nothing is asked of a file with problems, which comes again. */
function namesakesOf(state: PlacesState): readonly Namesake[] {
  if (state.is !== 'looked' || state.summary.problemCount > 0) return [];
  return state.summary.namesakes ?? [];
}

async function send(
  rows: readonly TableRow[],
  { dryRun }: { dryRun: boolean },
  show: (state: PlacesState) => void,
): Promise<PlacesState> {
  const is = dryRun ? 'looking' : 'importing';
  show({ is, rows, share: 0 });
  const reply = await importPlaces(placesCsv(rows), { dryRun }, (share) =>
    show({ is, rows, share }),
  );
  if (reply.ok && reply.value) {
    if (!dryRun) return { is: 'done', rows, summary: reply.value };
    const summary = withProblems(reply.value, unseenProblems(rows));
    return { is: 'looked', rows, summary };
  }
  const failure: Failure = reply.ok ? { kind: 'unreadable' } : reply.failure;
  return { is: 'failed', rows, failure, wasImport: !dryRun };
}
