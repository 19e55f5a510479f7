import type { Op } from '@/domain/outbox/op';
import { isKind, isOpen, observerLane } from '@/domain/outbox/op';

import type { Ledger, Wanted } from '../story/ledger';
import type { Complain } from '../story/sentences';
import type { Account, World } from '../device/stage';

/** The PIN that an op brings, as the rig seals it: `page.ts` keeps it in plain bytes. */
export function pinTextOf(op: Op): string | undefined {
  if (!isKind(op, 'observer.create') && !isKind(op, 'observer.update')) {
    return undefined;
  }
  const { pin } = op.args;
  return pin && new TextDecoder().decode(pin.data);
}

/** I16, when a user was told that a PIN is saved: an op brings it. */
export function pinIsStored(
  account: Account,
  ledger: Ledger,
  wanted: Omit<Wanted, 'opId'>,
  complain: Complain,
): void {
  const { id, value } = wanted;
  const opId = ledger.pinOps.get(value);
  if (opId === undefined) {
    complain('I16', `PIN ${value} was acknowledged and is stored nowhere`);
    return;
  }
  const isMine = (each: Wanted) =>
    idNow(account, ledger, each) === realIdOf(account, id);
  ledger.pins = ledger.pins.filter((each) => !isMine(each));
  ledger.maybe = ledger.maybe.filter((each) => each.value !== value);
  ledger.pins.push({ ...wanted, opId });
}

/** PINs whose request may still arrive, though a logout deletes what is known of it. */
export function pinsUnderWay({ ops, pinOps, latePins }: Ledger): Set<string> {
  const mayArrive = (op: Op | undefined) =>
    op !== undefined && (isOpen(op.state) || op.supersededSentAt !== undefined);
  const pins = [...pinOps].filter(([, opId]) => mayArrive(ops.get(opId)));
  return new Set([...latePins, ...pins.map(([pin]) => pin)]);
}

/**
 * I16, when nothing is left to wait for.
 * @param elsewhere PINs that were set on the other device, or by another user.
 */
export function pinsHaveArrived(
  { server, network }: World,
  account: Account,
  { ops, pins, maybe, latePins }: Ledger,
  elsewhere: ReadonlySet<string>,
  complain: Complain,
): void {
  for (const { id, value, opId } of pins) {
    const op = ops.get(opId);
    // What a person gave up, or what others deleted, is not there.
    if (op?.state !== 'done') continue;
    const realId = idNow(account, { ops }, { id, opId });
    const arrived = server.pins.get(realId);
    if (arrived === undefined || server.disguised.has(opId)) continue;
    if (elsewhere.has(arrived) || latePins.has(arrived)) continue;
    const lanes = new Set(
      [id, realId].map((each) => observerLane({ id: each })),
    );
    const isLate = [...ops.values()].some(
      (each) => lanes.has(each.lane) && network.beyondWindow.has(each.opId),
    );
    if (isLate) continue;
    // A save that nobody was told about may have joined this one.
    const others = maybe.filter(
      (each) =>
        each.field === 'pin' &&
        [id, realId].includes(realIdOf(account, each.id)),
    );
    if (arrived === value || others.some((each) => each.value === arrived)) {
      continue;
    }
    complain(
      'I16',
      `observer ${realId} has the PIN ${arrived} where ${value} was set last`,
    );
  }
}

/** The observer of a PIN: what a person chose to add again has another id than before. */
function idNow(
  account: Account,
  { ops }: Pick<Ledger, 'ops'>,
  { id, opId }: Pick<Wanted, 'id' | 'opId'>,
): number {
  const op = ops.get(opId);
  return realIdOf(account, op && 'id' in op.args ? op.args.id : id);
}

function realIdOf({ stored }: Account, id: number): number {
  const row = stored.intent('idMap').find((each) => each.id === id);
  return row?.realId ?? id;
}
