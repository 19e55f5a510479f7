/** How many steps back are remembered. */
const MOST_STEPS = 200;
/** Keystrokes in one field that follow each other this fast are one step, in ms. */
const JOIN_WITHIN_MS = 1_000;

/** What a step changed, and when. */
export interface Step {
  /** Epoch ms. */
  at: number;
  /** Steps with the same mark join when they follow each other fast: typing. */
  mark?: string | undefined;
  /** Names the part it changed, so that undoing can show it. */
  place?: string | undefined;
}

interface Past<T> {
  value: T;
  step: Step;
}

/** The undo history of a value. Values are never changed in place. */
export interface History<T> {
  past: Past<T>[];
  present: T;
  future: Past<T>[];
  /** Place of the last undo or redo, to be shown; absent after an edit. */
  shown?: string | undefined;
}

export function newHistory<T>(present: T): History<T> {
  return { past: [], present, future: [] };
}

/**
 * Adds a value as the present one. Values that were undone cannot be redone any
 * more.
 */
export function record<T>(
  history: History<T>,
  value: T,
  step: Step,
): History<T> {
  const { past, present } = history;
  if (value === present) return history;
  const last = past.at(-1);
  const isJoined =
    last !== undefined &&
    history.future.length === 0 &&
    step.mark !== undefined &&
    last.step.mark === step.mark &&
    step.at - last.step.at < JOIN_WITHIN_MS;
  return {
    past: isJoined
      ? [...past.slice(0, -1), { ...last, step }]
      : [...past.slice(1 - MOST_STEPS), { value: present, step }],
    present: value,
    future: [],
  };
}

/** One step back; the same history when there is none. */
export function undo<T>(history: History<T>): History<T> {
  const { past, present, future } = history;
  const last = past.at(-1);
  if (!last) return history;
  return {
    past: past.slice(0, -1),
    present: last.value,
    future: [{ value: present, step: last.step }, ...future],
    shown: last.step.place,
  };
}

/** One step forward again; the same history when there is none. */
export function redo<T>(history: History<T>): History<T> {
  const { past, present, future } = history;
  const next = future[0];
  if (!next) return history;
  return {
    // Typing after a redo starts a new step.
    past: [
      ...past,
      { value: present, step: { ...next.step, mark: undefined } },
    ],
    present: next.value,
    future: future.slice(1),
    shown: next.step.place,
  };
}
