import { describe, expect, it } from 'vitest';

import { createClient } from '@/api/client';
import type { StaffChange } from '@/domain/account';
import { changeStaff } from '@/workers/staff-change';

const ACCOUNTS = '/api/extensions/accounts';
const NGOS = '/api/v1/ngo';
const SESSIONS = '/api/extensions/sessions';
const TOKENS = '/api/extensions/tokens';
const COUNT = '/api/v1/observer/count';

/** Wire rows of every list, by path. */
type Lists = Record<string, object[]>;

function aServer(): Lists {
  return {
    [ACCOUNTS]: [anAccount(7, 'ana@demo.org')],
    [NGOS]: [
      {
        id: 2,
        shortName: 'L',
        name: 'Lupa',
        organizer: false,
        isActive: true,
      },
    ],
    [SESSIONS]: [aSession('s1'), aSession('s2')],
    [TOKENS]: [aToken(5), aToken(6)],
  };
}

function anAccount(id: number, account: string) {
  const flags = { isActive: true, isOrganizer: false };
  return { id, ngoId: 2, ngo: 'Lupa', account, ...flags, lastSignInAt: null };
}

function aSession(id: string) {
  const times = { createdAt: null, lastSeenAt: null };
  return { id, ...times, userAgent: '', isCurrent: id === 's1' };
}

function aToken(id: number) {
  const times = { madeAt: null, endsAt: null, lastUsedAt: null };
  return { id, name: 'Grafana', ngo: null, madeBy: 'ana', ...times };
}

/**
 * Makes a change where every write is answered 200 without a body.
 * @param effect what it does at the server; a portal that answers in its place does nothing.
 */
async function make(
  change: StaffChange,
  effect: (lists: Lists) => void = () => {},
  readAs = (rows: unknown) => Response.json(rows),
) {
  const lists = aServer();
  const asked: string[] = [];
  const client = createClient({
    host: 'http://server.test',
    fetch: async (input, init) => {
      const { method, url } = new Request(input, init);
      const { pathname, search } = new URL(url);
      asked.push(`${method} ${pathname}${search}`);
      if (method !== 'GET') {
        effect(lists);
        return new Response(null, { status: 200 });
      }
      return readAs(pathname === COUNT ? 12 : lists[pathname]);
    },
  });
  return { reply: await changeStaff(client, change), asked };
}

function edit(path: string, id: number, changes: object) {
  return (lists: Lists) => {
    lists[path] = (lists[path] ?? []).map((row) =>
      'id' in row && row.id === id ? { ...row, ...changes } : row,
    );
  };
}

function add(path: string, row: object) {
  return (lists: Lists) => void lists[path]?.push(row);
}

function remove(path: string, id: number | string) {
  return (lists: Lists) => {
    lists[path] = (lists[path] ?? []).filter(
      (row) => 'id' in row && row.id !== id,
    );
  };
}

const org = { organizer: false, isActive: true };
const password = 'o parolă destul de lungă';

/** Changes that a list shows, and what each does to it. */
const shown: {
  [
    K in Exclude<
      StaffChange['kind'],
      'setPassword' | 'changePassword' | 'requireSecondFactor'
    >
  ]: [Extract<StaffChange, { kind: K }>, (lists: Lists) => void];
} = {
  addAccount: [
    { kind: 'addAccount', ngoId: 2, account: 'Dan@demo.org', password },
    add(ACCOUNTS, anAccount(8, 'dan@demo.org')),
  ],
  addOrganisation: [
    { kind: 'addOrganisation', name: 'Nouă', shortName: 'N' },
    add(NGOS, { id: 3, name: 'Nouă', shortName: 'N', ...org }),
  ],
  renameOrganisation: [
    { kind: 'renameOrganisation', ngoId: 2, name: 'Lup', shortName: 'LP' },
    edit(NGOS, 2, { name: 'Lup', shortName: 'LP' }),
  ],
  setOrganisationActive: [
    { kind: 'setOrganisationActive', ngoId: 2, isActive: false },
    edit(NGOS, 2, { isActive: false }),
  ],
  setActive: [
    { kind: 'setActive', accountId: 7, isActive: false },
    edit(ACCOUNTS, 7, { isActive: false }),
  ],
  setOrganizer: [
    { kind: 'setOrganizer', ngoId: 2, isOrganizer: true },
    edit(NGOS, 2, { organizer: true }),
  ],
  endSession: [{ kind: 'endSession', sessionId: 's2' }, remove(SESSIONS, 's2')],
  endReadToken: [{ kind: 'endReadToken', tokenId: 5 }, remove(TOKENS, 5)],
};

const unproven = { ok: false, failure: { kind: 'unproven', status: 200 } };

describe.each(Object.entries(shown))('%s', (_kind, [change, effect]) => {
  it('is done when the list shows it', async () => {
    expect((await make(change, effect)).reply).toMatchObject({ ok: true });
  });

  it('is not when something else said yes, and the server is heard after it', async () => {
    expect((await make(change)).reply).toEqual(unproven);
  });

  it('is not when the list cannot be read', async () => {
    const page = () => new Response('<html>Sign in</html>');
    expect((await make(change, effect, page)).reply).toEqual(unproven);
  });
});

describe('something that is added', () => {
  it('is not taken for what was there before under the same name', async () => {
    const change = { ...shown.addAccount[0], account: 'ana@demo.org' };
    expect((await make(change)).reply).toEqual(unproven);
    const again = { kind: 'addOrganisation', name: 'Lupa', shortName: 'L' };
    expect((await make(again as StaffChange)).reply).toEqual(unproven);
  });

  it('in another organisation is something else', async () => {
    const other = { ...anAccount(8, 'dan@demo.org'), ngoId: 3 };
    const made = await make(shown.addAccount[0], add(ACCOUNTS, other));
    expect(made.reply).toEqual(unproven);
  });
});

describe('what no list shows', () => {
  it.each<StaffChange>([
    { kind: 'setPassword', accountId: 7, password },
    { kind: 'changePassword', current: password, next: password },
  ])('counts when the server is heard after it: $kind', async (change) => {
    const { reply, asked } = await make(change);
    expect(reply).toMatchObject({ ok: true });
    expect(asked.at(-1)).toBe(`GET ${COUNT}`);
  });
});

it('the session of another account is looked for among its own', async () => {
  const change = { kind: 'endSession', sessionId: 's2', accountId: 7 } as const;
  const { reply, asked } = await make(change, remove(SESSIONS, 's2'));
  expect(reply).toMatchObject({ ok: true });
  expect(asked.at(-1)).toBe(`GET ${SESSIONS}?accountId=7`);
});

it('a refusal is the answer, and nothing is asked after it', async () => {
  const asked: string[] = [];
  const client = createClient({
    host: 'http://server.test',
    fetch: async (input, init) => {
      asked.push(new Request(input, init).method);
      return new Response('No such account', { status: 404 });
    },
  });
  const change = { kind: 'setActive', accountId: 7, isActive: true } as const;
  const reply = await changeStaff(client, change);
  expect(reply).toMatchObject({ ok: false, failure: { kind: 'missing' } });
  expect(asked).toEqual(['PATCH']);
});
