import {
  changeStaff as sendChange,
  getAccountList,
  getSessions,
} from '@/api/accounts';
import type { Client } from '@/api/client';
import { getReadTokens } from '@/api/read-tokens';
import type {
  AccountList,
  Organisation,
  StaffAccount,
  StaffChange,
} from '@/domain/account';
import type { Reply } from '@/domain/outbox/outcome';

import type { Proof } from './direct-write';
import { isHeard, writeDirectly } from './direct-write';

type Kind = StaffChange['kind'];
type ChangeOf<K extends Kind> = Extract<StaffChange, { kind: K }>;

/** Makes the proof of a change, before the change is sent. */
type Prove<K extends Kind> = (
  change: ChangeOf<K>,
  client: Client,
) => Proof | Promise<Proof>;

/**
 * How each change is known to be done where its reply has no body: the list that shows
 * it is read after it. No list shows a password.
 */
const proofs: { [K in Kind]: Prove<K> } = {
  async addAccount({ ngoId, account }, client) {
    const isNew = await newTo(client, ({ accounts }) => accounts);
    return isListed(({ accounts }) =>
      accounts.some(
        (row) => isNew(row) && row.ngoId === ngoId && isCalled(row, account),
      ),
    );
  },
  async addOrganisation(names, client) {
    const isNew = await newTo(client, ({ organisations }) => organisations);
    return isListed(({ organisations }) =>
      organisations.some((row) => isNew(row) && hasNames(row, names)),
    );
  },
  renameOrganisation: (names) =>
    ofOrganisation(names, (row) => hasNames(row, names)),
  setOrganisationActive: (change) =>
    ofOrganisation(change, (row) => row.isActive === change.isActive),
  setOrganizer: (change) =>
    ofOrganisation(change, (row) => row.organizer === change.isOrganizer),
  setActive: ({ accountId, isActive }) =>
    isListed(({ accounts }) =>
      accounts.some((row) => row.id === accountId && row.isActive === isActive),
    ),
  endSession: ({ sessionId, accountId }) =>
    isGone((client) => getSessions(client, accountId), sessionId),
  endReadToken: ({ tokenId }) => isGone(getReadTokens, tokenId),
  setPassword: () => isHeard,
  changePassword: () => isHeard,
  // Its reply has a body.
  requireSecondFactor: () => isHeard,
};

/**
 * Has the server make a change of accounts, organisations, sessions or read-only tokens.
 * A success without a body counts only when the list shows the change after it: a
 * network that wants a sign-in says so, too, and may let the reading through.
 */
export async function changeStaff(
  client: Client,
  change: StaffChange,
): Promise<Reply<unknown>> {
  const proof = await proofOf(change.kind, change, client);
  return writeDirectly(client, (each) => sendChange(each, change), proof);
}

function proofOf<K extends Kind>(
  kind: K,
  change: ChangeOf<K>,
  client: Client,
): Proof | Promise<Proof> {
  return proofs[kind](change, client);
}

/** Whether a row was not there before; of an unread list nobody can say so. */
async function newTo<Row extends { id: number }>(
  client: Client,
  rowsOf: (list: AccountList) => readonly Row[],
): Promise<(row: Row) => boolean> {
  const before = await getAccountList(client);
  if (!before.ok) return () => false;
  const known = new Set(rowsOf(before.value).map(({ id }) => id));
  return ({ id }) => !known.has(id);
}

function isListed(shows: (list: AccountList) => boolean): Proof {
  return async (client) => {
    const list = await getAccountList(client);
    return list.ok && shows(list.value);
  };
}

function ofOrganisation(
  { ngoId }: { ngoId: number },
  shows: (row: Organisation) => boolean,
): Proof {
  return isListed(({ organisations }) =>
    organisations.some((row) => row.id === ngoId && shows(row)),
  );
}

function isGone<Id>(
  read: (client: Client) => Promise<Reply<{ id: Id }[] | undefined>>,
  ended: Id,
): Proof {
  return async (client) => {
    const rows = await read(client);
    return rows.ok && rows.value?.every(({ id }) => id !== ended) === true;
  };
}

/** The server takes a name once, in whatever casing. */
function isCalled(row: StaffAccount, account: string): boolean {
  return row.account.toLowerCase() === account.trim().toLowerCase();
}

function hasNames(
  row: Organisation,
  { name, shortName }: { name: string; shortName: string },
): boolean {
  return row.name === name.trim() && row.shortName === shortName.trim();
}
