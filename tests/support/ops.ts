import { databases } from '@/db/open';
import type { FormInput, FormMeta } from '@/domain/forms/form';
import type { OpKind } from '@/domain/outbox/kinds';
import type { Op, OpArgs } from '@/domain/outbox/op';
import { isKind, newOp } from '@/domain/outbox/op';

import { aForm, aSection } from './builders';

const observer = { name: 'Corina Stancuta', phone: '0700000012' };
const county = { name: 'Alba', code: 'AB', diaspora: false, order: 1 };

export function aFormInput(changes: Partial<FormInput> = {}): FormInput {
  const { id: _, ...meta }: FormMeta = aForm();
  const title = meta.title ?? '';
  return { ...meta, title, sections: [aSection()], ...changes };
}

/** One mutation of each kind. */
export const mutations: { [K in OpKind]: OpArgs[K] } = {
  'observer.create': {
    id: -1,
    input: observer,
    knownIds: [],
    pin: { iv: new Uint8Array(1), data: new ArrayBuffer(1) },
  },
  'observer.update': {
    id: 12,
    base: observer,
    patch: { name: 'Corina Stăncuța' },
    pin: { iv: new Uint8Array(1), data: new ArrayBuffer(1) },
  },
  'observer.delete': { id: 12, base: observer },
  'form.create': { id: -2, input: aFormInput({ draft: true }) },
  'form.update': {
    id: 12,
    base: { meta: aForm(), sections: [aSection()] },
    input: aFormInput({ description: 'Deschiderea', sections: [] }),
  },
  'form.publish': { id: 12, base: aForm({ draft: true }), draft: false },
  'form.delete': { id: 12, base: aForm() },
  'notification.send': {
    id: -3,
    title: 'Verificați listele',
    message: 'Până la 15:30.',
    recipients: [41, 42],
    recipientCount: 2,
    expiresAt: 0,
  },
  'county.create': { id: -4, input: { ...county, diaspora: true } },
  'county.update': { id: 1, base: county, patch: { diaspora: true } },
};

let made = 0;

/** The op of a mutation, as the outbox stores it. */
export function opOf<K extends OpKind>(
  kind: K,
  changes: Partial<Op> = {},
  args: OpArgs[K] = mutations[kind],
): Op {
  made += 1;
  const kept = { actor: 'me', at: Date.now() - 1_000, opId: `op-${made}` };
  return { seq: made, ...newOp(kind, args, kept), ...changes } as Op;
}

/** Enqueues a change, and puts it into the state that the worker left it in. */
export async function enqueueOp<K extends OpKind>(
  kind: K,
  changes?: Partial<Op>,
  args?: OpArgs[K],
): Promise<void> {
  const { seq: _, ...op } = opOf(kind, changes, args);
  await databases().intent.outbox.add(op);
}

/** Everything in the outbox, oldest first. */
export function storedOps(): Promise<Op[]> {
  return databases().intent.outbox.toArray();
}

/** Those of one kind. */
export async function storedOpsOf<K extends OpKind>(kind: K) {
  const ops = await storedOps();
  return ops.flatMap((op) => (isKind(op, kind) ? [op] : []));
}

/** The arguments of the open ops of one kind, oldest first. */
export async function openArgs<K extends OpKind>(
  kind: K,
): Promise<OpArgs[K][]> {
  const ops = await storedOps();
  return ops.flatMap((op) =>
    op.kind === kind && op.endedAt === undefined ? [op.args as OpArgs[K]] : [],
  );
}

export const allKinds = Object.keys(mutations) as OpKind[];
