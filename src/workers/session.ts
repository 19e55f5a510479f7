import type { Client } from '@/api/client';
import { createClient } from '@/api/client';
import type { Config } from '@/config';
import { HEARTBEAT_MS, REQUESTS_AT_ONCE, SILENCE_MS } from '@/config';
import type { CacheMetaRow } from '@/db/cache';
import type { Databases } from '@/db/open';
import { isClosedError } from '@/db/open';
import { StaleBuildError } from '@/db/writer';
import type { Reply } from '@/domain/outcome';
import type { StatisticKey } from '@/domain/statistic';
import type { ThreadList, ThreadPair, ThreadViewQuery } from '@/domain/thread';

import { createClockWatch } from './clock';
import { FencedError } from './commit';
import type { Connection } from './connection';
import { createConnection } from './connection';
import { countySenders, pullCounties, pullStations } from './counties';
import { pullDetail } from './details';
import type { Engine, PullResult } from './engine';
import { pulled } from './engine';
import { formSenders } from './form-senders';
import { pullForm, pullForms } from './forms';
import { createGate } from './gate';
import { lead } from './leader';
import { writingAsLeader } from './leading';
import { pullNotifications, notificationSenders } from './notifications';
import { observerSenders } from './observer-senders';
import { pullObserver, pullObservers } from './observers';
import type { Asked } from './relay';
import { openRelay } from './relay';
import type { Schedule } from './schedule';
import { startSchedule } from './schedule';
import type { Senders } from './sender';
import { pullStatistics } from './statistics';
import { pullThreads, pullThreadView } from './threads';

/** Every kind of op and how it is sent; the compiler refuses a missing one. */
const senders: Senders = {
  ...observerSenders,
  ...formSenders,
  ...notificationSenders,
  ...countySenders,
};

/** One page of a list, from 1. */
export interface PageQuery {
  page: number;
  pageSize: number;
}

export interface StatisticsQuery extends PageQuery {
  key: StatisticKey;
}

/** The browser, as far as the engine needs it: replaced by models in tests. */
export interface Surroundings {
  fetch: typeof globalThis.fetch;
  locks: LockManager;
  /** Opens a channel between the tabs of this user. */
  openChannel: (name: string) => BroadcastChannel;
  /** Where `online` and `offline` are heard. */
  network: EventTarget;
  /** Epoch ms. */
  now: () => number;
  /** 0 to 1. */
  random: () => number;
}

export interface SessionOptions {
  databases: Databases;
  config: Config;
  token: string;
  isVisible: boolean;
  /** Called once when the host answers 401. */
  onLocked: () => void;
  /** Called when the engine cannot go on: a database closed, a bug. */
  onError: (error: unknown) => void;
}

export interface Session {
  call<Name extends keyof Calls>(
    name: Name,
    args: Parameters<Calls[Name]>,
  ): Promise<PullResult>;
  /** For calls that need the host now and answer with a value. */
  direct: Client;
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
  const waiting = new Set<(leading: Leading) => void>();
  let isVisible = options.isVisible;
  let leading: Leading | undefined;
  /** Ends this tab's present turn: at leading, or at waiting for it. */
  let turn = new AbortController();
  let heardAt = now();
  let isStealing = false;

  const relay = openRelay(openChannel(`vmo:tabs:${databases.userKey}`), {
    answer: (asked) => leading?.calls && run(leading.calls, asked),
    onBeat: () => {
      heardAt = now();
    },
    // A hidden leader's timers are throttled: it makes room for a tab in sight.
    onWant: () => {
      if (leading && !isVisible) turn.abort();
    },
  });

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
    const reigning = { epoch, isStopped, stop, retire };
    leading = await startLeading(options, surroundings, clients, reigning);
    leading.schedule.setVisible(isVisible);
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
      const asked = { name, args };
      if (ending.signal.aborted) return run(undefined, asked);
      if (leading) return run(leading.calls, asked);
      // Whoever leads first does it: this tab, or the one that answers.
      return Promise.race([
        relay.ask(asked),
        new Promise<PullResult>((resolve) => {
          waiting.add(({ calls }) => resolve(run(calls, asked)));
        }),
      ]);
    },
    direct: clients.urgent,
    setVisible(next) {
      isVisible = next;
      heardAt = now();
      leading?.schedule.setVisible(next);
      if (next && !leading) relay.want();
    },
    async stop() {
      clearInterval(pulse);
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

interface Leading {
  calls: Calls;
  schedule: Schedule;
  connection: Connection;
}

interface Reign {
  epoch: number;
  isStopped: () => boolean;
  /** Another tab leads: this one may be a follower again. */
  stop: () => void;
  /** A newer build has taken over: nothing is done here any more. */
  retire: () => void;
}

interface Clients {
  urgent: Client;
  background: Client;
  push: Client;
  connection: Connection;
}

/** The ways to the host of one session; a 401 on any of them ends it. */
function createClients(
  { databases, config, token, onLocked, onError }: SessionOptions,
  { fetch: askHost, now }: Surroundings,
  ending: AbortController,
): Clients {
  const note = (row: CacheMetaRow) => {
    databases.cache.meta.put(row).catch((error: unknown) => {
      if (!ending.signal.aborted) onError(error);
    });
  };
  const connection = createConnection(now, (state) => {
    note({ k: 'connection', v: state });
  });
  const watchClock = createClockWatch(now, (offset) => {
    note({ k: 'clockOffset', v: offset });
  });
  const gate = createGate(REQUESTS_AT_ONCE);
  const common = {
    host: config.apiHost,
    token,
    // Locked or stopped: nothing leaves any more, whatever is under way.
    fetch: (...args: Parameters<typeof askHost>) =>
      ending.signal.aborted
        ? Promise.reject(new Error('The session is over'))
        : askHost(...args),
    takesIdempotencyKeys: config.apiHost === '' || config.idempotencyKeys,
    onReply(reply: Reply<unknown>) {
      if (ending.signal.aborted) return;
      connection.heard(reply);
      if (reply.ok && reply.hostTime !== undefined) watchClock(reply.hostTime);
      if (reply.ok || reply.failure.kind !== 'unauthorized') return;
      onLocked();
      ending.abort();
    },
  };
  return {
    connection,
    urgent: createClient({ ...common, gate: gate.urgent }),
    background: createClient({ ...common, gate: gate.background }),
    push: createClient(common),
  };
}

async function startLeading(
  { databases, config, onError }: SessionOptions,
  { now, random }: Surroundings,
  { connection, urgent, background, push }: Clients,
  reign: Reign,
): Promise<Leading> {
  const { epoch, isStopped } = reign;
  const engine: Engine = {
    databases,
    config,
    urgent,
    background,
    push: writingAsLeader(push, { databases, epoch }),
    now,
    random,
    epoch,
    heardAt: connection.heardAt,
    isUp: connection.isUp,
    isStopped,
  };
  const schedule = await startSchedule(engine, senders, connection, (error) => {
    if (error instanceof FencedError) reign.stop();
    else if (error instanceof StaleBuildError) reign.retire();
    else onError(error);
  });
  return { calls: callsOf(engine, schedule), schedule, connection };
}

export type Calls = ReturnType<typeof callsOf>;

/** What the leader does on request, of its own page or of another tab. */
function callsOf(engine: Engine, schedule: Schedule) {
  return {
    push: async () => {
      schedule.ring();
      return pulled;
    },
    freshen: async () => {
      schedule.freshen();
      return pulled;
    },
    pullThreads: (list: ThreadList) => pullThreads(engine, list),
    pullThreadView: (query: ThreadViewQuery) => pullThreadView(engine, query),
    pullDetail: (pair: ThreadPair) => pullDetail(engine, pair),
    pullForms: () => pullForms(engine),
    pullForm: (formId: number) => pullForm(engine, formId),
    pullCounties: () => pullCounties(engine),
    pullObservers: () => pullObservers(engine),
    pullObserver: (phone: string) => pullObserver(engine, phone),
    pullStations: (countyId: number) => pullStations(engine, countyId),
    pullNotifications: (query: PageQuery) => pullNotifications(engine, query),
    pullStatistics: (query: StatisticsQuery) => pullStatistics(engine, query),
  };
}

/**
 * A fenced-off leader does nothing any more, nor does one whose database was
 * closed; whoever asked may ask again.
 */
async function run(
  calls: Calls | undefined,
  { name, args }: Asked,
): Promise<PullResult> {
  const call: ((...args: never[]) => Promise<PullResult>) | undefined =
    Object.entries(calls ?? {}).find(([key]) => key === name)?.[1];
  try {
    return call
      ? await Reflect.apply(call, undefined, args)
      : { ok: false, failure: { kind: 'noWorker' } };
  } catch (error) {
    const isFenced =
      error instanceof FencedError || error instanceof StaleBuildError;
    if (isFenced || isClosedError(error)) {
      return { ok: false, failure: { kind: 'noWorker' } };
    }
    throw error;
  }
}
