import { createHash } from 'node:crypto';

import { and, eq, gt, inArray, lt, sql } from 'drizzle-orm';

import type { Db } from '../db/database';
import { signInBudget, signInOrigin } from '../db/schema';
import { sharesOf } from '../http/callers/client-address';
import type { Attempt } from './sign-in-throttle';

const WINDOW_MS = 10 * 60_000;
/**
 * Wrong passwords from one network, for all accounts together: an address or 64 bits
 * of IPv6. The wider networks of its line have more (`sharesOf`).
 */
const FROM_NETWORK = 200;
/** Wrong passwords from everywhere, for all accounts together. */
const FROM_EVERYWHERE = 2_000;
/** What is left to each network while `FROM_EVERYWHERE` is used up. */
const FROM_NETWORK_UNDER_ATTACK = 5;
/** An account's address or device is known for so long after its last sign-in there. */
const KNOWN_MS = 30 * 24 * 60 * 60_000;

const EVERYWHERE = 'all';

/** Registrations of phones for messages are longer; what is shorter may be guessed. */
const DEVICE_SECRET_LENGTH = 32;

/**
 * Stands for a phone by what it alone sends with each sign-in; undefined where that may
 * be guessed, or is what many send. It finds the phone again at each address.
 */
export function deviceOf(secret: string | undefined): string | undefined {
  if (!secret || secret.length < DEVICE_SECRET_LENGTH) return undefined;
  return `device ${createHash('sha256').update(secret).digest('base64url')}`;
}

/**
 * Counts an attempt as failed in the budgets that all accounts share, before its
 * password is checked. Those where an account is known (`knownPlaceOf`) are not counted.
 * @returns ms until the next attempt is allowed, 0: this one is, and is to be given
 *   back when its password was right.
 */
export async function countInBudgets(
  db: Db,
  attempt: Pick<Attempt, 'network'>,
  now: Date,
): Promise<number> {
  const networks: { failures: number; startedAt: Date }[] = [];
  for (const scope of scopesOf(attempt)) {
    networks.push(await add(db, scope, now));
  }
  const everywhere = await add(db, EVERYWHERE, now);
  const isAttack = everywhere.failures > FROM_EVERYWHERE;
  const limit = isAttack ? FROM_NETWORK_UNDER_ATTACK : FROM_NETWORK;
  const most = sharesOf(attempt.network, limit).map(([, share]) => share);
  const waits = networks
    .filter(({ failures }, at) => failures > (most[at] ?? 0))
    .map(({ startedAt }) => startedAt.getTime() + WINDOW_MS - now.getTime());
  if (waits.length === 0) return 0;
  await giveBack(db, attempt);
  return Math.max(1, ...waits);
}

/** Takes an attempt out again: its password was right, or was not checked. */
export async function giveBack(
  db: Db,
  attempt: Pick<Attempt, 'network'>,
): Promise<void> {
  for (const scope of [...scopesOf(attempt), EVERYWHERE]) {
    await db
      .update(signInBudget)
      .set({ failures: sql`${signInBudget.failures} - 1` })
      .where(and(eq(signInBudget.scope, scope), gt(signInBudget.failures, 0)));
  }
}

/** Remembers that the account signed in from this address, and with this device. */
export async function rememberOrigin(
  db: Db,
  attempt: Attempt,
  now: Date,
): Promise<void> {
  const account = accountOf(attempt);
  const origins = placesOf(attempt).map((address) => ({
    account,
    address,
    lastAt: now,
  }));
  await db
    .insert(signInOrigin)
    .values(origins)
    .onConflictDoUpdate({
      target: [signInOrigin.account, signInOrigin.address],
      set: { lastAt: now },
    });
}

/** Deletes budgets and addresses that are too old to count. */
export async function forgetOldBudgets(db: Db, now: Date): Promise<void> {
  await db
    .delete(signInBudget)
    .where(lt(signInBudget.startedAt, new Date(now.getTime() - WINDOW_MS)));
  await db
    .delete(signInOrigin)
    .where(lt(signInOrigin.lastAt, new Date(now.getTime() - KNOWN_MS)));
}

/**
 * From where the account signed in lately, of what the attempt comes from: its device,
 * which no neighbour has, or its network.
 */
export async function knownPlaceOf(
  db: Db,
  attempt: Attempt,
  now: Date,
): Promise<string | undefined> {
  const places = placesOf(attempt);
  const rows = await db
    .select({ address: signInOrigin.address })
    .from(signInOrigin)
    .where(
      and(
        eq(signInOrigin.account, accountOf(attempt)),
        inArray(signInOrigin.address, places),
        gt(signInOrigin.lastAt, new Date(now.getTime() - KNOWN_MS)),
      ),
    );
  return places.find((place) => rows.some(({ address }) => address === place));
}

/** One statement, so that attempts at the same moment queue up at the row. */
async function add(db: Db, scope: string, now: Date) {
  const { failures, startedAt } = signInBudget;
  const ended = new Date(now.getTime() - WINDOW_MS).toISOString();
  const isOver = sql`${startedAt} <= ${ended}::timestamptz`;
  const [row] = await db
    .insert(signInBudget)
    .values({ scope, failures: 1, startedAt: now })
    .onConflictDoUpdate({
      target: signInBudget.scope,
      set: {
        failures: sql`case when ${isOver} then 1 else ${failures} + 1 end`,
        startedAt: sql`case when ${isOver} then ${now.toISOString()}::timestamptz else ${startedAt} end`,
      },
    })
    .returning({ failures, startedAt });
  if (!row) throw new Error('The attempt was not counted.');
  return row;
}

/** In the order of `sharesOf`. */
function scopesOf({ network }: Pick<Attempt, 'network'>): string[] {
  return sharesOf(network, FROM_NETWORK).map(([each]) => `address ${each}`);
}

/** The surest first. */
function placesOf({ device, network }: Attempt): string[] {
  return device === undefined ? [network] : [device, network];
}

function accountOf({ kind, account }: Attempt): string {
  return `${kind} ${account}`;
}
