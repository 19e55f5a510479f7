import type { DBCoreTable, Dexie } from 'dexie';

/** On a busy device a reading of everything takes a second or two. */
export const SILENT_AFTER_MS = 8_000;

/** What is told of a database. */
interface SilenceListener {
  /** A request has waited for `SILENT_AFTER_MS`; again after each such time. */
  onSilent: () => void;
  /** No request waits for so long any more. */
  onHeard: () => void;
}

export interface SilenceWatch {
  /** Drops the pending requests of a connection that is closed; returns the names of their stores. */
  forget(): string[];
  /** Whether it is being opened. */
  isOpening(): boolean;
}

/**
 * Watches the requests of this thread to a database. A store may answer nobody and
 * raise no error, as in WebKit after a page or worker ended in the middle of
 * transactions (see `leaving.ts`).
 */
export function watchSilence(
  database: Dexie,
  { onSilent, onHeard }: SilenceListener,
): SilenceWatch {
  /** Requests that wait for their answer, the oldest first. */
  const waiting = new Set<{ store: string | undefined; since: number }>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isSilent = false;
  let openings = 0;

  /** Ms until the oldest has waited too long; undefined: none waits. */
  function patience(): number | undefined {
    const oldest = waiting.values().next().value;
    if (oldest === undefined) return undefined;
    return oldest.since + SILENT_AFTER_MS - performance.now();
  }

  function look(): void {
    timer = undefined;
    const left = patience();
    if (left === undefined) return;
    timer = setTimeout(look, left > 0 ? left : SILENT_AFTER_MS);
    if (left > 0) return;
    isSilent = true;
    onSilent();
  }

  function note(answer: PromiseLike<unknown>, store?: string): void {
    const request = { store, since: performance.now() };
    waiting.add(request);
    timer ??= setTimeout(look, SILENT_AFTER_MS);
    const settle = () => {
      if (!waiting.delete(request) || !isSilent) return;
      // Other stores may answer all the while.
      if ((patience() ?? SILENT_AFTER_MS) <= 0) return;
      isSilent = false;
      onHeard();
    };
    answer.then(settle, settle);
  }

  // An opening may wait for ever, too, and until then no store can be asked.
  const open = database.open.bind(database);
  database.open = () => {
    const opening = open();
    openings += 1;
    const end = () => {
      openings -= 1;
    };
    opening.then(end, end);
    note(opening);
    return opening;
  };
  database.use({
    stack: 'dbcore',
    name: 'silence',
    create: (core) => ({
      ...core,
      table: (name) => noted(core.table(name), (answer) => note(answer, name)),
    }),
  });
  return {
    forget() {
      const stores = [...waiting].flatMap(({ store }) => store ?? []);
      waiting.clear();
      isSilent = false;
      return [...new Set(stores)];
    },
    isOpening: () => openings > 0,
  };
}

/** The same table, whose answers are noted. */
function noted(
  table: DBCoreTable,
  note: (answer: PromiseLike<unknown>) => void,
): DBCoreTable {
  const noting = <Answer extends PromiseLike<unknown>>(answer: Answer) => {
    note(answer);
    return answer;
  };
  return {
    ...table,
    get: (request) => noting(table.get(request)),
    getMany: (request) => noting(table.getMany(request)),
    query: (request) => noting(table.query(request)),
    openCursor: (request) => noting(table.openCursor(request)),
    count: (request) => noting(table.count(request)),
    mutate: (request) => noting(table.mutate(request)),
  };
}
