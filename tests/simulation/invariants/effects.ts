import type { Op, OpOf } from '@/domain/outbox/op';
import { opKinds } from '@/domain/outbox/kinds';
import { isKind } from '@/domain/outbox/op';

import type { Ledger } from '../story/ledger';
import type { Complain } from '../story/sentences';
import type { Account, World } from '../device/stage';

/**
 * I18: every op that is done has its own effect on the server. Identical messages
 * stand for each other: nobody can tell which of them went out. So does an observer
 * whom another device added in the same words.
 */
export function doneIsDone(
  world: World,
  account: Account,
  ledger: Ledger,
  complain: Complain,
): void {
  const { ops, saidSent } = ledger;
  const groups = new Map<string, Op[]>();
  for (const op of ops.values()) {
    const isOwn = opKinds[op.kind].resend !== 'safe' && !isUpdate(op);
    if (!isOwn) continue;
    const key = sameness(op);
    groups.set(key, [...(groups.get(key) ?? []), op]);
  }
  const applied = new Set(world.server.effects.map(({ opId }) => opId));
  for (const group of groups.values()) {
    const done = group.filter(
      ({ opId, state }) => state === 'done' && !saidSent.get(opId),
    );
    const made = group.filter(({ opId }) => applied.has(opId)).length;
    const isProven =
      done.length <= made + indistinguishable(world, account, ledger, group);
    if (isProven) continue;
    const seqs = done.map(({ seq }) => seq).join();
    complain(
      'I18',
      `${done.length} of ${done[0]?.kind} ${seqs} are done, ${made} arrived`,
    );
  }
}

/** Parts of a form that others added under the same codes are those that it wanted. */
function isUpdate({ kind }: Op): boolean {
  return kind.endsWith('.update');
}

/** Ops with the same text to the same people; every other op is alone. */
function sameness(op: Op): string {
  if (!isKind(op, 'notification.send')) return op.opId;
  const { title, message, recipients } = op.args;
  return JSON.stringify([
    title,
    message,
    recipients ? setOf(recipients) : 'all',
  ]);
}

/**
 * How many effects of the same account from another device, or from this one before a
 * logout deleted what was known of them, no answer of the server tells from what these
 * ops were to do.
 */
function indistinguishable(
  world: World,
  account: Account,
  { ops, takenAt }: Pick<Ledger, 'ops' | 'takenAt'>,
  group: readonly Op[],
): number {
  const [op] = group;
  // The other device of the story is one, too.
  const elsewhere = new Set(
    world.tabs.filter((tab) => tab.account !== account).map(({ n }) => n),
  );
  const effects = world.server.effects.filter(
    ({ tab, opId }) => elsewhere.has(tab) || !ops.has(opId ?? ''),
  );
  if (op && isKind(op, 'observer.create')) {
    return addedAlike(world, effects, elsewhere, op, takenAt.get(op.opId));
  }
  if (!op || !isKind(op, 'notification.send')) return 0;
  const taken = Math.min(
    ...group.map(({ opId }) => takenAt.get(opId) ?? Number.POSITIVE_INFINITY),
  );
  return sentAlike(world, account, effects, op, taken);
}

/**
 * Identical messages since one of these was last looked for before it was taken to be
 * sent: no history tells them from what was sent here, also where the tab died before
 * its request left.
 */
function sentAlike(
  { server, network }: World,
  account: Account,
  effects: World['server']['effects'],
  op: OpOf<'notification.send'>,
  taken: number,
): number {
  const looked = network.asked.findLast(
    ({ path, at }) => path.startsWith(HISTORY) && at <= taken,
  );
  const since = looked?.at ?? taken;
  const { title, message, recipients } = op.args;
  const isAlike = (each: Record<string, unknown>) =>
    each['title'] === title &&
    each['message'] === message &&
    (!recipients ||
      (Array.isArray(each['recipients']) &&
        setOf(each['recipients']) === setOf(recipients)));
  const byOthers = server.foreign.filter(
    (each) =>
      each.at >= since &&
      each.account === account.actor.sub &&
      isAlike({ ...each }),
  );
  const sentElsewhere = effects.filter(
    ({ at, body }) => at >= since && isAlike(body),
  );
  return byOthers.length + sentElsewhere.length;
}

/**
 * Observers who got this name and phone since this device looked for the
 * phone before it sent its own addition. What a file brought and was never sent here
 * may have been added elsewhere at any time.
 */
function addedAlike(
  { network }: World,
  effects: World['server']['effects'],
  elsewhere: ReadonlySet<number>,
  { args }: OpOf<'observer.create'>,
  taken: number | undefined,
): number {
  const { name, phone } = args.input;
  const looked = network.asked.findLast(
    ({ tab, path, query, at }) =>
      !elsewhere.has(tab) &&
      path === OBSERVERS &&
      query.get('Number') === phone &&
      at <= (taken ?? 0),
  );
  const since = looked?.at ?? taken ?? 0;
  // An edit has what it changes alone; no two observers of a story have one name or phone.
  const isAlike = (body: Record<string, unknown>) => {
    const named = body['name'] ?? body['phone'];
    const isNamed = (body['name'] ?? name) === name;
    return named !== undefined && isNamed && (body['phone'] ?? phone) === phone;
  };
  return effects.filter(
    ({ method, path, body, at }) =>
      (method === 'POST' || method === 'PUT') &&
      path === OBSERVERS &&
      at >= since &&
      isAlike(body),
  ).length;
}

/**
 * I25, when a reply has ended an op: the server did it. A deletion may find its row
 * gone already, and a message to nobody has no effect.
 */
export function replyHadEffect(
  { server }: World,
  { stored }: Account,
  op: Op,
  complain: Complain,
): void {
  if (op.state !== 'done') return;
  const isDone = server.effects.some(({ opId }) => opId === op.opId);
  if (isDone || isGone(server, stored, op)) return;
  complain(
    'I25',
    `op ${op.seq} ${op.kind} is done by a reply, and nowhere else`,
  );
}

/** Whether an op deletes what the server does not have. */
function isGone(
  { observers, forms }: World['server'],
  { intent }: Account['stored'],
  { kind, args }: Op,
): boolean {
  if (!kind.endsWith('.delete')) return false;
  const realId =
    intent('idMap').find(({ id }) => id === args.id)?.realId ?? args.id;
  const rows: readonly { id: number }[] = [...observers, ...forms];
  return rows.every(({ id }) => id !== realId);
}

const HISTORY = '/api/v1/notification/get/all';
const OBSERVERS = '/api/v1/observer';

/** Read so lately, a list may still speak for the server; in ms. */
const LATELY_MS = 15_000;

/**
 * I19, at rest: no message is sent to an observer who has been gone for a while.
 * The server is calm by then: whoever looks at its list first, sees who is left.
 * @param calmSince ms on the clock that nobody can set.
 */
export function nobodyGoneIsAddressed(
  { server }: World,
  calmSince: number,
  complain: Complain,
): void {
  for (const { ids, at } of server.missed) {
    if (at <= calmSince) continue;
    const gone = ids.filter(
      (id) => at - (server.deletedAt.get(id) ?? 0) > LATELY_MS,
    );
    if (gone.length > 0) {
      complain('I19', `a message was sent to ${gone.join()}, who are gone`);
    }
  }
}

/**
 * I17, when a look at the history has moved a message: it does not deny a message
 * that stood there before it was looked for.
 */
export function historyIsNotDenied(
  { server, network }: World,
  op: Op,
  complain: Complain,
): void {
  if (!isKind(op, 'notification.send') || saysUnknown(op)) return;
  const sent = network.asked.findLast(
    ({ opId, method }) => opId === op.opId && method !== 'GET',
  );
  const looked = network.asked.findLast(({ path }) => path === HISTORY);
  if (!sent || !looked) return;
  const { recipients } = op.args;
  // The user's other device may have sent it to others, once some were gone.
  const isThere = server.written
    .get(op.opId)
    ?.some(
      (row) =>
        row.at >= sent.at &&
        row.at < looked.at &&
        (!recipients || setOf(row.recipients) === setOf(recipients)),
    );
  if (isThere) {
    complain('I17', `op ${op.seq} is not in the history, and it is`);
  }
}

/** The same text for the same observers, in whatever order. */
function setOf(recipients: readonly number[]): string {
  return recipients.toSorted((a, b) => a - b).join();
}

/** The history proved nothing either way, and the op says so. */
function saysUnknown(op: Op): boolean {
  const fate: unknown = 'fate' in op ? op.fate : undefined;
  return Object(fate) === fate && Reflect.get(Object(fate), 'shown') !== 0;
}

/** I19: the server could read everything that it was sent. */
export function requestsFitTheServer(
  { server }: World,
  complain: Complain,
): void {
  for (const what of server.malformed) complain('I19', `${what} was sent`);
  for (const what of server.overwritten) complain('I18', what);
}
