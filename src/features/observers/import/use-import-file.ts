import { useMemo, useRef, useState } from 'react';

import { config } from '@/config';
import type { ObserverInput } from '@/domain/observers/observer';
import type {
  ClassedRow,
  ImportColumn,
  ImportRow,
} from '@/domain/observers/import';
import {
  classify,
  correctCell,
  dropRow,
  knownPhones,
} from '@/domain/observers/import';
import type { ImportFileColumn } from '@/domain/observers/import-file';
import type { FileLook, TableChoice } from '@/domain/tables/table-file';
import type { FileProblem } from '@/components/import/file-problem';
import { readObserversInWorker } from '@/components/import/read-in-worker';

/** What the columns are, and whether a person has to say so first. */
export type Look = FileLook<ImportFileColumn> & { isSure: boolean };

/**
 * The chosen file: its rows as they were read and corrected since, and which
 * of them are to be sent. They are compared with `cached`, again when it
 * changes: the list may still be loading when the file is chosen. `isWhole`
 * says that `cached` is all that the server has.
 */
export function useImportFile(
  cached: readonly ObserverInput[],
  isWhole: boolean,
) {
  const [file, setFile] = useState<File>();
  const [plain, setPlain] = useState<readonly ImportRow[]>();
  const [problem, setProblem] = useState<FileProblem<ImportFileColumn>>();
  const [look, setLook] = useState<Look>();
  const [isReading, setReading] = useState(false);
  const latest = useRef(0);
  /** What a person decided about a row, by line; without it only new ones are sent. */
  const [choices, setChoices] = useState<ReadonlyMap<number, boolean>>(
    new Map(),
  );
  const country = config.phoneCountry;
  const known = useMemo(
    () => knownPhones(cached, isWhole, country),
    [cached, isWhole, country],
  );
  const rows = useMemo(() => plain && classify(plain, known), [plain, known]);

  async function choose(
    next: File,
    choice: TableChoice<ImportFileColumn> = {},
  ) {
    const turn = (latest.current += 1);
    setFile(next);
    setPlain(undefined);
    setProblem(undefined);
    setLook(undefined);
    setChoices(new Map());
    setReading(true);
    const read = await readObserversInWorker(next, choice);
    // Another file, or another encoding, was chosen meanwhile.
    if (turn !== latest.current) return;
    if (!read.ok) setProblem(read);
    else if (read.isSure) setPlain(read.rows);
    if ('columns' in read) setLook({ ...read, isSure: read.ok && read.isSure });
    setReading(false);
  }

  const isSent = ({ line, kind }: ClassedRow) =>
    kind !== 'invalid' && (choices.get(line) ?? kind === 'new');

  return {
    file,
    rows,
    problem,
    look,
    isReading,
    choose,
    isSent,
    /** Sends a row in spite of its class, or leaves it out. */
    decide: (line: number, isWanted: boolean) =>
      setChoices((now) => new Map(now).set(line, isWanted)),
    correct: (line: number, column: ImportColumn, text: string) =>
      setPlain((now) => now && correctCell(now, line, column, text, country)),
    drop: (line: number) => setPlain((now) => now && dropRow(now, line)),
    /** Begins anew, without a file. */
    forget() {
      latest.current += 1;
      setReading(false);
      setFile(undefined);
      setPlain(undefined);
      setProblem(undefined);
      setLook(undefined);
    },
  };
}

export type ImportFile = ReturnType<typeof useImportFile>;
