/** An urgent thread that nobody has closed. */
export interface WaitingThread {
  key: string;
  /** Never read on this device, or marked unread. */
  isUnread: boolean;
}

/**
 * A person's way through the urgent threads that wait, one after the other. The
 * order is fixed when it begins, so that nothing jumps while somebody decides.
 */
export interface QueueRun {
  /** Keys of threads, in the order in which they are opened. */
  keys: readonly string[];
  /** So many of them were opened, the first ones; the others are ahead. */
  opened: number;
  /** Decided about on this way, also those that stay open: in progress, new. */
  decided: ReadonlySet<string>;
}

/** Before the first thread is opened. */
export const noRun: QueueRun = { keys: [], opened: 0, decided: new Set() };

/**
 * The run as the threads are now: what somebody else closed meanwhile leaves the part
 * that is ahead, and what arrived comes last. What was opened keeps its place.
 * Answers with the same run when nothing changed.
 * @param waiting in the order of the list, newest first.
 */
export function followQueue(
  run: QueueRun,
  waiting: readonly WaitingThread[],
): QueueRun {
  const still = new Set(waiting.map(({ key }) => key));
  const behind = run.keys.slice(0, run.opened);
  const ahead = run.keys.slice(run.opened).filter((key) => still.has(key));
  const known = new Set([...behind, ...ahead]);
  const arrived = unreadFirst(waiting).filter(
    (key) => !known.has(key) && !run.decided.has(key),
  );
  const keys = [...behind, ...ahead, ...arrived];
  const isSame = keys.length === run.keys.length && arrived.length === 0;
  return isSame ? run : { ...run, keys };
}

/** Notes that a thread is on the screen; one that is not in its turn takes the next place. */
export function openInQueue(run: QueueRun, key: string): QueueRun {
  const at = run.keys.indexOf(key);
  if (at >= 0 && at < run.opened) return run;
  const others = run.keys.filter((each) => each !== key);
  return {
    ...run,
    keys: others.toSpliced(run.opened, 0, key),
    opened: run.opened + 1,
  };
}

/** Notes that a thread was decided about. */
export function decideInQueue(run: QueueRun, key: string): QueueRun {
  return { ...run, decided: new Set([...run.decided, key]) };
}

/** Takes that back: the thread waits for a decision again. */
export function undoInQueue(run: QueueRun, key: string): QueueRun {
  const decided = new Set(run.decided);
  decided.delete(key);
  return { ...run, decided };
}

/**
 * The threads that follow one, those left out that were decided about on this way;
 * none at the end.
 */
export function followingInQueue(run: QueueRun, key: string): string[] {
  return run.keys
    .slice(run.keys.indexOf(key) + 1)
    .filter((each) => !run.decided.has(each));
}

/** The thread that was opened before this one; undefined at the first. */
export function beforeInQueue(run: QueueRun, key: string): string | undefined {
  return run.keys[run.keys.indexOf(key) - 1];
}

/** Which thread this is, from 1, and of how many: "17 of 203". */
export function queueProgress(
  run: QueueRun,
  key: string,
): { position: number; total: number } {
  return { position: run.keys.indexOf(key) + 1, total: run.keys.length };
}

/** What was passed over on this way, or arrived since: it still waits for a decision. */
export function leftInQueue(
  run: QueueRun,
  waiting: readonly WaitingThread[],
): WaitingThread[] {
  return waiting.filter(({ key }) => !run.decided.has(key));
}

/** Begins anew with what is left. */
export function beginAgain(run: QueueRun): QueueRun {
  return { ...noRun, decided: run.decided };
}

function unreadFirst(waiting: readonly WaitingThread[]): string[] {
  const keysOf = (isUnread: boolean) =>
    waiting.filter((each) => each.isUnread === isUnread).map(({ key }) => key);
  return [...keysOf(true), ...keysOf(false)];
}
