import { useMemo } from 'react';

import { config } from '@/config';
import { useDetailsAhead } from '@/data/threads/details';
import type { ThreadItem, ThreadPage } from '@/data/threads/threads';
import {
  standingIn,
  useThreadPage,
  useThreadPull,
} from '@/data/threads/threads';
import { useTriage } from '@/data/triage/triage';
import type { Pull } from '@/data/live/use-pull';
import type { ThreadViewQuery } from '@/domain/answers/thread';

import type { Address } from '@/features/answers/address';
import { checkFields } from './filter-fields';
import type { News } from './settled-rows';
import { useArrival } from '@/features/answers/use-arrival';
import { useSettledRows } from './use-settled-rows';

const noRows: readonly ThreadItem[] = [];

/** The list as the screen shows it. */
export interface ShownList {
  query: ThreadViewQuery;
  /** What is known now; undefined until read. */
  page: ThreadPage | undefined;
  /** In the places where they were put; undefined until read. */
  rows: readonly ThreadItem[] | undefined;
  news: News | undefined;
  pull: Pull;
  adopt: () => void;
  /** The rows are being touched: from now on they stay. */
  settle: () => void;
}

/** The page of the list that the URL asks for. A wrong filter field is not applied. */
export function useThreadList({ list, fields, page }: Address): ShownList {
  const query = useMemo(
    () => ({
      list,
      filter: checkFields(fields).filter,
      page,
      pageSize: config.pageSize,
    }),
    [list, fields, page],
  );
  const known = useThreadPage(query);
  const pull = useThreadPull(query);
  const question = JSON.stringify(query);
  const { isArriving, settle } = useArrival(question, pull.isPulling);
  const settled = useSettledRows({
    question,
    latest: known?.rows,
    isTop: page === 1,
    isArriving,
  });
  // Only once the reader stays: a turn of the page does not wait for this.
  useDetailsAhead(isArriving ? noRows : (settled.rows ?? noRows));
  const rows = useTriageOf(settled.rows, known?.rows);
  return { query, page: known, pull, settle, ...settled, rows };
}

/** A row that left the page, because of a decision, still says what was decided. */
function useTriageOf(
  rows: readonly ThreadItem[] | undefined,
  latest: readonly ThreadItem[] | undefined,
): readonly ThreadItem[] | undefined {
  const triage = useTriage();
  return useMemo(() => {
    if (!triage) return rows;
    return rows?.map((row) => {
      if (latest?.some(({ key }) => key === row.key)) return row;
      const now = standingIn(triage, row.key);
      const isSame = row.triage === now.triage && row.decision === now.decision;
      return isSame ? row : { ...row, ...now };
    });
  }, [rows, latest, triage]);
}
