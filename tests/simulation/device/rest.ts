import { isCancellable, isOpen, isParked } from '@/domain/outbox/op';

import { asOwner } from './clock';
import { doOnPage } from '../story/actions';
import {
  cacheEqualsServer,
  unpackedBlocks,
  unreadableThreads,
} from '../invariants/copy';
import { nobodyGoneIsAddressed } from '../invariants/effects';
import { marksMove } from '../invariants/marks';
import { overlayIsEmpty, parkedBlockNobody } from '../invariants/outbox';
import type { Oracle } from '../story/oracle';
import type { Account, SimTab, Stage } from './stage';

/** Longer than the longest wait between two sweeps. */
const ROUND_MS = 16 * 60_000;
/** More decisions than one story leaves to a person. */
const MOST_DECISIONS = 80;
/** More waits for one rest than the longest backoff and every sweep take. */
const MOST_WAITS = 30;

/**
 * The network is good, the server answers and a user looks at the app. After
 * any story all must come right now, and only ops that need a person may be
 * left.
 * @param isLong also until the copy of the server is the same as the server.
 */
export async function comeToRest(
  stage: Stage,
  oracle: Oracle,
  isLong: boolean,
): Promise<void> {
  calm(stage);
  const calmSince = stage.clock.elapsed();
  const tab = await somebodyLooks(stage);
  if (stage.elsewhere) {
    const there = await stage.openElsewhere();
    await bringToRest(stage, oracle, there);
    if (oracle.complaints.length > 0) return;
  }
  // After the other device, whose changes this one reads.
  await bringToRest(stage, oracle, tab);
  if (oracle.complaints.length > 0) return;
  nobodyGoneIsAddressed(stage, calmSince, oracle.complain);
  if (isLong) {
    const { account } = stage;
    // Both lists are read when a user opens their page; the counties also once
    // a day.
    for (const page of ['pullCounties', 'pullNotifications'] as const) {
      await stage.clock.until(asOwner(tab.n, () => tab.session.call(page, [])));
    }
    const differences = () => cacheEqualsServer(stage, account);
    await untilRest(stage, account, () => differences().length === 0);
    for (const difference of differences()) oracle.complain('I5', difference);
    const unreadable = () => unreadableThreads(stage, account);
    await untilRest(stage, account, () => unreadable().length === 0);
    for (const thread of unreadable()) oracle.complain('I28', thread);
    const unpacked = () => unpackedBlocks(account);
    await untilRest(stage, account, () => unpacked().length === 0);
    for (const block of unpacked()) oracle.complain('I29', block);
    oracle.looked('I5', 'I28', 'I29');
  }
  oracle.judge(stage.account, 'all');
  // What the other device shows of others is as of its last look.
  if (stage.elsewhere) oracle.judge(stage.elsewhere, 'own');
  for (const each of stage.tabs) {
    if (each.isDead) continue;
    for (const error of new Set(each.errors.map(String))) {
      oracle.complain('I10', `the engine failed: ${error}`);
    }
  }
}

/** What one device has is sent or waits for a person, who then decides all of it. */
async function bringToRest(
  stage: Stage,
  oracle: Oracle,
  tab: SimTab,
): Promise<void> {
  const { account } = tab;
  look(tab);
  await untilRest(stage, account, () => !hasMoving(stage, account));
  if (oracle.complaints.length > 0) return;
  parkedBlockNobody(account, oracle.complain);
  oracle.looked('I9');
  await decideAll(stage, oracle, tab);
  await retryRefusedMarks(stage, oracle, tab);
  overlayIsEmpty(account, oracle.complain);
}

/**
 * Brings what has left to the server, and what that has leave, before the machine sleeps
 * or its clock is set forward: nothing survives a sleep that outlasts the settle window.
 */
export async function arriveAll({
  clock,
  network,
}: Pick<Stage, 'clock' | 'network'>): Promise<void> {
  do await clock.settle();
  while (network.flush());
}

function calm({ server, network }: Stage): void {
  network.weather = 'good';
  network.next = [];
  network.flush();
  server.isShuffling = false;
  server.isLosing = false;
  server.staleMs = 0;
  server.staleBodies.clear();
}

/** Signs in again where it is needed, and looks at one tab. */
async function somebodyLooks(stage: Stage): Promise<SimTab> {
  await stage.signIn(stage.account);
  for (const each of stage.tabs) {
    each.armed = undefined;
    stage.thaw(each);
  }
  await stage.clock.advance(1_000);
  const tab =
    stage.tabs.find(
      (tab) => !tab.isDead && !tab.isLocked && tab.account !== stage.elsewhere,
    ) ?? (await stage.openTab());
  return tab;
}

function look(tab: SimTab): void {
  tab.isVisible = true;
  asOwner(tab.n, () => tab.session.setVisible(true));
}

async function untilRest(
  stage: Stage,
  account: Account,
  isDone: () => boolean,
): Promise<void> {
  for (let waits = 0; waits < MOST_WAITS; waits += 1) {
    await stage.clock.advance(2_000);
    if (isDone()) return;
    // Longer each time: a cache of the server may hide a save for half an hour.
    const ms = Math.max(msUntilDue(stage, account), 2_000 * 2 ** waits);
    await arriveAll(stage);
    await stage.clock.sleep(Math.min(ms, ROUND_MS));
  }
}

/** Until an op is due, or the lists are read again, in ms. */
function msUntilDue({ clock }: Stage, account: Account): number {
  const due = account.stored
    .intent('outbox')
    .filter(({ state }) => isOpen(state) && !isParked(state))
    .map(({ nextAt }) => nextAt - clock.now())
    .filter((ms) => ms > 0);
  return Math.min(ROUND_MS, ...due) + 1_000;
}

function hasMoving(stage: Stage, account: Account): boolean {
  const ops = account.stored
    .intent('outbox')
    .filter(({ state }) => isOpen(state));
  const stuck = new Set(
    ops.filter(({ state }) => isParked(state)).map(({ lane }) => lane),
  );
  return ops.some(({ lane }) => !stuck.has(lane)) || marksMove(stage, account);
}

/** A person has each refused decision sent once more. */
async function retryRefusedMarks(
  stage: Stage,
  oracle: Oracle,
  tab: SimTab,
): Promise<void> {
  const { account } = tab;
  const refused = () => account.stored.intent('refusedMarks');
  for (const { note } of refused()) {
    const at = refused().findIndex((mark) => mark.note === note);
    const choice = 'again';
    const command = { do: 'refusedMark', tab: 0, at, choice } as const;
    await doOnPage(stage, oracle, tab, command);
    await untilRest(stage, account, () => !hasMoving(stage, account));
  }
}

/**
 * A person looks at everything that waits for one: keeps what clashed, has the
 * rest sent once more, and then lets it be. What was stored does not clash with the
 * same values again; others may have changed them since they were shown.
 */
async function decideAll(
  stage: Stage,
  oracle: Oracle,
  tab: SimTab,
): Promise<void> {
  const { account } = tab;
  const decided = new Map<string, 'again' | 'mine' | 'cancel'>();
  const shown = new Map<string, string>();
  for (let round = 0; round < MOST_DECISIONS; round += 1) {
    const ops = account.stored.intent('outbox');
    const waiting = ops.filter(({ state }) => isCancellable(state));
    const at = waiting.findIndex(({ state }) => isParked(state));
    const op = waiting[at];
    if (!op) return;
    const again = op.state === 'conflict' ? 'mine' : 'again';
    const choice = decided.has(op.opId) ? 'cancel' : again;
    const theirs = JSON.stringify(op.theirs);
    const isSame = shown.get(op.opId) === theirs;
    shown.set(op.opId, theirs);
    if (op.state === 'conflict' && decided.get(op.opId) === 'mine' && isSame) {
      oracle.complain('I9', `op ${op.seq} ${op.kind} is in conflict once more`);
    }
    decided.set(op.opId, choice);
    await doOnPage(stage, oracle, tab, { do: 'decide', tab: 0, at, choice });
    await untilRest(stage, account, () => !hasMoving(stage, account));
  }
}
