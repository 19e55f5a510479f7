import type { Client } from '@/api/client';
import { HEARTBEAT_MS, SILENCE_MS } from '@/config';
import { StaleBuildError } from '@/db/writer';
import type { FirstHead } from '@/domain/answers/first-head';
import type { ThreadList } from '@/domain/answers/thread';
import { readToken } from '@/domain/user';

import type { CallArgs, CallName, Leader } from '@/workers/calls';
import { isReading, runCall } from '@/workers/calls';
import type { Clients, ClientOptions, ClientSurroundings } from './clients';
import { createClients } from './clients';
import { FencedError } from '@/workers/commit';
import { watchFirstCalls } from './first-calls';
import type { Connection } from './connection';
import { countySenders } from '@/workers/outbox/senders/counties';
import type { Engine, PullResult } from '@/workers/engine';
import type { Offers } from '@/workers/offers';
import { askForOffers } from '@/workers/offers';
import type { EarlyHead } from '@/workers/pull/early-head';
import { askEarly, tellFirst } from '@/workers/pull/early-head';
import { formSenders } from '@/workers/outbox/senders/forms';
import { lead } from './leader';
import { writingAsLeader } from './leading';
import { notificationSenders } from '@/workers/outbox/senders/notifications';
import { observerSenders } from '@/workers/outbox/senders/observers';
import { openRelay } from './relay';
import { startSchedule } from '@/workers/schedule';
import type { Senders } from '@/workers/outbox/sender';

/** Every kind of op and how it is sent; the compiler refuses a missing one. */
const senders: Senders = {
  ...observerSenders,
  ...formSenders,
  ...notificationSenders,
  ...countySenders,
};

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
  const offers = askForOffers(clients.push, clients.connection.heardAt);
  const earlyHead =
    options.isFirstVisit && options.firstList
      ? askEarly(clients.urgent, options.firstList, now)
      : undefined;
  if (earlyHead && options.onFirstHead) {
    tellFirst(earlyHead, options.onFirstHead).catch(onError);
  }
  const firstCalls = watchFirstCalls();
  if (!options.firstList) firstCalls.stop();
  const waiting = new Set<(leading: Leading) => void>();
  let isVisible = options.isVisible;
  let leading: Leading | undefined;
  /** Ends this tab's present turn: at leading, or at waiting for it. */
  let turn = new AbortController();
  let heardAt = now();
  let isStealing = false;

  const relay = openRelay(openChannel(`vmo:tabs:${databases.userKey}`), {
    answer: (asked) => leading && runCall(leading, asked),
    onBeat: () => {
      heardAt = now();
    },
    // A hidden leader's timers are throttled: it makes room for a tab in sight.
    onWant: () => {
      if (leading && !isVisible) turn.abort();
    },
  });

  function perform<Name extends CallName>(
    name: Name,
    args: CallArgs<Name>,
  ): Promise<PullResult> {
    const asked = { name, args };
    if (ending.signal.aborted) return runCall(undefined, asked);
    if (leading) return runCall(leading, asked);
    // This tab performs the call if it leads before another one answers.
    return Promise.race([
      relay.ask(asked),
      new Promise<PullResult>((resolve) => {
        waiting.add((leader) => resolve(runCall(leader, asked)));
      }),
    ]);
  }

  const pulse = setInterval(() => {
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
    leading.schedule.begin(isVisible);
    relay.beat();
    for (const tell of waiting) tell(leading);
    waiting.clear();
    await aborted(signal);
    leading.schedule.stop();
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

  const freshen = () => leading?.schedule.freshen();
  const cut = () => leading?.connection.cut();
  network.addEventListener('online', freshen);
  network.addEventListener('offline', cut);

  return {
    call(name, args) {
      const result = perform(name, args);
      if (isReading(name)) firstCalls.note(result);
      return result;
    },
    direct: clients.urgent,
    offers,
    setVisible(next) {
      isVisible = next;
      heardAt = now();
      leading?.schedule.setVisible(next);
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

interface Leading extends Leader {
  connection: Connection;
}

interface Reign {
  epoch: number;
  isStopped: () => boolean;
  /** Another tab leads: this one may be a follower again. */
  stop: () => void;
  /** A newer build has taken over: nothing is done here any more. */
  retire: () => void;
  /** Settles when the first screen has its answers. */
  answered: Promise<void>;
  offers: Offers;
  earlyHead: EarlyHead | undefined;
}

async function startLeading(
  { databases, config, token, firstList, onError }: SessionOptions,
  { now, random }: Surroundings,
  clients: Clients,
  reign: Reign,
): Promise<Leading> {
  const { epoch, isStopped, answered, offers, earlyHead } = reign;
  const { connection, urgent, background, push } = clients;
  const engine: Engine = {
    databases,
    config,
    urgent,
    background,
    push: writingAsLeader(push, { databases, epoch }),
    offers,
    isOrganizer: readToken(token)?.organizer ?? true,
    now,
    random,
    epoch,
    heardAt: connection.heardAt,
    isUp: connection.isUp,
    earlyHead,
    isStopped,
  };
  const schedule = await startSchedule(engine, senders, clients, {
    answered,
    firstList,
    onError(error) {
      if (error instanceof FencedError) reign.stop();
      else if (error instanceof StaleBuildError) reign.retire();
      else onError(error);
    },
  });
  return { engine, schedule, connection };
}
