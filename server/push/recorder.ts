import type { PushMessage, PushService } from './push-service';

/** How many sendings are remembered; the oldest is forgotten first. */
const MAX_SENDINGS = 1_000;

export interface Sending extends PushMessage {
  tokens: string[];
}

export interface Recorder extends PushService {
  /** What phones would have received, oldest first. */
  sendings: () => Sending[];
}

/**
 * The push service of a server without credentials: accepts every message and
 * remembers the last ones, so that tests can count what phones would show.
 */
export function createRecorder(): Recorder {
  const sendings: Sending[] = [];
  return {
    send: (message, tokens) => {
      sendings.push({ ...message, tokens });
      if (sendings.length > MAX_SENDINGS) sendings.shift();
      return Promise.resolve(tokens.length);
    },
    sendings: () => [...sendings],
  };
}
