/** A screen that opens with the session asks within this long, if it asks at all. */
const FIRST_CALL_WITHIN_MS = 2_000;
/** Calls that take longer than this hold nothing back any more. */
const FIRST_ANSWERS_WITHIN_MS = 20_000;

export interface FirstCalls {
  /** Settles when the first screen has its answers, asked for nothing, or waits too long. */
  answered: Promise<void>;
  /** The screen waits for this call. */
  note(call: Promise<unknown>): void;
  /** Nothing waits any more. */
  stop(): void;
}

/** Tells when the calls of the screen that opens with a session are answered. */
export function watchFirstCalls(): FirstCalls {
  let underWay = 0;
  let settle = () => {};
  const answered = new Promise<void>((resolve) => {
    settle = resolve;
  });
  const unasked = setTimeout(settle, FIRST_CALL_WITHIN_MS);
  const unanswered = setTimeout(settle, FIRST_ANSWERS_WITHIN_MS);
  const stop = () => {
    clearTimeout(unasked);
    clearTimeout(unanswered);
    settle();
  };
  const end = () => {
    underWay -= 1;
    if (underWay === 0) stop();
  };
  return {
    answered,
    note(call) {
      clearTimeout(unasked);
      underWay += 1;
      call.then(end, end);
    },
    stop,
  };
}
