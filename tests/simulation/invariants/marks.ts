import { threadKey } from '@/domain/answers/thread';
import { marksByThread, unionMarks } from '@/domain/triage/shared';

import type { Account, World } from '../device/stage';
import type { ServerMark } from '../server/worst-marks';
import type { Ledger } from '../story/ledger';
import type { Complain } from '../story/sentences';

/** I23, after each commit: what a user decided is on the device. */
export function decisionsStay(
  account: Account,
  { decided }: Ledger,
  complain: Complain,
): void {
  const rows = account.stored.intent('triage');
  const notes = new Set(
    rows.flatMap(({ history }) => history.map(({ note }) => note)),
  );
  for (const { key, note } of decided) {
    if (!notes.has(note)) complain('I23', `${note} about ${key} is gone`);
  }
}

/** I23, at rest: the server has each decision once, or refused it for a reason. */
export function decisionsArrive(
  { server }: World,
  account: Account,
  { decided }: Ledger,
  complain: Complain,
): void {
  const refused = account.stored.intent('refusedMarks');
  for (const { key, note } of decided) {
    const there = server.marks.filter((mark) => mark.note === note);
    const isRefused = refused.some((mark) => mark.note === note);
    const isGone = !server.threads.all.some((row) => row.key === key);
    const name = `${note} about ${key}`;
    if (there.length > 1) complain('I23', `${name} is there twice`);
    if (there.some(({ setBy }) => setBy !== account.actor.sub)) {
      complain('I23', `${name} was decided in another name`);
    }
    if (there.length === 0 && !(isRefused && isGone)) {
      complain('I23', `${name} is neither there nor refused for good`);
    }
    if (there.length > 0 && isRefused) {
      complain('I23', `${name} is there and called refused`);
    }
  }
  for (const { note, failure } of refused) {
    if (failure.kind !== 'missing') complain('I23', `${note}: ${failure.kind}`);
  }
}

/** I24, at rest: the histories that a device shows are those of the server. */
export function historiesAreEqual(
  { server }: World,
  { stored }: Account,
  complain: Complain,
): void {
  const cached = marksByThread(stored.cache('sharedMarks'));
  const rows = new Map(stored.intent('triage').map((row) => [row.key, row]));
  const refused = marksByThread(stored.intent('refusedMarks'));
  const there = marksByThread(
    server.marks.map((mark) => ({
      ...mark,
      key: threadKey(mark.observerId, mark.pollingStationId),
    })),
  );
  for (const key of new Set([...there.keys(), ...rows.keys()])) {
    const history = rows.get(key)?.history ?? [];
    const shown = unionMarks(
      history,
      cached.get(key) ?? [],
      refused.get(key),
    ).filter(({ refusal }) => !refusal);
    const expected = (there.get(key) ?? []).toSorted(laterFirst);
    const mine = shown.map(({ note }) => note).join(' ');
    const theirs = expected.map(({ note }) => note).join(' ');
    if (mine !== theirs) {
      complain('I24', `${key} shows ${mine} and is ${theirs}`);
    }
  }
}

/** Whether the server shares marks, and a device can learn that. */
export function areMarksShared({ server, network }: World): boolean {
  return server.traits.sharesMarks && network.probe === 'answered';
}

/** Whether something is still to be sent or read. */
export function marksMove(world: World, { stored, actor }: Account) {
  if (!areMarksShared(world)) return false;
  const { server } = world;
  const known = new Set(
    [...server.marks, ...stored.intent('refusedMarks')].map(({ note }) => note),
  );
  const mine = stored
    .intent('triage')
    .flatMap(({ history }) => history)
    .filter(({ setBy }) => setBy === actor.sub);
  return (
    mine.some(({ note }) => !known.has(note)) ||
    stored.cache('sharedMarks').length < server.marks.length
  );
}

/** A clock that runs ahead decides nothing before its mark was stored. */
function laterFirst(one: ServerMark, other: ServerMark): number {
  const timeOf = ({ setAt, receivedAt }: ServerMark) =>
    Math.min(setAt, receivedAt);
  return timeOf(other) - timeOf(one) || other.id - one.id;
}
