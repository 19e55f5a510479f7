import type { Location, NavigateOptions, Path, To } from 'react-router-dom';
import { createPath, NavigationType, parsePath } from 'react-router-dom';

/** Where the page is, and how it came there. */
export interface Position {
  location: Location;
  action: NavigationType;
}

/** Whether a step from one place to another needs an answer first. */
export type MustAsk = (from: Path, to: Path) => boolean;

/** What the router steps with; and, unlike the router's own, steps can be held. */
export type AppHistory = ReturnType<typeof createAppHistory>;

/**
 * The entries of the browser's history, as the router asks for them. Each entry
 * has its number, so that a step back that is held can be undone. Entries of
 * others (the sign-in, a link to a part of the page) get theirs when they are met.
 */
export function createAppHistory() {
  let here = readEntry(0);
  let action = NavigationType.Pop;
  let onStep: (position: Position, isAtOnce: boolean) => void = () => {};
  let guard: { mustAsk: MustAsk; ask: (go: () => void) => void } | undefined;
  /** The next step back or forward is the one that was agreed to. */
  let isAgreed = false;

  function arrive(how: NavigationType, isAtOnce = false): void {
    here = readEntry(here.index + 1);
    action = how;
    onStep({ location: here.location, action }, isAtOnce);
  }

  /** Takes a step, now or when it is agreed to. */
  function take(to: To, go: () => void): void {
    const path = typeof to === 'string' ? parsePath(to) : to;
    const target = { pathname: '', search: '', hash: '', ...path };
    if (guard?.mustAsk(here.location, target)) guard.ask(go);
    else go();
  }

  /** The browser stepped already: what is held is undone, and done again when agreed to. */
  function handleStep(): void {
    const next = readEntry(here.index + 1);
    const delta = next.index - here.index;
    const isHere = createPath(next.location) === createPath(here.location);
    // A step that was undone ends here.
    if (delta === 0 && isHere) return;
    const mustAsk = guard?.mustAsk(here.location, next.location) && !isAgreed;
    isAgreed = false;
    if (guard && mustAsk && delta !== 0) {
      history.go(-delta);
      guard.ask(() => {
        isAgreed = true;
        history.go(delta);
      });
    } else arrive(NavigationType.Pop);
  }

  return {
    position: (): Position => ({ location: here.location, action }),

    createHref: hrefOf,
    push(to: To, state?: unknown, options?: NavigateOptions): void {
      take(to, () => {
        const entry: Entry = { idx: here.index + 1, state };
        history.pushState(entry, '', hrefOf(to));
        arrive(NavigationType.Push, options?.flushSync);
      });
    },
    replace(to: To, state?: unknown, options?: NavigateOptions): void {
      take(to, () => {
        const entry: Entry = { idx: here.index, state };
        history.replaceState(entry, '', hrefOf(to));
        arrive(NavigationType.Replace, options?.flushSync);
      });
    },
    go: (delta: number) => history.go(delta),

    /**
     * Follows the steps; returns the undo.
     * @param follow told whether the page should be drawn before it returns.
     */
    listen(follow: typeof onStep): () => void {
      onStep = follow;
      addEventListener('popstate', handleStep);
      return () => {
        onStep = () => {};
        removeEventListener('popstate', handleStep);
      };
    },

    /** Holds the steps that need an answer; `ask` gets what takes the step. Returns the undo. */
    hold(mustAsk: MustAsk, ask: (go: () => void) => void): () => void {
      guard = { mustAsk, ask };
      return () => {
        guard = undefined;
      };
    },
  };
}

function hrefOf(to: To): string {
  return typeof to === 'string' ? to : createPath(to);
}

/** What the browser keeps with each entry. */
interface Entry {
  /** The number of the entry, from 0, where the app was opened. */
  idx: number;
  /** What a navigation gave along. */
  state?: unknown;
}

function readEntry(newIndex: number): { index: number; location: Location } {
  let entry = readState(history.state);
  if (!entry) {
    entry = { idx: newIndex };
    history.replaceState(entry, '');
  }
  const { idx, state = null } = entry;
  const { pathname, search, hash } = location;
  return {
    index: idx,
    location: { pathname, search, hash, state, key: String(idx) },
  };
}

function readState(state: unknown): Entry | undefined {
  if (typeof state !== 'object' || state === null) return undefined;
  if (!('idx' in state) || typeof state.idx !== 'number') return undefined;
  const { idx } = state;
  return { idx, state: 'state' in state ? state.state : undefined };
}
