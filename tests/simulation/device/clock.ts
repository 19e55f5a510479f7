import { AsyncLocalStorage } from 'node:async_hooks';

/** Whose code is running: the number of a tab, or undefined for the world outside. */
const owners = new AsyncLocalStorage<number>();

/** The tab whose code asks, if any. */
export function currentOwner(): number | undefined {
  return owners.getStore();
}

/** Runs code as the code of a tab: its timers and databases are that tab's. */
export function asOwner<T>(owner: number, run: () => T): T {
  return owners.run(owner, run);
}

interface Timer {
  at: number;
  run: () => void;
  everyMs?: number;
  owner: number | undefined;
}

/** A clock that moves only when it is told to, and knows whose each timer is. */
export interface Clock {
  /** Epoch ms as the device believes. */
  now: () => number;
  /** Ms since the beginning; nobody can set it back. */
  elapsed: () => number;
  /** Lets everything happen that needs no time. */
  settle: () => Promise<void>;
  /** Lets time pass; each timer runs when it is due. */
  advance: (ms: number) => Promise<void>;
  /** Lets as much time pass as something needs, second by second. */
  until: {
    <T>(promise: Promise<T>): Promise<T>;
    /** Undefined when nothing comes of it any more. */
    <T>(promise: Promise<T>, isOff: () => boolean): Promise<T | undefined>;
  };
  /** The machine sleeps: nothing runs, then each due timer runs once. */
  sleep: (ms: number) => Promise<void>;
  /** Sets the device's clock, as a user does. */
  jump: (ms: number) => void;
  /** Stops the timers of a tab; @param isFrozen false lets the late ones run. */
  freeze: (owner: number, isFrozen: boolean) => void;
  /** Runs code as a tab's code: in the next turn, or when a frozen tab thaws. */
  later: (owner: number, run: () => void) => void;
  /** Forgets the timers of a tab that died. */
  drop: (owner: number) => void;
  /** Runs code of the world outside: its timers belong to no tab. */
  outside: (run: () => void) => void;
  /** Gives the real timers back. */
  uninstall: () => void;
}

/** When stories begin, in epoch ms. */
export const START = Date.UTC(2026, 10, 22, 6);
/** Empty turns of the event loop after which nothing is under way. */
const QUIET_TURNS = 3;
/** Turns after which nobody believes any more that it will end. */
const ENDLESS_TURNS = 20_000;
const ENDLESS_SECONDS = 120;

/**
 * Replaces Date.now, performance.now, setTimeout and setInterval. setImmediate stays real,
 * because the databases run on it (pitfall 54 of docs/offline-design.md); it is
 * only counted, to know when they are at rest. Vitest's own fake timers cannot
 * tell whose timer is whose, and a frozen tab needs that.
 */
export function installClock(startsAt = START): Clock {
  const real = {
    setTimeout: globalThis.setTimeout,
    clearTimeout: globalThis.clearTimeout,
    setInterval: globalThis.setInterval,
    clearInterval: globalThis.clearInterval,
    setImmediate: globalThis.setImmediate,
  };
  const { now } = Date;
  const { now: steadyNow } = performance;
  let elapsed = 0;
  let offset = startsAt;
  let timers: Timer[] = [];
  /** What each frozen tab will do when it thaws. */
  const frozen = new Map<number, (() => void)[]>();
  const dead = new Set<number>();
  let databaseTasks = 0;
  let quietTurns = 0;

  function add(run: () => void, ms: number, everyMs?: number): Timer {
    const owner = owners.getStore();
    const timer: Timer = { at: elapsed + Math.max(0, ms), run, owner };
    if (everyMs !== undefined) timer.everyMs = everyMs;
    if (owner === undefined || !dead.has(owner)) timers.push(timer);
    return timer;
  }

  function remove(timer: unknown): void {
    timers = timers.filter((each) => each !== timer);
  }

  function firstDue(by: number): Timer | undefined {
    let first: Timer | undefined;
    for (const timer of timers) {
      if (timer.owner !== undefined && frozen.has(timer.owner)) continue;
      if (timer.at <= by && (!first || timer.at < first.at)) first = timer;
    }
    return first;
  }

  function fire(timer: Timer): void {
    if (timer.everyMs === undefined) remove(timer);
    else timer.at = elapsed + timer.everyMs;
    if (timer.owner === undefined) timer.run();
    else owners.run(timer.owner, timer.run);
  }

  async function settle(): Promise<void> {
    let turns = 0;
    do {
      turns += 1;
      if (turns > ENDLESS_TURNS) throw new Error('It never comes to rest');
      await new Promise<void>((resolve) => {
        real.setImmediate(resolve);
      });
      quietTurns = databaseTasks === 0 ? quietTurns + 1 : 0;
    } while (quietTurns < QUIET_TURNS);
  }

  Object.assign(globalThis, {
    setTimeout: (run: () => void, ms = 0) => add(run, ms),
    clearTimeout: remove,
    setInterval: (run: () => void, ms = 0) => add(run, ms, ms),
    clearInterval: remove,
    setImmediate: (run: (...args: unknown[]) => void, ...args: unknown[]) => {
      databaseTasks += 1;
      quietTurns = 0;
      return real.setImmediate(() => {
        databaseTasks -= 1;
        run(...args);
      });
    },
  });
  Date.now = () => elapsed + offset;
  performance.now = () => elapsed;

  const clock: Clock = {
    now: () => elapsed + offset,
    elapsed: () => elapsed,
    settle,
    async advance(ms) {
      const end = elapsed + ms;
      await settle();
      for (let next = firstDue(end); next; next = firstDue(end)) {
        elapsed = Math.max(elapsed, next.at);
        fire(next);
        // One turn shows whether it began anything at all.
        quietTurns = QUIET_TURNS - 1;
        await settle();
      }
      elapsed = end;
    },
    async until<T>(promise: Promise<T>, isOff = () => false) {
      const state = { isOver: false };
      const end = () => {
        state.isOver = true;
      };
      promise.then(end, end);
      await settle();
      for (let second = 0; !state.isOver && !isOff(); second += 1) {
        if (second > ENDLESS_SECONDS) throw new Error('It never ends');
        await clock.advance(1_000);
      }
      return state.isOver ? promise : undefined;
    },
    async sleep(ms) {
      await settle();
      elapsed += ms;
      for (const timer of timers) timer.at = Math.max(timer.at, elapsed);
      await clock.advance(0);
    },
    jump(ms) {
      offset += ms;
    },
    freeze(owner, isFrozen) {
      if (isFrozen) {
        frozen.set(owner, frozen.get(owner) ?? []);
        return;
      }
      const waiting = frozen.get(owner) ?? [];
      frozen.delete(owner);
      for (const run of waiting) owners.run(owner, run);
    },
    later(owner, run) {
      // A turn of its own: the caller may stand in a transaction of another tab.
      globalThis.setImmediate(() => {
        if (dead.has(owner)) return;
        const waiting = frozen.get(owner);
        if (waiting) waiting.push(run);
        else owners.run(owner, run);
      });
    },
    drop(owner) {
      dead.add(owner);
      frozen.delete(owner);
      timers = timers.filter((timer) => timer.owner !== owner);
    },
    outside: (run) => owners.exit(run),
    uninstall() {
      Object.assign(globalThis, real);
      Date.now = now;
      performance.now = steadyNow;
    },
  };
  return clock;
}
