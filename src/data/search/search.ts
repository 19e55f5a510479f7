import { useState } from 'react';

import { config } from '@/config';
import { useLive } from '@/data/live/use-live';
import { loadPhones } from '@/data/phones';
import { readThreadsOf } from '@/data/threads/threads-of';
import type { StationRow, ThreadRow } from '@/db/cache';
import { databases } from '@/db/open';
import { readOpenOps } from '@/db/open-ops';
import type { Thread } from '@/domain/answers/thread';
import { threadKey } from '@/domain/answers/thread';
import type { County } from '@/domain/county';
import type { FormMeta } from '@/domain/forms/form';
import type { Observer } from '@/domain/observers/observer';
import type { Overlaid } from '@/domain/outbox/overlay';
import { overlayThread } from '@/domain/outbox/overlay';
import { findTexts } from '@/domain/search/find-texts';
import type { WrittenText } from '@/domain/search/text-block';
import { searchWords } from '@/domain/search/text-block';
import { fold, hasWords, nameWords } from '@/domain/words';

import type { Findable, QuestionOfForm, SearchSource } from './search-source';
import { useSearchSource } from './search-source';

/** What was found of a kind. */
interface Found<T> {
  /** How many rows fit. */
  count: number;
  /** The best of them, as many as were asked for. */
  rows: T[];
}

interface FoundThread extends Overlaid<Thread> {
  /** It stands in the urgent list. */
  isUrgent: boolean;
}

/** What an observer wrote. */
interface FoundText extends WrittenText {
  /** Undefined: it is in no list any more. */
  thread: FoundThread | undefined;
}

/** What fits a text, of what is cached on this device. */
export interface SearchResults {
  counties: Found<Overlaid<County>>;
  stations: Found<StationRow>;
  observers: Found<Overlaid<Observer>>;
  /** The newest; of counties and many observers not all are looked up. */
  threads: Found<FoundThread>;
  forms: Found<Overlaid<FormMeta>>;
  questions: Found<QuestionOfForm>;
  texts: Found<FoundText>;
}

export interface Search {
  /** Of the last text that was looked for; undefined before the first one. */
  results: SearchResults | undefined;
  /** `results` are those of an earlier text, or not there yet. */
  isBusy: boolean;
  /** False while what observers wrote is not packed: then it is not searched whole. */
  areTextsWhole: boolean;
}

/** Of so many observers the threads are looked up: more of them are no answer to anything. */
const REPORTERS = 20;
/** Of so many counties the newest threads are: each row of them costs a step of a cursor. */
const COUNTIES = 3;

/**
 * Searches what is cached: names and numbers of counties, stations, observers and
 * threads, forms with their questions, and what observers wrote. A name has every word
 * somewhere, a text has a word that begins with each. Case and diacritics do not count,
 * nor how a phone is written. A blank text finds nothing.
 * @param most rows of each kind.
 */
export function useSearch(text: string, most: number): Search {
  const source = useSearchSource();
  const asked = `${text.trim()}:${most}`;
  const found = useLive(`search:${asked}:${source?.stamp}`, async () =>
    source ? find(source, text.trim(), most) : undefined,
  );
  // The results of the last text, or of what was cached before, stay until these are read.
  const [held, setHeld] = useState<{ asked: string; results: SearchResults }>();
  if (found && found !== held?.results) setHeld({ asked, results: found });
  return {
    results: found ?? held?.results,
    isBusy: !found && held?.asked !== asked,
    areTextsWhole: source?.arePacked === true,
  };
}

async function find(
  source: SearchSource,
  text: string,
  most: number,
): Promise<SearchResults> {
  const words = nameWords(text);
  const { isPhonePart, phoneFinder } = await loadPhones();
  const isOfPhone = isPhonePart(text)
    ? phoneFinder(text, config.phoneCountry)
    : undefined;
  const counties = named(source.counties, words);
  const observers = named(
    source.observers,
    words,
    ({ phone }) => isOfPhone?.(phone) === true,
  );
  const texts = findTexts(source.blocks, searchWords(text), most);
  const [ops, threads, ofTexts] = await Promise.all([
    readOpenOps(databases().intent.outbox),
    findThreads(words, counties, observers, most),
    readThreadsOf(texts.texts.map(keyOf)),
  ]);
  const shown = (row: ThreadRow): FoundThread => ({
    ...overlayThread(row, ops),
    isUrgent: row.list === 'urgent',
  });
  return {
    counties: best(counties, most),
    stations: best(named(source.stations, words), most),
    observers: best(observers, most),
    threads: mapped(best(newestOnce(threads), most), shown),
    forms: best(named(source.forms, words), most),
    questions: best(named(source.questions, words), most),
    texts: mapped({ count: texts.count, rows: texts.texts }, (each, at) => {
      const row = ofTexts[at];
      return { ...each, thread: row && shown(row) };
    }),
  };
}

function keyOf({ observerId, pollingStationId }: WrittenText): string {
  return threadKey(observerId, pollingStationId);
}

/** Rows that fit; those that begin with the first word come first. */
function named<T>(
  rows: readonly Findable<T>[],
  words: readonly string[],
  fitsOtherwise: (row: T) => boolean = () => false,
): T[] {
  const [first] = words;
  if (first === undefined) return [];
  const beginning: T[] = [];
  const inside: T[] = [];
  for (const { row, words: own } of rows) {
    if (!hasWords(own, words) && !fitsOtherwise(row)) continue;
    (own.startsWith(first) ? beginning : inside).push(row);
  }
  return [...beginning, ...inside];
}

function best<T>(rows: readonly T[], most: number): Found<T> {
  return { count: rows.length, rows: rows.slice(0, most) };
}

function mapped<T, R>(
  { count, rows }: Found<T>,
  map: (row: T, at: number) => R,
): Found<R> {
  return { count, rows: rows.map(map) };
}

async function findThreads(
  words: readonly string[],
  counties: readonly County[],
  observers: readonly Observer[],
  most: number,
): Promise<ThreadRow[]> {
  const { threads } = databases().cache;
  const lists = ['urgent', 'all'] as const;
  const number = words.findLast((word) => /^\d{1,6}$/.test(word));
  const found = await Promise.all([
    threads
      .where('[list+stationNumber]')
      .anyOf(
        number === undefined
          ? []
          : lists.map((list): [string, number] => [list, Number(number)]),
      )
      .filter(({ pollingStationName, observerName }) =>
        hasWords(fold(`${pollingStationName} ${observerName}`), words),
      )
      .toArray(),
    // One read for each: a cursor over all of them takes several times as long.
    ...observers
      .slice(0, REPORTERS)
      .flatMap(({ id }) =>
        lists.map((list) =>
          threads.where('[list+observerId]').equals([list, id]).toArray(),
        ),
      ),
    ...counties
      .slice(0, COUNTIES)
      .flatMap(({ code }) =>
        lists.map((list) =>
          threads
            .where('[list+county+order]')
            .between([list, code, -Infinity], [list, code, Infinity])
            .reverse()
            .limit(most)
            .toArray(),
        ),
      ),
  ]);
  return found.flat();
}

/** Each thread once, as urgent when it is; the newest first. */
function newestOnce(rows: readonly ThreadRow[]): ThreadRow[] {
  const byKey = new Map<string, ThreadRow>();
  for (const row of rows) {
    if (byKey.get(row.key)?.list !== 'urgent') byKey.set(row.key, row);
  }
  return [...byKey.values()].toSorted((a, b) => b.order - a.order);
}
