import type { PushMessage, PushService } from './push-service';

/** The recorder has the newest sendings only, this many at most. */
const MAX_SENDINGS = 1_000;

interface Sending extends PushMessage {
  tokens: string[];
}

export interface Recorder extends PushService {
  /** The messages that phones would have received, oldest first. */
  sendings: () => Sending[];
}

/**
 * The push service of tests: accepts every message and remembers the last ones
 * with the tokens of their phones, so that tests can count what phones show.
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
