import {
  LANES_AT_ONCE,
  PROBE_EVERY_MS,
  REQUESTS_AT_ONCE,
  TOKEN_KEY,
} from '@/config';
import type { ConnectionState } from '@/db/cache';
import { WRITER_VERSION } from '@/db/writer';
import { opKinds } from '@/domain/outbox/kinds';
import { isOpen, isParked } from '@/domain/outbox/op';

import type { Commit } from '../device/connections';
import type { Ledger } from '../story/ledger';
import type { Asked } from '../device/network';
import type { Complain } from '../story/sentences';
import type { Account, SimTab, World } from '../device/stage';
import { LEFT_BEHIND, PRECACHE } from '../device/storage';

const PROBE = '/api/v1/observer/count';

/** I4, for one request before it leaves. */
export function requestsAreAllowed(
  world: World,
  asked: Asked,
  tab: SimTab,
  ledger: Ledger,
  complain: Complain,
): void {
  if (tab.isLocked) complain('I4', `${asked.path} was asked for while locked`);
  const isHere = tab.account !== world.elsewhere;
  if (world.isWiping && !tab.isFrozen && isHere) {
    complain('I4', `${asked.path} was asked for in a wipe`);
  }
  if (asked.opId !== undefined && !ledger.ops.has(asked.opId)) {
    complain('I4', `${asked.path} carries work of somebody else`);
  }
}

/** I8, for one commit. */
export function onlyTheLeaderCommits(
  tab: SimTab,
  { database, tables }: Commit,
  account: Account,
  newAttempts: readonly { epoch: number }[],
  complain: Complain,
): void {
  const epochIn = (rows: readonly { k: string; v: unknown }[]) =>
    rows.find(({ k }) => k === 'leaderEpoch')?.v;
  if (database === 'intent') {
    const now = epochIn(account.stored.intent('meta'));
    for (const { epoch } of newAttempts) {
      if (epoch !== now) complain('I8', `epoch ${epoch} moved an op in ${now}`);
    }
    return;
  }
  const isData = [...tables].some((table) => table !== 'meta');
  const now = epochIn(account.stored.cache('meta'));
  // What a tab began under an earlier leadership of its own may still be written
  // until the cache has the epoch of the next.
  if (isData && !tab.epochs.some((epoch) => epoch === now)) {
    complain('I8', `tab ${tab.n} wrote the cache in epoch ${String(now)}`);
  }
}

/** I10: a pull that could not reach the server does not say that it did. */
export function pullsAreHonest(
  world: World,
  isOk: boolean,
  complain: Complain,
): void {
  const { weather } = world.network;
  const isAway =
    weather === 'cut' || weather === 'portal' || weather === 'storm';
  if (isOk && isAway) complain('I10', `a pull succeeded in a ${weather}`);
}

/** I11, after a wipe. */
export function wipedIsGone(
  world: World,
  account: Account,
  what: 'all' | 'cache',
  complain: Complain,
): void {
  const names = account.stored.names();
  const left = names.filter(
    (name) =>
      name.endsWith(account.userKey) &&
      (what === 'all' || name.includes('cache')),
  );
  if (left.length > 0) complain('I11', `${left.join()} is still there`);
  const { text, cacheNames } = world.storage;
  for (const secret of [account.actor.sub, TOKEN_KEY]) {
    if (text().includes(secret)) {
      complain('I11', `${secret} is still in storage`);
    }
  }
  if (cacheNames().join() !== PRECACHE) {
    complain('I11', `Cache Storage holds ${cacheNames().join()}`);
  }
}

/** I12: neither the engine nor the pages put anything beside the shell. */
export function onlyTheShellIsCached(world: World, complain: Complain): void {
  const added = world.storage
    .cacheNames()
    .filter((name) => name !== PRECACHE && name !== LEFT_BEHIND);
  if (added.length > 0) complain('I12', `${added.join()} was added`);
}

/** I13, for one request before it leaves. */
export function requestsAreFew(
  world: World,
  account: Account,
  asked: Asked,
  complain: Complain,
): void {
  const { network } = world;
  const open = network.open.get(asked.tab) ?? 0;
  // One more than the gate and the lanes allow: the probe queues behind nothing.
  if (open > REQUESTS_AT_ONCE + LANES_AT_ONCE) {
    complain('I13', `tab ${asked.tab} has ${open + 1} requests open at once`);
  }
  const lately: Asked[] = [];
  for (let at = network.asked.length - 1; at >= 0; at -= 1) {
    const each = network.asked[at];
    if (!each || each.at < asked.at - 5_000) break;
    if (each.tab === asked.tab && isFirstPage(each)) lately.push(each);
  }
  // Each message of the same words is looked for anew after each other one.
  const messages = account.stored
    .intent('outbox')
    .filter(({ kind }) => kind === 'notification.send');
  // A form is read before it is compared, before it is sent and after it.
  const sent = new Set(lately.flatMap(({ opId }) => opId ?? []));
  if (lately.length > 100 + 10 * (messages.length + sent.size)) {
    complain('I13', `tab ${asked.tab} asked ${lately.length} times in 5 s`);
  }
  const same = lately.filter(
    (each) => each.opId !== undefined && each.opId === asked.opId,
  );
  if (same.length > 6) {
    complain('I13', `one op was sent ${same.length} times in 5 s`);
  }
}

/** A long list on a server of small pages takes many requests, and is no hot loop. */
function isFirstPage({ query }: Asked): boolean {
  const page = query.get('page') ?? query.get('Page') ?? '1';
  return page === '1';
}

/**
 * I13, for one request before it leaves: a server that is away is not knocked at
 * without end. What is not sent before a sign of life asks for it on its own, with
 * the waits of its op.
 * @param probedAt when each tab last did, on the clock that nobody can set.
 */
export function probesAreFew(
  { network }: World,
  account: Account,
  asked: Asked,
  probedAt: Map<number, number>,
  complain: Complain,
): void {
  if (!asked.path.startsWith(PROBE)) return;
  if (asked.isAgain || comparesList(network.asked, asked)) return;
  const stored = account.stored
    .cache('meta')
    .find(({ k }) => k === 'connection');
  const state = stored?.v as ConnectionState | undefined;
  const isAskedForAnOp = account.stored
    .intent('outbox')
    .some((op) => isOpen(op.state) && opKinds[op.kind].resend !== 'safe');
  if (!state || state.state === 'online' || isAskedForAnOp) return;
  const last = probedAt.get(asked.tab) ?? Number.NEGATIVE_INFINITY;
  if (asked.at - last < PROBE_EVERY_MS) {
    complain('I13', `tab ${asked.tab} probed after ${asked.at - last} ms`);
  }
  probedAt.set(asked.tab, asked.at);
}

/** Whether the number of observers is asked for beside a list of them, as evidence. */
function comparesList(log: readonly Asked[], asked: Asked): boolean {
  return log
    .slice(-BESIDE)
    .some(
      ({ tab, method, path, query }) =>
        tab === asked.tab &&
        method === 'GET' &&
        path === '/api/v1/observer' &&
        !query.has('Number'),
    );
}

/** So many requests later another one is still beside it: tabs ask at the same time. */
const BESIDE = 12;

/** I14, for one commit: nothing of an old build lands behind the fence. */
export function oldCodeIsShutOut(
  account: Account,
  commit: Commit,
  newAttempts: readonly unknown[],
  complain: Complain,
): void {
  const fence = account.stored
    .intent('meta')
    .find(({ k }) => k === 'minWriterVersion')?.v;
  if (typeof fence !== 'number' || fence <= WRITER_VERSION) return;
  if (commit.database === 'intent' && newAttempts.length > 0) {
    complain('I14', 'an old build moved an op behind the fence');
  }
  const isData = [...commit.tables].some((table) => table !== 'meta');
  if (commit.database === 'cache' && isData) {
    complain('I14', `an old build wrote ${[...commit.tables].join()}`);
  }
}

/** I10: everything that waits for a person says why. */
export function failuresAreSaid(account: Account, complain: Complain): void {
  for (const op of account.stored.intent('outbox')) {
    if (isParked(op.state) && op.failure === undefined) {
      complain('I10', `op ${op.seq} is ${op.state} without a reason`);
    }
  }
}
