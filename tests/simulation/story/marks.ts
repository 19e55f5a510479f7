import type { TriageState } from '@/domain/triage/triage';

import type { DataFunctions } from '../device/page';
import { START } from '../device/clock';
import { addMark } from '../server/worst-marks';
import type { Oracle } from './oracle';
import type { Account, World } from '../device/stage';

/** What is decided about threads. Nothing where the server does not share it. */
export type MarkCommand =
  | { do: 'mark'; tab: number; at: number; state: TriageState }
  /** @param isAhead by a clock that is an hour ahead. */
  | { do: 'othersMark'; at: number; state: TriageState; isAhead: boolean }
  | { do: 'refusedMark'; tab: number; at: number; choice: 'again' | 'letGo' };

/** What a page does when a user decides; undefined where there is nothing to decide. */
export function decideOnPage(
  world: World,
  oracle: Oracle,
  account: Account,
  command: Extract<MarkCommand, { tab: number }>,
) {
  if (!world.server.traits.sharesMarks) return undefined;
  const pick = <T>(rows: readonly T[]): T | undefined =>
    rows[command.at % Math.max(1, rows.length)];
  const ledger = oracle.ledgerOf(account);
  if (command.do === 'mark') {
    const thread = pick(account.stored.cache('threads'));
    if (!thread) return undefined;
    const { key } = thread;
    const note = `m${world.serial()}.`;
    const decision = { state: command.state, note };
    return {
      act: (data: DataFunctions) => data.markThreads([key], decision),
      onSaved: () => ledger.decided.push({ key, note }),
    };
  }
  const mark = pick(account.stored.intent('refusedMarks'));
  if (!mark) return undefined;
  if (command.choice === 'again') {
    return { act: (data: DataFunctions) => data.retryMark(mark) };
  }
  // From here on it may be gone.
  ledger.decided = ledger.decided.filter(({ note }) => note !== mark.note);
  return { act: (data: DataFunctions) => data.dropMark(mark) };
}

/** Somebody else decides about a thread, at the server. */
export function othersDecide(
  world: World,
  command: Extract<MarkCommand, { do: 'othersMark' }>,
): void {
  const { server } = world;
  const { all } = server.threads;
  const thread = all[command.at % Math.max(1, all.length)];
  if (!server.traits.sharesMarks || !thread) return;
  const aheadMs = command.isAhead ? 3_600_000 : 0;
  addMark(server, thread, {
    state: command.state,
    note: `o${world.serial()}.`,
    setBy: 'eva@demo.org',
    setAt: START + server.now() + aheadMs,
  });
}
