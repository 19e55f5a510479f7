import { useFigures } from '@/data/live/use-live';
import type { StationRow } from '@/db/cache';
import { databases } from '@/db/open';
import { readOpenOps } from '@/db/open-ops';
import type { County } from '@/domain/county';
import type { FormMeta, Question } from '@/domain/forms/form';
import type { Observer } from '@/domain/observers/observer';
import type { Overlaid } from '@/domain/outbox/overlay';
import {
  overlayCounties,
  overlayForms,
  overlayObservers,
  overlaySections,
} from '@/domain/outbox/overlay';
import { formLane } from '@/domain/outbox/op';
import type { TextBlock } from '@/domain/search/text-block';
import { fold } from '@/domain/words';

/** A cached row, and what it is found by: folded. */
export interface Findable<T> {
  row: T;
  words: string;
}

export interface QuestionOfForm {
  form: FormMeta;
  question: Question;
}

interface Names {
  counties: Findable<Overlaid<County>>[];
  observers: Findable<Overlaid<Observer>>[];
  /** As far as they are cached: those of counties that somebody looked at, or of all. */
  stations: Findable<StationRow>[];
}

interface Forms {
  forms: Findable<Overlaid<FormMeta>>[];
  questions: Findable<QuestionOfForm>[];
}

interface Texts {
  blocks: readonly TextBlock[];
  /** False while the first download goes on: then some or all are missing. */
  arePacked: boolean;
}

/** Everything that a search goes through, in memory as long as one is open. */
export interface SearchSource extends Names, Forms, Texts {
  /** Another one with each reading. */
  stamp: string;
}

/** So many sources were read since the start of the page. */
let reads = 0;

/** Reads what is searched once, and follows its changes. Undefined until read. */
export function useSearchSource(): SearchSource | undefined {
  const names = useFigures('search-names', stamped(readNames));
  const forms = useFigures('search-forms', stamped(readForms));
  const texts = useFigures('search-texts', stamped(readTexts));
  if (!names || !forms || !texts) return undefined;
  const stamp = `${names.stamp}:${forms.stamp}:${texts.stamp}`;
  return { ...names, ...forms, ...texts, stamp };
}

function stamped<T>(read: () => Promise<T>) {
  return async () => {
    const value = await read();
    reads += 1;
    return { ...value, stamp: reads };
  };
}

async function readNames(): Promise<Names> {
  const { cache, intent } = databases();
  const [counties, observers, stations, ops] = await Promise.all([
    cache.counties.toArray(),
    // Thousands of rows by one read: a cursor over them takes several times as long.
    cache.observers.toArray(),
    cache.stations.toArray(),
    readOpenOps(intent.outbox),
  ]);
  return {
    counties: overlayCounties(counties, ops).map((row) => ({
      row,
      words: fold(`${row.name} ${row.code}`),
    })),
    observers: overlayObservers(observers, ops).map((row) => ({
      row,
      words: fold(`${row.name} ${row.phone}`),
    })),
    stations: stations.flatMap((row) =>
      row.address === undefined
        ? []
        : [{ row, words: fold(`${row.number} ${row.address}`) }],
    ),
  };
}

async function readForms(): Promise<Forms> {
  const { cache, intent } = databases();
  const [metas, bodies, ops] = await Promise.all([
    cache.forms.toArray(),
    cache.formBodies.toArray(),
    readOpenOps(intent.outbox),
  ]);
  const forms = overlayForms(metas, ops);
  const sectionsOf = new Map(bodies.map(({ id, sections }) => [id, sections]));
  return {
    forms: forms.map((row) => ({
      row,
      words: fold(`${row.code} ${row.description}`),
    })),
    questions: forms.flatMap((form) => {
      const lane = formLane(form);
      const own = ops.filter((op) => op.lane === lane);
      const sections = overlaySections(sectionsOf.get(form.id), own) ?? [];
      return sections.flatMap(({ questions }) =>
        questions.map((question) => ({
          row: { form, question },
          words: fold(
            [
              question.code,
              question.text,
              ...question.options.map(({ text }) => text),
            ].join(' '),
          ),
        })),
      );
    }),
  };
}

function readTexts(): Promise<Texts> {
  const { cache } = databases();
  const { textBlocks, meta } = cache;
  return cache.transaction('r', textBlocks, meta, async () => ({
    blocks: await textBlocks.toArray(),
    arePacked: (await meta.get('areAnswersPacked')) !== undefined,
  }));
}
