import { randomUUID } from 'node:crypto';

import type { Listen } from '../db/database';

const CHANNEL = 'changes';
const LISTEN_AGAIN_MS = 1_000;
/** Each stream's token is looked at so often, also when nobody says that it ended. */
const CHECK_EVERY_MS = 60_000;

export interface LiveLimits {
  /**
   * Changes within so long of each other are told together, in ms. By then no
   * process may answer from before the first of them.
   */
  togetherMs: number;
  /** Between two beats, in ms. */
  beatMs: number;
  /** What was announced and is not heard by then is not going to be, in ms. */
  heardWithinMs: number;
  /** Open streams of this process, of one organisation, and of one account. */
  streams: number;
  streamsOfNgo: number;
  streamsOfAccount: number;
}

export const LIVE_LIMITS: LiveLimits = {
  togetherMs: 250,
  beatMs: 10_000,
  heardWithinMs: 5_000,
  streams: 2_000,
  streamsOfNgo: 500,
  streamsOfAccount: 200,
};

/** What a stream says (docs/api-contract.md 10.9). */
export interface LiveEvent {
  /** A stream that goes on after it misses nothing; `at` is in ms of any clock that never goes back. */
  id: string;
  name: 'everything' | 'changes' | 'beat';
  data: { at: number; kinds?: string[]; disk?: 'low' };
}

/** One open stream. */
interface Follower {
  adminId: number;
  /** The organisation of its account. */
  ofNgo: number;
  /** Its changes and those of everybody; undefined: all there are. */
  ngoId: number | undefined;
  tell: (event: LiveEvent) => void;
  end: () => void;
  /** Whether its token still counts; rejects when nobody knows. */
  isSignedIn: () => Promise<boolean>;
}

export interface Changes {
  /**
   * Tells `follower` from now on, and first what it missed since the event
   * `lastId`. @returns how to stop that; `full` when there are too many
   * streams, `deaf` when the database's announcements cannot be heard.
   */
  follow: (
    follower: Follower,
    lastId: string | undefined,
  ) => Promise<(() => void) | 'full' | 'deaf'>;
  /** Open streams. */
  size: () => number;
  /** Ends all streams, and takes no others. */
  close: () => Promise<void>;
}

interface ChangesOptions {
  listen: Listen;
  /** Announces on the channel, as a trigger does; rejects when the database is away. */
  announce: (channel: string, payload: string) => Promise<unknown>;
  /** A token may have ended: nobody may believe what was read before. */
  onAccess: () => void;
  /** Whether the disk of the database has little room, for organizers to know. */
  isDiskLow: () => Promise<boolean>;
  limits: LiveLimits;
}

/** A connection that listens; ids of events begin with its id, as others know nothing of them. */
interface Ear {
  id: string;
  stop: () => Promise<void>;
}

interface Told extends Follower {
  /** Number of the last change that it was told of. */
  told: number;
  checkedAt: number;
}

/**
 * Tells open streams what kind of thing changed, as triggers of the database
 * announce it in the transaction that writes (decision 86). A beat is an
 * announcement of our own that came back: all that was committed before it has
 * been told.
 */
export function createChanges(options: ChangesOptions): Changes {
  const { listen, announce, onAccess, isDiskLow, limits } = options;
  const self = randomUUID();
  const followers = new Set<Told>();
  /** Number of the last change by `kind ngo`; small, so nothing is forgotten. */
  const changedAt = new Map<string, number>();
  const awaited = new Map<string, () => void>();
  let last = 0;
  /** Number of the last change that was told. */
  let toldTo = 0;
  /** When a beat was announced that waits for the changes before it. */
  let beatAt: number | undefined;
  let hasLittleRoom = false;
  let ear: Ear | undefined;
  let opening: Promise<Ear | undefined> | undefined;
  let flushing: NodeJS.Timeout | undefined;
  let beating: NodeJS.Timeout | undefined;
  let retrying: NodeJS.Timeout | undefined;
  let isClosed = false;

  function hear(payload: string): void {
    const [kind, about] = payload.split(' ');
    if (kind === 'beat') awaited.get(payload)?.();
    else if (kind === 'access') {
      onAccess();
      const adminId = Number(about);
      void check([...followers].filter((each) => each.adminId === adminId));
    } else {
      last += 1;
      changedAt.set(payload, last);
      flushing ??= setTimeout(flush, limits.togetherMs);
    }
  }

  function flush(): void {
    clearTimeout(flushing);
    flushing = undefined;
    toldTo = last;
    for (const follower of followers) {
      const kinds = kindsSince(follower.told, follower.ngoId);
      if (kinds.length > 0) tell(follower, 'changes', now(), kinds);
      if (beatAt !== undefined) tell(follower, 'beat', beatAt);
    }
    beatAt = undefined;
  }

  function kindsSince(told: number, ngoId: number | undefined): string[] {
    const kinds = new Set<string>();
    for (const [payload, at] of changedAt) {
      const [kind = '', about] = payload.split(' ');
      const isMine =
        ngoId === undefined || about === '*' || about === String(ngoId);
      if (at > told && at <= toldTo && isMine) kinds.add(kind);
    }
    return [...kinds];
  }

  function tell(
    follower: Told,
    name: LiveEvent['name'],
    at: number,
    kinds?: string[],
  ): void {
    if (!ear) return;
    follower.told = toldTo;
    const isForOrganizer = name === 'beat' && follower.ngoId === undefined;
    const data: LiveEvent['data'] = {
      at,
      ...(kinds && { kinds }),
      ...(isForOrganizer && hasLittleRoom && { disk: 'low' as const }),
    };
    follower.tell({ id: `${ear.id}-${toldTo}`, name, data });
  }

  /** Whether an announcement of our own comes back; undefined: it was not made. */
  async function isHeard(): Promise<boolean | undefined> {
    const payload = `beat ${self} ${randomUUID()}`;
    const heard = new Promise<true>((resolve) => {
      awaited.set(payload, () => resolve(true));
    });
    let timer: NodeJS.Timeout | undefined;
    try {
      await announce(CHANNEL, payload);
      const late = new Promise<false>((resolve) => {
        timer = setTimeout(() => resolve(false), limits.heardWithinMs);
      });
      return await Promise.race([heard, late]);
    } catch {
      return undefined;
    } finally {
      clearTimeout(timer);
      awaited.delete(payload);
    }
  }

  async function beat(): Promise<void> {
    beating = undefined;
    const heardBy = ear;
    const at = now();
    const heard = heardBy && (await isHeard());
    if (heard === false && heardBy) lose(heardBy);
    if (heard && heardBy === ear) {
      hasLittleRoom = await isDiskLow();
      beatAt = at;
      if (!flushing) flush();
    }
    const old = now() - CHECK_EVERY_MS;
    void check([...followers].filter(({ checkedAt }) => checkedAt < old));
    beatSoon();
  }

  function beatSoon(): void {
    if (isClosed || followers.size === 0) return;
    beating ??= setTimeout(() => void beat(), limits.beatMs);
  }

  /** One after the other: all streams at once would keep requests waiting. */
  async function check(doubted: readonly Told[]): Promise<void> {
    for (const follower of doubted) {
      follower.checkedAt = now();
      // Nobody loses a stream because the database is away.
      const isIn = await follower.isSignedIn().catch(() => true);
      if (!isIn) follower.end();
    }
  }

  function open(): Promise<Ear | undefined> {
    if (ear) return Promise.resolve(ear);
    opening ??= attempt().finally(() => {
      opening = undefined;
    });
    return opening;
  }

  /** A pooler between us and the database may take LISTEN and never deliver. */
  async function attempt(): Promise<Ear | undefined> {
    const next: Ear = { id: randomUUID().slice(0, 8), stop: async () => {} };
    try {
      next.stop = await listen(CHANNEL, hear, () => lose(next));
    } catch {
      return undefined;
    }
    if (!(await isHeard()) || isClosed) {
      await next.stop();
      return undefined;
    }
    ear = next;
    changedAt.clear();
    onAccess();
    // What was announced meanwhile, nobody heard.
    for (const follower of followers) tell(follower, 'everything', now());
    void check([...followers]);
    return next;
  }

  function lose(lost: Ear): void {
    if (ear !== lost) return;
    ear = undefined;
    void lost.stop();
    listenAgain();
  }

  function listenAgain(): void {
    if (isClosed || followers.size === 0) return;
    retrying ??= setTimeout(() => {
      retrying = undefined;
      void open().then((found) => found ?? listenAgain());
    }, LISTEN_AGAIN_MS);
  }

  /** One organisation leaves room for the others. */
  function isFull({ adminId, ofNgo }: Follower): boolean {
    const ofSame = [...followers].filter((each) => each.ofNgo === ofNgo);
    const own = ofSame.filter((each) => each.adminId === adminId);
    return (
      followers.size >= limits.streams ||
      ofSame.length >= limits.streamsOfNgo ||
      own.length >= limits.streamsOfAccount
    );
  }

  return {
    async follow(follower, lastId) {
      const found = isFull(follower) ? undefined : await open();
      // Others may have come meanwhile.
      if (isFull(follower)) return 'full';
      if (!found || isClosed) return 'deaf';
      const [ofEar, number] = lastId?.split('-') ?? [];
      const told = ofEar === found.id ? Number(number) : Number.NaN;
      const added = { ...follower, told, checkedAt: now() };
      followers.add(added);
      if (told <= toldTo) {
        tell(added, 'changes', now(), kindsSince(told, follower.ngoId));
      } else tell(added, 'everything', now());
      beatSoon();
      return () => {
        followers.delete(added);
      };
    },
    size: () => followers.size,
    async close() {
      isClosed = true;
      for (const timer of [flushing, beating, retrying]) clearTimeout(timer);
      for (const { end } of followers) end();
      await opening;
      await ear?.stop();
    },
  };
}

const now = () => Math.round(performance.now());
