import * as v from 'valibot';

import type { SeenRequest } from '../support/server-process';

const op = v.object({
  opId: v.string(),
  seq: v.number(),
  kind: v.string(),
  state: v.string(),
  args: v.object({
    id: v.number(),
    input: v.optional(v.object({ name: v.string(), phone: v.string() })),
    patch: v.optional(v.object({ name: v.optional(v.string()) })),
  }),
});

/** A change as the outbox remembers it. */
export type StoredOp = v.InferOutput<typeof op>;

const person = v.object({
  id: v.number(),
  name: v.string(),
  phone: v.string(),
});

/** Both sides of the story, at the end. */
export interface Observed {
  requests: readonly SeenRequest[];
  /** As the server has them. */
  observers: readonly v.InferOutput<typeof person>[];
  ops: readonly StoredOp[];
  /** As the device keeps them. */
  cached: readonly unknown[];
}

export function readOps(rows: readonly unknown[]): StoredOp[] {
  return v.parse(v.array(op), rows);
}

/**
 * Compares the log of the server with the log of the outbox: every change done, none
 * lost, none doubled, and the device keeps what the server has.
 * @param isClassic such a server has no keys to know a repeated request by.
 */
export function judge(
  { requests, observers, ops, cached }: Observed,
  isClassic: boolean,
): { counts: string[]; faults: string[] } {
  const writes = requests.filter(
    ({ method, path }) =>
      method !== 'GET' && path.startsWith('/api/v1/observer'),
  );
  const faults: string[] = [];
  const open = ops.filter(({ state }) => state !== 'done');
  faults.push(...open.map((each) => `${each.kind} ended as ${each.state}`));

  const ids = new Set(ops.map(({ opId }) => opId));
  for (const { idempotencyKey, path } of isClassic ? [] : writes) {
    if (!idempotencyKey || !ids.has(idempotencyKey)) {
      faults.push(`${path} came from no mutation`);
    }
  }
  const seen = new Set(writes.map(({ idempotencyKey }) => idempotencyKey));
  for (const { opId, kind } of isClassic ? [] : ops) {
    if (!seen.has(opId)) faults.push(`${kind} never reached the server`);
  }

  const wanted = new Map<number, string>();
  for (const { args } of ops.toSorted((a, b) => a.seq - b.seq)) {
    const { input, patch, id } = args;
    if (input) {
      const found = observers.filter(({ phone }) => phone === input.phone);
      if (found.length !== 1) {
        faults.push(`${input.name} is ${found.length} times on the server`);
      }
    } else if (patch?.name !== undefined) wanted.set(id, patch.name);
  }
  for (const [id, name] of wanted) {
    const found = observers.find((each) => each.id === id)?.name;
    if (found !== name) faults.push(`${name} is ${found} on the server`);
  }

  const ours = new Map(
    v.parse(v.array(person), cached).map((each) => [each.id, each]),
  );
  for (const { id, name, phone } of observers) {
    const mine = ours.get(id);
    if (mine?.name !== name || mine.phone !== phone) {
      faults.push(`observer ${id} is cached otherwise than the server has it`);
    }
  }
  if (ours.size !== observers.length) {
    faults.push(
      `${ours.size} observers cached, ${observers.length} on the server`,
    );
  }
  return {
    counts: [
      `${ops.length} mutations in the outbox, ${ops.length - open.length} done`,
      `${requests.length} requests reached the server, ${writes.length} of them writes`,
      `${observers.length} observers on the server, ${ours.size} cached`,
    ],
    faults,
  };
}
