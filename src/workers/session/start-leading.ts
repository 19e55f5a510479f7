import { StaleBuildError } from '@/db/writer';
import type { ThreadList } from '@/domain/answers/thread';
import { readToken } from '@/domain/user';

import type { Leader } from '@/workers/calls';
import { FencedError } from '@/workers/engine/commit';
import type { EarlyHead, Engine } from '@/workers/engine/engine';
import type { Live } from '@/workers/live';
import type { Offers } from '@/workers/offers';
import type { Senders } from '@/workers/outbox/sender';
import { countySenders } from '@/workers/outbox/senders/counties';
import { formSenders } from '@/workers/outbox/senders/forms';
import { notificationSenders } from '@/workers/outbox/senders/notifications';
import { observerSenders } from '@/workers/outbox/senders/observers';
import { countReports } from '@/workers/pull/county-reports';
import { endHead } from '@/workers/pull/threads';
import { createScheduler } from '@/workers/scheduler';
import type { TaskContext } from '@/workers/tasks';
import { tasks } from '@/workers/tasks';
import { createSharing } from '@/workers/triage';
import type { ClientOptions, Clients } from './clients';
import { writingAsLeader } from './leading';
import { createProbe } from './probe';

/** Every kind of op and how it is sent; the compiler refuses a missing one. */
const senders: Senders = {
  ...observerSenders,
  ...formSenders,
  ...notificationSenders,
  ...countySenders,
};

/** What this tab does while it leads. */
export interface Leading extends Leader {
  /** Told once: what waits is tried at once if a user looks. Every list is due anyway. */
  begin(isVisible: boolean): void;
  /** The page came to the front or went to the back. */
  setVisible(isVisible: boolean): void;
  /** The browser is sure that there is no network. */
  cut(): void;
  stop(): void;
}

interface LeadingOptions extends ClientOptions {
  /** Read before the other one; urgent threads without it. */
  firstList?: ThreadList | undefined;
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

/** Makes the engine of a leader and starts its tasks. */
export async function startLeading(
  { databases, config, token, firstList, onError }: LeadingOptions,
  { now, random }: Pick<Engine, 'now' | 'random'>,
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
    fetch: clients.origin.fetch,
    offers,
    isOrganizer: readToken(token)?.organizer ?? true,
    now,
    serverTime: clients.freshness.latest,
    random,
    epoch,
    heardAt: connection.heardAt,
    isUp: connection.isUp,
    earlyHead,
    isStopped,
  };
  // What an earlier leader has not ended is ended before anything is read.
  await countReports(engine);
  for (const list of ['urgent', 'all'] as const) await endHead(engine, list);
  let live: Promise<Live | undefined> | undefined;
  const context: TaskContext = {
    engine,
    senders,
    sharing: createSharing(engine),
    county: undefined,
    happened: (what) => scheduler.happened([what]),
    followChanges() {
      live ??= import('@/workers/live').then(
        ({ followChanges }) => followChanges(engine, clients.origin, scheduler),
        // Without a connection it may not be there: another run gets it.
        () => (live = undefined),
      );
    },
  };
  const scheduler = createScheduler(tasks, {
    context,
    answered,
    first: firstList && `head:${firstList}`,
    isReachable: () => probe.isReachable(),
    onError(error) {
      if (error instanceof FencedError) reign.stop();
      else if (error instanceof StaleBuildError) reign.retire();
      else onError(error);
    },
  });
  const probe = createProbe({
    connection,
    silence: clients.silence,
    client: clients.probe,
    isStopped,
    onUp: () => scheduler.happened(['reachable']),
    onAnswer: () => scheduler.wake(),
  });
  await scheduler.start();

  function freshen(): void {
    scheduler.happened(['front']);
    probe.lookNow();
  }

  return {
    engine,
    scheduler,
    freshen,
    showCounty(county) {
      if (county === context.county) return;
      context.county = county;
      scheduler.happened(['countyShown']);
    },
    begin(isVisible) {
      scheduler.setVisible(isVisible);
      if (!isVisible) return;
      scheduler.happened(['reachable']);
      probe.lookNow();
    },
    setVisible(isVisible) {
      scheduler.setVisible(isVisible);
      if (isVisible) freshen();
    },
    cut: connection.cut,
    stop() {
      void live?.then((it) => it?.stop());
      probe.stop();
      scheduler.stop();
    },
  };
}
