import * as v from 'valibot';

import type {
  AccountList,
  Organisation,
  StaffAccount,
  StaffChange,
  StaffSession,
} from '@/domain/account';
import type { Reply } from '@/domain/outbox/outcome';

import type { Client } from './client';
import { endReadToken } from './read-tokens';
import { requireSecondFactor } from './second-factor';
import { id, maybeDate } from './wire';

const accounts = v.array(
  v.pipe(
    v.object({
      id,
      ngoId: id,
      ngo: v.string(),
      account: v.string(),
      isActive: v.boolean(),
      isOrganizer: v.boolean(),
      lastSignInAt: maybeDate,
    }),
    v.transform((wire): StaffAccount => wire),
  ),
);

const organisations = v.array(
  v.pipe(
    v.object({
      id,
      shortName: v.string(),
      name: v.string(),
      organizer: v.boolean(),
      isActive: v.boolean(),
    }),
    v.transform((wire): Organisation => wire),
  ),
);

const sessions = v.array(
  v.pipe(
    v.object({
      id: v.string(),
      createdAt: maybeDate,
      lastSeenAt: maybeDate,
      userAgent: v.string(),
      isCurrent: v.boolean(),
    }),
    v.transform((wire): StaffSession => ({
      ...wire,
      createdAt: wire.createdAt ?? 0,
      lastSeenAt: wire.lastSeenAt ?? 0,
    })),
  ),
);

const ACCOUNTS = '/api/extensions/accounts';
const SESSIONS = '/api/extensions/sessions';
const ORGANISATIONS = '/api/v1/ngo';

/**
 * GET /api/extensions/accounts (docs/api-contract.md 10.5) and GET /api/v1/ngo
 * (4.9): all accounts, and all organisations, also those without accounts.
 */
export async function getAccountList(
  client: Client,
): Promise<Reply<AccountList>> {
  const [listed, organised] = await Promise.all([
    client.get({ path: ACCOUNTS, schema: accounts }),
    client.get({ path: ORGANISATIONS, schema: organisations }),
  ]);
  if (!listed.ok) return listed;
  if (!organised.ok) return organised;
  const value = {
    accounts: listed.value ?? [],
    organisations: organised.value ?? [],
  };
  return { ...listed, value };
}

/**
 * GET /api/extensions/sessions (docs/api-contract.md 10.7): the own ones, or for an
 * organizer those of an account.
 */
export function getSessions(client: Client, accountId?: number) {
  return client.get({ path: SESSIONS, query: { accountId }, schema: sessions });
}

/**
 * Sends one change of accounts, organisations, sessions or read-only tokens. 409: the name is
 * taken, or the last organizer would be lost; 400 for a wrong current password;
 * 404 for a session or token that has ended already.
 */
export function changeStaff(
  client: Client,
  change: StaffChange,
): Promise<Reply<unknown>> {
  switch (change.kind) {
    case 'addAccount': {
      const { ngoId, account, password } = change;
      const body = { ngoId, account, password };
      return client.send({ method: 'POST', path: ACCOUNTS, body });
    }
    case 'addOrganisation': {
      const { name, shortName } = change;
      const body = { name, shortName };
      return client.send({ method: 'POST', path: ORGANISATIONS, body });
    }
    case 'renameOrganisation': {
      const { name, shortName } = change;
      const path = `${ORGANISATIONS}/${change.ngoId}`;
      const body = { name, shortName };
      return client.send({ method: 'POST', path, body });
    }
    case 'setOrganisationActive': {
      const path = `${ORGANISATIONS}/${change.ngoId}/status`;
      const body = { isActive: change.isActive };
      return client.send({ method: 'PATCH', path, body });
    }
    case 'setPassword': {
      const path = `${ACCOUNTS}/${change.accountId}`;
      const body = { password: change.password };
      return client.send({ method: 'PATCH', path, body });
    }
    case 'setActive': {
      const path = `${ACCOUNTS}/${change.accountId}`;
      const body = { isActive: change.isActive };
      return client.send({ method: 'PATCH', path, body });
    }
    case 'setOrganizer': {
      const path = `${ORGANISATIONS}/${change.ngoId}/organizer`;
      const body = { isOrganizer: change.isOrganizer };
      return client.send({ method: 'PATCH', path, body });
    }
    case 'changePassword': {
      const path = '/api/extensions/password';
      const body = { current: change.current, next: change.next };
      return client.send({ method: 'POST', path, body });
    }
    case 'requireSecondFactor':
      return requireSecondFactor(client, change.isRequired);
    case 'endSession': {
      const path = `${SESSIONS}/${change.sessionId}`;
      return client.send({ method: 'DELETE', path });
    }
    case 'endReadToken':
      return endReadToken(client, change.tokenId);
  }
}
