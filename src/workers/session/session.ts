import type { Client } from '@/api/client';
import { HEARTBEAT_MS, SILENCE_MS } from '@/config';
import { StaleBuildError } from '@/db/writer';
import type { FirstHead } from '@/domain/answers/first-head';
import type { ThreadList } from '@/domain/answers/thread';

import type { CallArgs, CallName } from '@/workers/calls';
import { isReading } from '@/workers/calls';
import { createDispatcher } from '@/workers/dispatch';
import type { ClientOptions, ClientSurroundings } from './clients';
import { createClients } from './clients';
import { watchFirstCalls } from './first-calls';
import type { PullResult } from '@/workers/engine/engine';
import type { Offers } from '@/workers/offers';
import { askForOffers } from '@/workers/offers';
import { askEarly, tellFirst } from '@/workers/pull/early-head';
import { lead } from './leader';
import { openRelay } from './relay';
import type { Leading } from './start-leading';
import { startLeading } from './start-leading';

/** The browser, as far as the engine needs it: replaced by models in tests. */
export interface Surroundings extends ClientSurroundings {
  locks: LockManager;
  /** Opens a channel between the tabs of this user. */
  openChannel: (name: string) => BroadcastChannel;
  /** Where `online` and `offline` are heard. */
  network: EventTarget;
  /** 0 to 1. */
  random: () => number;
}

export interface SessionOptions extends ClientOptions {
  isVisible: boolean;
  /**
   * A screen opens with this session: background work waits for what it asks first,
   * and this list is read before the other one.
   */
  firstList?: ThreadList | undefined;
  /**
   * Hardly anything can be cached: `firstList` is asked for while the databases are
   * made, and not after.
   */
  isFirstVisit?: boolean | undefined;
  /** Called once with the answer to that question. */
  onFirstHead?: ((head: FirstHead) => void) | undefined;
}

export interface Session {
  /** Has the leader perform a call: this tab, or another one. */
  call<Name extends CallName>(
    name: Name,
    args: CallArgs<Name>,
  ): Promise<PullResult>;
  /** For calls that need the server now and answer with a value. */
  direct: Client;
  /** What the server offers: of one question for the page and the engine of this tab. */
  offers: Offers;
  setVisible(isVisible: boolean): void;
  /** Resolves when the lock is given back. */
  stop(): Promise<void>;
}

/** One user's engine in this tab: leads when it may, asks the leader otherwise. */
export function startSession(
  options: SessionOptions,
  surroundings: Surroundings,
): Session {
  const { databases, onError } = options;
  const { locks, network, now, openChannel } = surroundings;
  const ending = new AbortController();
  const clients = createClients(options, surroundings, ending);
  // Not behind the gate: a new observer waits for it.
  const { heardAt: healthyAt } = clients.connection;
  const offers = askForOffers(clients.push, healthyAt, now);
  const earlyHead =
    options.isFirstVisit && options.firstList
      ? askEarly(clients.urgent, options.firstList, now)
      : undefined;
  if (earlyHead && options.onFirstHead) {
    tellFirst(earlyHead, options.onFirstHead).catch(onError);
  }
  const firstCalls = watchFirstCalls();
  if (!options.firstList) firstCalls.stop();
  let isVisible = options.isVisible;
  let leading: Leading | undefined;
  /** Ends this tab's present turn: at leading, or at waiting for it. */
  let turn = new AbortController();
  let heardAt = now();
  let isStealing = false;

  const relay = openRelay(openChannel(`vmo:tabs:${databases.userKey}`), {
    answer: (asked) => dispatcher.answer(asked),
    onBeat: () => {
      heardAt = now();
    },
    // A hidden leader's timers are throttled: it makes room for a tab in sight.
    onWant: () => {
      if (leading && !isVisible) turn.abort();
    },
  });

  const dispatcher = createDispatcher({
    askElsewhere: relay.ask,
    isOver: () => ending.signal.aborted,
  });

  const pulse = setInterval(() => {
    // A clock that was set back tells no age: the silence begins anew.
    heardAt = Math.min(heardAt, now());
    if (leading) relay.beat();
    else if (isVisible && now() - heardAt > SILENCE_MS) {
      isStealing = true;
      turn.abort();
    }
  }, HEARTBEAT_MS);

  async function reign(epoch: number, { signal }: AbortController) {
    const isStopped = () => signal.aborted;
    const stop = () => turn.abort();
    const retire = () => ending.abort();
    leading = await startLeading(options, surroundings, clients, {
      epoch,
      isStopped,
      stop,
      retire,
      answered: firstCalls.answered,
      offers,
      earlyHead,
    });
    leading.begin(isVisible);
    relay.beat();
    dispatcher.setLeader(leading);
    await aborted(signal);
    dispatcher.setLeader(undefined);
    leading.stop();
    leading = undefined;
  }

  async function contend(): Promise<void> {
    while (!ending.signal.aborted) {
      turn = new AbortController();
      const mine = turn;
      const steal = isStealing;
      isStealing = false;
      heardAt = now();
      const contest = { locks, databases, signal: mine.signal, steal };
      await lead({ ...contest, onLost: () => mine.abort() }, (epoch) =>
        reign(epoch, mine),
      );
    }
  }

  ending.signal.addEventListener('abort', () => turn.abort());
  const done = contend().catch((error: unknown) => {
    // The page says so by itself; here nothing is done any more.
    if (error instanceof StaleBuildError) ending.abort();
    else if (!ending.signal.aborted) onError(error);
  });

  const freshen = () => leading?.freshen();
  const cut = () => leading?.cut();
  network.addEventListener('online', freshen);
  network.addEventListener('offline', cut);

  return {
    call(name, args) {
      const result = dispatcher.call(name, args);
      if (isReading(name)) firstCalls.note(result);
      return result;
    },
    direct: clients.urgent,
    offers,
    setVisible(next) {
      isVisible = next;
      heardAt = now();
      leading?.setVisible(next);
      if (next && !leading) relay.want();
    },
    async stop() {
      clearInterval(pulse);
      firstCalls.stop();
      ending.abort();
      network.removeEventListener('online', freshen);
      network.removeEventListener('offline', cut);
      relay.close();
      await done;
    },
  };
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    signal.addEventListener('abort', () => resolve());
  });
}
