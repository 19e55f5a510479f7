import type { Op } from '@/domain/outbox/op';

import type { Commit } from '../device/connections';
import {
  failuresAreSaid,
  oldCodeIsShutOut,
  onlyTheLeaderCommits,
  probesAreFew,
  requestsAreAllowed,
  onlyTheShellIsCached,
  requestsAreFew,
  wipedIsGone,
} from '../invariants/engine';
import {
  doneIsDone,
  historyIsNotDenied,
  replyHadEffect,
  requestsFitTheServer,
} from '../invariants/effects';
import {
  blocksAreThoseOfDetails,
  blocksAreThoseOfObservers,
  countingIsNotPutOff,
  detailsAreWhatWasWritten,
  reportsAreThoseOfThreads,
} from '../invariants/copy';
import {
  createsAreAppliedOnce,
  historyExplains,
  lanesKeepTheirOrder,
  nobodyIsAddedTwice,
  nothingSavedDisappears,
  onlyRemovedPartsAreDeleted,
  partsAreAddedOnce,
} from '../invariants/outbox';
import {
  areMarksShared,
  decisionsArrive,
  decisionsStay,
  historiesAreEqual,
} from '../invariants/marks';
import {
  pinIsStored,
  pinsHaveArrived,
  pinsUnderWay,
  pinTextOf,
} from '../invariants/pins';
import {
  listed,
  noLiveRowIsDropped,
  rowsStored,
  rowsOnServer,
  savedIsSeen,
} from '../invariants/view';
import type { Cursors } from '../invariants/torn';
import { noneIsNone, tornIsNotWhole } from '../invariants/torn';
import { wordsFitTheState } from '../invariants/words';
import type { Ledger, Wanted } from './ledger';
import { createLedger } from './ledger';
import type { Asked } from '../device/network';
import type { Complain, InvariantId } from './sentences';
import type { Counts } from './counts';
import { count } from './counts';
import type { Account, SimTab, WorldListener, World } from '../device/stage';

/** Watches a world and keeps account of what it must still keep its word on. */
export interface Oracle extends WorldListener {
  ledgerOf: (account: Account) => Ledger;
  /** The story begins: what is on the device was read before it. */
  begin: (account: Account) => void;
  /** A user has pressed "save": from here on the value may be seen. */
  saving: (account: Account, wanted: Omit<Wanted, 'opId'>) => void;
  /** A user was told that a value is saved. */
  acknowledged: (account: Account, wanted: Omit<Wanted, 'opId'>) => void;
  /** A user decided that an op goes out so often more. */
  confirmed: (account: Account, opId: string, times: number) => void;
  /** What a person had sent again on either of two devices, they did. */
  sharesConfirmed: (account: Account, confirmed: Ledger['confirmed']) => void;
  /** A user said that a message went out, once more (1) or in vain (-1). */
  saidSent: (account: Account, opId: string, times: number) => void;
  /** A person removes questions, by their codes, or puts their own form in the place of one with them. */
  mayBeDeleted: (questions: readonly string[]) => void;
  /** A user logged out: the copy of the server is let go, or their work as well. */
  forget: (account: Account, what: 'all' | 'cache') => void;
  /**
   * What can only be judged over the whole story: of what its user changed, or also of
   * what it shows of others.
   */
  judge: (account: Account, what: 'own' | 'all') => void;
  complain: Complain;
  /** What did not hold, in the order in which it showed. */
  complaints: string[];
  /** Notes that an invariant was looked at. */
  looked: (...ids: InvariantId[]) => void;
  /** The changes that users made, by kind and state, and pairs of them on one entity. */
  happened: () => { happened: Counts; pairs: Counts };
  /** How often each invariant was looked at. */
  checked: Map<InvariantId, number>;
}

/** @param worldOf the world, once it stands. */
export function createOracle(worldOf: () => World): Oracle {
  const ledgers = new Map<Account, Ledger>();
  const complaints: string[] = [];
  const checked = new Map<InvariantId, number>();
  const probedAt = new Map<number, number>();
  const deletable = new Set<string>();
  const shown = new Map<Account, Map<string, Set<string>>>();
  const cursors = new Map<Account, Cursors>();
  const putOffIn = new Map<Account, number | undefined>();

  const complain: Complain = (id, detail) => {
    complaints.push(`${id}: ${detail}`);
  };
  const looked = (...ids: InvariantId[]) => {
    for (const id of ids) checked.set(id, (checked.get(id) ?? 0) + 1);
  };

  function ledgerOf(account: Account): Ledger {
    const ledger = ledgers.get(account) ?? createLedger();
    ledgers.set(account, ledger);
    return ledger;
  }

  /** What one commit did to the outbox and its evidence. */
  function readOutbox(account: Account, ledger: Ledger) {
    const { clock } = worldOf();
    const rows = account.stored.intent('outbox');
    const attempts = account.stored.intent('attempts');
    const fresh = attempts.filter(
      ({ opId, n }) => n > (ledger.attempts.get(opId) ?? 0),
    );
    for (const { opId, n } of fresh) ledger.attempts.set(opId, n);
    const byId = new Map(rows.map((op) => [op.opId, op]));
    for (const before of ledger.ops.values()) {
      const after = byId.get(before.opId);
      // A write puts a new object in the place of the old one.
      if (after === before) continue;
      nothingSavedDisappears(before, after, clock.now(), complain);
      if (!after) ledger.ops.delete(before.opId);
    }
    for (const op of rows) {
      const pin = pinTextOf(op);
      if (pin !== undefined) ledger.pinOps.set(pin, op.opId);
      const before = ledger.ops.get(op.opId);
      if (before === op) continue;
      // What a file brought goes on as it was on the other device.
      const isTakenOver = !before && op.isTaken === true;
      if (isTakenOver) letGoOfWanted(ledger, op.lane);
      else historyExplains(before, op, fresh, complain);
      ledger.ops.set(op.opId, op);
      if (op.state === 'inflight' && !ledger.takenAt.has(op.opId)) {
        ledger.takenAt.set(op.opId, clock.elapsed());
      }
      if (!ledger.firstSeq.has(op.opId)) ledger.firstSeq.set(op.opId, op.seq);
      const isShared = op.shared ?? isInPlaceOfShared(ledger, op);
      if (isShared) ledger.shared.add(op.opId);
    }
    for (const { opId, step, outcome } of fresh) {
      const op = byId.get(opId);
      if (outcome === 'notApplied' && op) {
        historyIsNotDenied(worldOf(), op, complain);
      }
      if (step === 'settle' && outcome === 'done' && op) {
        replyHadEffect(worldOf(), account, op, complain);
        looked('I25');
      }
    }
    looked('I1', 'I15');
    return fresh;
  }

  /** What a person puts in the place of an op takes its number over. */
  function isInPlaceOfShared({ shared, firstSeq }: Ledger, { seq }: Op) {
    return [...shared].some((opId) => firstSeq.get(opId) === seq);
  }

  /** The same user's later change of the same, brought by a file, is what is seen. */
  function letGoOfWanted(ledger: Ledger, lane: string): void {
    ledger.wanted = ledger.wanted.filter(
      ({ entity, id, field }) =>
        field === 'question' || `${entity}:${id}` !== lane,
    );
  }

  function noteLeadership(tab: SimTab, account: Account, ledger: Ledger): void {
    const row = account.stored
      .intent('meta')
      .find(({ k }) => k === 'leaderEpoch');
    if (typeof row?.v !== 'number' || row.v === ledger.leaderEpoch) return;
    if (row.v < ledger.leaderEpoch) complain('I8', `epoch fell to ${row.v}`);
    ledger.leaderEpoch = row.v;
    tab.epochs.push(row.v);
  }

  return {
    ledgerOf,
    looked,
    complain,
    complaints,
    checked,

    onAsk(asked: Asked, tab: SimTab | undefined) {
      if (!tab) return;
      const world = worldOf();
      requestsAreAllowed(world, asked, tab, ledgerOf(tab.account), complain);
      requestsAreFew(world, tab.account, asked, complain);
      probesAreFew(world, tab.account, asked, probedAt, complain);
      looked('I4', 'I13');
    },

    onCommit(tab: SimTab, commit: Commit) {
      const world = worldOf();
      const { account } = tab;
      const ledger = ledgerOf(account);
      let fresh: { opId: string; epoch: number }[] = [];
      if (commit.database === 'intent') {
        if (commit.tables.has('meta')) noteLeadership(tab, account, ledger);
        if (commit.tables.has('outbox')) fresh = readOutbox(account, ledger);
        if (commit.tables.has('triage')) {
          decisionsStay(account, ledger, complain);
          looked('I23');
        }
      }
      onlyTheLeaderCommits(tab, commit, account, fresh, complain);
      oldCodeIsShutOut(account, commit, fresh, complain);
      looked('I8', 'I14');
      for (const what of listed) {
        if (!commit.tables.has(what)) continue;
        const now = new Set(rowsStored(account, what));
        const lists = shown.get(account) ?? new Map<string, Set<string>>();
        const before = lists.get(what) ?? new Set();
        const alive = rowsOnServer(world, what);
        noLiveRowIsDropped(alive, before, now, complain);
        shown.set(account, lists.set(what, now));
        looked('I7');
      }
      const isQuiet = world.tabs.every(
        (each) => each.isDead || each.connections.writing() === 0,
      );
      if (commit.tables.has('cursors')) {
        const before = cursors.get(account) ?? new Map();
        cursors.set(account, before);
        tornIsNotWhole(world, tab, account, before, complain);
        looked('I17');
      }
      if (commit.database === 'cache') {
        const before = putOffIn.get(account);
        const putOff = { epoch: ledger.leaderEpoch, before, commit };
        putOffIn.set(account, countingIsNotPutOff(account, putOff, complain));
        looked('I21');
      }
      if (isQuiet && commit.tables.has('threads')) {
        reportsAreThoseOfThreads(account, complain);
        looked('I21');
      }
      if (commit.tables.has('details')) {
        detailsAreWhatWasWritten(account, complain);
        blocksAreThoseOfDetails(account, complain);
        looked('I26', 'I29');
      }
      if (isQuiet && commit.tables.has('observers')) {
        blocksAreThoseOfObservers(account, complain);
        looked('I22');
      }
      if (isQuiet) {
        savedIsSeen(world, account, ledger, complain);
        failuresAreSaid(account, complain);
        noneIsNone(world, account, complain);
        wordsFitTheState(account, complain);
        looked('I6', 'I10', 'I20');
      }
    },

    onWiped(account, what) {
      wipedIsGone(worldOf(), account, what, complain);
      looked('I11');
    },

    begin(account) {
      const rows = account.stored.cache('cursors');
      cursors.set(account, new Map(rows.map((row) => [row.resource, row])));
    },

    saving(account, wanted) {
      ledgerOf(account).maybe.push({ ...wanted, opId: '' });
    },

    acknowledged(account, wanted) {
      const ledger = ledgerOf(account);
      if (wanted.field === 'pin') {
        pinIsStored(account, ledger, wanted, complain);
        looked('I16');
        return;
      }
      const op = account.stored
        .intent('outbox')
        .findLast((each) => JSON.stringify(each.args).includes(wanted.value));
      looked('I1');
      if (!op) {
        complain(
          'I1',
          `${wanted.value} was acknowledged and is stored nowhere`,
        );
        return;
      }
      const idMap = account.stored.intent('idMap');
      const realId = (id: number) =>
        idMap.find((row) => row.id === id)?.realId ?? id;
      ledger.wanted = ledger.wanted.filter(
        (each) =>
          each.field === 'question' ||
          each.entity !== wanted.entity ||
          realId(each.id) !== realId(wanted.id) ||
          each.field !== wanted.field,
      );
      ledger.maybe = ledger.maybe.filter((each) => each.value !== wanted.value);
      ledger.wanted.push({ ...wanted, opId: op.opId });
    },

    sharesConfirmed(account, confirmed) {
      ledgerOf(account).confirmed = confirmed;
    },
    confirmed(account, opId, times) {
      count(ledgerOf(account).confirmed, opId, times);
    },

    mayBeDeleted(questions) {
      for (const code of questions) deletable.add(code);
    },

    saidSent(account, opId, times) {
      count(ledgerOf(account).saidSent, opId, times);
    },

    forget(account, what) {
      const before = ledgerOf(account);
      if (what === 'all') ledgers.delete(account);
      const ledger = ledgerOf(account);
      // A file may bring back what a person has said of an op.
      ledger.confirmed = before.confirmed;
      // The server goes on having PINs that nothing here tells of any more.
      ledger.pinOps = before.pinOps;
      if (what === 'all') ledger.latePins = pinsUnderWay(before);
      // What is done is on the server, and comes back with the copy of it.
      ledger.wanted = ledger.wanted.filter(
        ({ opId }) => ledger.ops.get(opId)?.state !== 'done',
      );
      ledger.hasStartedOver = true;
      shown.clear();
      cursors.delete(account);
    },

    happened() {
      const happened: Counts = new Map();
      const pairs: Counts = new Map();
      for (const { ops } of ledgers.values()) {
        const last = new Map<string, string>();
        for (const { opId, kind, state, lane } of ops.values()) {
          count(happened, kind);
          count(happened, state);
          if (worldOf().network.turnedAway.has(opId)) {
            count(happened, `${kind} turned away`);
          }
          const before = last.get(lane);
          if (before) count(pairs, `${before} > ${kind}`);
          last.set(lane, kind);
        }
      }
      return { happened, pairs };
    },

    judge(account, what) {
      const world = worldOf();
      const ledger = ledgerOf(account);
      createsAreAppliedOnce(world, ledger, complain);
      nobodyIsAddedTwice(world, account, ledger, complain);
      partsAreAddedOnce(world, complain);
      onlyRemovedPartsAreDeleted(world, deletable, complain);
      doneIsDone(world, account, ledger, complain);
      // On the other device somebody may have set another one later.
      const elsewhere = [...ledgers.values()]
        .filter((each) => each !== ledger)
        .flatMap(({ pinOps }) => [...pinOps.keys()]);
      pinsHaveArrived(world, account, ledger, new Set(elsewhere), complain);
      decisionsStay(account, ledger, complain);
      if (areMarksShared(world)) {
        decisionsArrive(world, account, ledger, complain);
        if (what === 'all') historiesAreEqual(world, account, complain);
        looked('I23', 'I24');
      }
      requestsFitTheServer(world, complain);
      lanesKeepTheirOrder(world, account, ledger, complain);
      onlyTheShellIsCached(world, complain);
      looked('I2', 'I3', 'I12', 'I16', 'I18', 'I19', 'I27');
    },
  };
}
