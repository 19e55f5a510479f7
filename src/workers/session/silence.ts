import { NO_ANSWER_DOUBT_MS, NO_ANSWER_SURE_MS } from '@/config';

/** Acts on a silent server. */
interface SilenceListener {
  /** No byte came for `NO_ANSWER_DOUBT_MS` though requests wait. */
  onDoubt(): void;
  /** No byte came for `NO_ANSWER_SURE_MS`, a probe in between included. */
  onSilence(): void;
}

export interface Silence {
  /** A request leaves. @returns to be called when it has ended, however it did. */
  begin(): () => void;
  /** A byte of any reply came: the server and the line to it live. */
  hear(): void;
  /** Names the one listener; undefined: nobody listens any more. */
  listen(listener: SilenceListener | undefined): void;
}

/**
 * Notices a server that accepts requests and says nothing, long before the
 * requests run into their own time-outs. It ends none of them: a slow reply may
 * still be an honest one.
 */
export function createSilence(): Silence {
  let open = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let listener: SilenceListener | undefined;

  function restart(): void {
    clearTimeout(timer);
    if (open > 0) timer = setTimeout(doubt, NO_ANSWER_DOUBT_MS);
  }

  // The second wait begins when the first has ended: after a sleep of the machine
  // both would be over at once, and the probe would have had no time.
  function doubt(): void {
    timer = setTimeout(
      () => listener?.onSilence(),
      NO_ANSWER_SURE_MS - NO_ANSWER_DOUBT_MS,
    );
    listener?.onDoubt();
  }

  return {
    begin() {
      open += 1;
      if (open === 1) restart();
      return () => {
        open -= 1;
        if (open === 0) clearTimeout(timer);
      };
    },
    hear: restart,
    listen(next) {
      listener = next;
    },
  };
}
