import { FileGoneError } from '../db/file-parts';
import {
  PictureStoreError,
  type PictureStore,
  type StoreFailure,
} from './picture-store';

/** What `/health/ready` says of the store. */
type StoreState = 'Healthy' | 'Unavailable' | 'Refused' | 'Full';

/** A store that knows how it does. */
export interface WatchedStore extends PictureStore {
  /** Asks the store, at most every `PROBE_EVERY_MS`. */
  state: () => Promise<StoreState>;
}

interface Watching {
  now: () => Date;
  log: (line: string) => void;
  /** Told of each call that the store did not do, and of each missing object. */
  failed: (reason: StoreFailure | 'gone') => void;
}

/** Anybody may ask for the state; the store answers only so often, in ms. */
const PROBE_EVERY_MS = 5_000;

/** A store without room may still have none for so long, in ms. */
const FULL_FOR_MS = 60_000;

const STATES = {
  away: 'Unavailable',
  refused: 'Refused',
  full: 'Full',
} as const satisfies Record<StoreFailure, StoreState>;

/**
 * The same store. A line of the log says when it begins to fail, why, and when
 * it is well again, and names each object that is gone.
 */
export function watchStore(
  store: PictureStore,
  { now, log, failed }: Watching,
): WatchedStore {
  let failing: StoreFailure | undefined;
  let fullAt = Number.NEGATIVE_INFINITY;
  let probed = { at: Number.NEGATIVE_INFINITY, state: Promise.resolve() };

  const noteFailure = (thrown: unknown) => {
    if (thrown instanceof FileGoneError) {
      failed('gone');
      log(`A picture is missing in the store: ${thrown.message}`);
    }
    if (!(thrown instanceof PictureStoreError)) return;
    failed(thrown.reason);
    if (thrown.reason === 'full') fullAt = now().getTime();
    if (thrown.reason !== failing) log(`${thrown.message} (${thrown.said})`);
    failing = thrown.reason;
  };
  const watch = async <T>(work: Promise<T>, isWrite = false): Promise<T> => {
    try {
      const result = await work;
      // A full store still answers what only reads.
      if (failing && (isWrite || failing !== 'full')) {
        log('The store of the pictures answers again.');
        failing = undefined;
      }
      if (isWrite) fullAt = Number.NEGATIVE_INFINITY;
      return result;
    } catch (thrown) {
      noteFailure(thrown);
      throw thrown;
    }
  };

  return {
    put: (...file) => watch(store.put(...file), true),
    read: (...part) => watch(store.read(...part)),
    remove: (key) => watch(store.remove(key)),
    probe: () => watch(store.probe()),
    async state() {
      const at = now().getTime();
      if (at - probed.at >= PROBE_EVERY_MS) {
        probed = { at, state: watch(store.probe()) };
      }
      try {
        await probed.state;
      } catch (thrown) {
        if (!(thrown instanceof PictureStoreError)) throw thrown;
        return STATES[thrown.reason];
      }
      return at - fullAt < FULL_FOR_MS ? 'Full' : 'Healthy';
    },
  };
}
