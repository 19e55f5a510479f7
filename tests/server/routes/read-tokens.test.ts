import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';

import { sql } from 'drizzle-orm';
import { beforeEach, expect, it } from 'vitest';

import { operations } from '../../../server/app';
import { writeBackup } from '../../../server/backup/write';
import { idempotencyKey, ngo, readToken } from '../../../server/db/schema';
import { cleanUp } from '../../../server/services/clean-up';
import { holdElection } from '../support/election';
import { onEachDatabase } from '../support/on-each-database';
import { freshServer, START, startServer } from '../support/server';

const path = '/api/extensions/tokens';
const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;

const daysOn = (days: number) => new Date(START.getTime() + days * DAY_MS);

interface Made {
  id: number;
  token: string;
  endsAt: string;
}

/** docs/api-contract.md 10.11. */
onEachDatabase((database) => {
  const server = freshServer(database);
  beforeEach(() => holdElection(database().db));

  const make = (body: unknown, headers = {}) =>
    server().ask(path, { method: 'POST', as: 'organizer', body, headers });
  const made = async (body: unknown = { name: 'Dashboard' }) => {
    const reply = await make(body);
    expect(reply.status).toBe(200);
    return (await reply.json()) as Made;
  };
  const askWith = (token: string, to: string, method = 'GET', body?: unknown) =>
    server().ask(to, {
      method,
      body,
      headers: { Authorization: `Bearer ${token}` },
    });
  const audit = async () =>
    (await server().read('/api/extensions/audit?pageSize=100')) as {
      action: string;
      account: string;
      adminId: number | null;
      subject: string | null;
      after: string | null;
    }[];

  it('tells a token once, and stores only its hash', async () => {
    const reply = await make({ name: ' Dashboard ', ngoId: 2 });
    expect(reply.headers.get('Cache-Control')).toBe('no-store');
    const { id, token, endsAt } = (await reply.json()) as Made;
    // 256 bits are 43 characters of 6.
    expect(token).toMatch(/^vmr_[\w-]{43}$/);
    expect(endsAt).toBe(daysOn(30).toISOString());
    const listed = await server().read(path);
    expect(listed).toEqual([
      {
        id,
        name: 'Dashboard',
        ngoId: 2,
        ngo: 'Free Vote Association',
        madeBy: 'olga@example.org',
        madeAt: START.toISOString(),
        endsAt,
        lastUsedAt: null,
      },
    ]);
    const [row] = await database().db.select().from(readToken);
    expect(row?.hash).toMatch(/^[0-9a-f]{64}$/);
    expect(JSON.stringify([row, listed, await audit()])).not.toContain(token);
    expect((await made()).token).not.toBe(token);
  });

  it('is in a backup as its hash alone', async () => {
    const { token } = await made();
    const folder = await mkdtemp(join(tmpdir(), 'vote-monitoring-tokens-'));
    const file = join(folder, 'all.gz');
    const facts = { app: '1.2.3', now: START, say: () => {} };
    await writeBackup(database().startDb, file, facts);
    const text = gunzipSync(await readFile(file)).toString();
    await rm(folder, { recursive: true });
    const [row] = await database().db.select().from(readToken);
    expect(text).toContain(row?.hash);
    expect(text).not.toContain(token);
  });

  it('stores no token as the reply to a key', async () => {
    const key = { 'Idempotency-Key': 'one-key' };
    await make({ name: 'Dashboard' }, key);
    const again = await make({ name: 'Dashboard' }, key);
    expect(again.status).toBe(200);
    expect(await database().db.select().from(idempotencyKey)).toEqual([]);
    expect(await server().read(path)).toHaveLength(2);
  });

  it.each([
    ['no name', { name: ' ' }, 'Name'],
    ['a long name', { name: 'x'.repeat(51) }, 'Name'],
    ['no date', { name: 'x', endsAt: 'soon' }, 'endsAt'],
    ['an end that is past', { name: 'x', endsAt: START }, 'endsAt'],
    [
      'an end after more than 400 days',
      { name: 'x', endsAt: daysOn(400.01) },
      'endsAt',
    ],
  ])('makes none with %s', async (_, body, field) => {
    const reply = await make(body);
    expect(reply.status).toBe(400);
    expect(await reply.json()).toHaveProperty(['errors', field]);
    expect(await server().read(path)).toEqual([]);
  });

  it('makes one of 400 days, and none of an NGO that does not exist', async () => {
    expect((await make({ name: 'x', endsAt: daysOn(400) })).status).toBe(200);
    expect((await make({ name: 'x', ngoId: 99 })).status).toBe(400);
  });

  it('makes at most 20 of one organisation, also when many are made at once', async () => {
    const replies = await Promise.all(
      Array.from({ length: 22 }, (_, at) =>
        make({ name: `Dashboard ${at}`, ngoId: 2 }),
      ),
    );
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(20);
    const refused = replies.find(({ status }) => status === 422);
    expect((await refused?.json())?.detail).toContain('at most 20');
    // Of others there may be more, and one that has ended makes room.
    await made({ name: 'All' });
    const [first] = (await server().read(path)) as Made[];
    await server().ask(`${path}/${first?.id}`, {
      method: 'DELETE',
      as: 'organizer',
    });
    server().clock.now = daysOn(31);
    await made({ name: 'Later', ngoId: 2 });
  });

  it('is refused by everything but GET of the downloads and of the feed', async () => {
    const { token } = await made();
    const allowed = [];
    for (const { method, path: pattern } of operations) {
      const to = pattern.replace(/\{(\w+)\}/g, '1');
      const reply = await askWith(
        token,
        to,
        method.toUpperCase(),
        method === 'get' ? undefined : {},
      );
      if (reply.status === 403) {
        expect((await reply.json()).detail).toContain('read-only token');
        continue;
      }
      expect([to, reply.status]).toEqual([to, 200]);
      await reply.arrayBuffer();
      allowed.push(`${method} ${pattern}`);
    }
    expect(allowed).toEqual([
      'get /api/v1/export/all',
      'get /api/v1/export/all/notes',
      'get /api/v2/export/all',
      'get /api/extensions/feed',
    ]);
  });

  it('reads the downloads of its own organisation only', async () => {
    const { token } = await made({ name: 'FVA', ngoId: 2 });
    const ngosOf = async (to: string) => {
      const [, ...lines] = (await (await askWith(token, to)).text()).split(
        '\r\n',
      );
      return new Set(lines.filter(Boolean).map((line) => line.split(',')[1]));
    };
    expect(await ngosOf('/api/v1/export/all')).toEqual(new Set(['2']));
    expect(await ngosOf('/api/v1/export/all?idNgo=2')).toEqual(new Set(['2']));
    expect(await ngosOf('/api/v1/export/all/notes')).toEqual(new Set(['2']));
    for (const to of [
      '/api/v1/export/all?idNgo=1',
      '/api/v1/export/all/notes?ngoId=1',
      '/api/v2/export/all',
    ]) {
      expect([to, (await askWith(token, to)).status]).toEqual([to, 403]);
    }
    const all = await made({ name: 'All' });
    const everything = await askWith(all.token, '/api/v1/export/all?idNgo=1');
    expect(everything.status).toBe(200);
    expect(await everything.text()).toContain('0722000042');
  });

  it('is ended with the next request', async () => {
    const { id, token } = await made();
    const feed = '/api/extensions/feed';
    expect((await askWith(token, feed)).status).toBe(200);
    const end = () =>
      server().ask(`${path}/${id}`, { method: 'DELETE', as: 'organizer' });
    expect((await end()).status).toBe(200);
    const refused = await askWith(token, feed);
    expect(refused.status).toBe(401);
    expect(refused.headers.get('WWW-Authenticate')).toBe('Bearer');
    // Another process on the same database obeys as soon.
    const other = startServer(database());
    const asked = { headers: { Authorization: `Bearer ${token}` } };
    expect((await other.ask(feed, asked)).status).toBe(401);
    expect((await end()).status).toBe(404);
  });

  it('ends with its time, and while its organisation is closed', async () => {
    const { token } = await made({
      name: 'x',
      ngoId: 2,
      endsAt: daysOn(1),
    });
    const status = async () =>
      (await askWith(token, '/api/extensions/feed')).status;
    await database().db.update(ngo).set({ isActive: false });
    expect(await status()).toBe(401);
    await database().db.update(ngo).set({ isActive: true });
    expect(await status()).toBe(200);
    server().clock.now = daysOn(1);
    expect(await status()).toBe(401);
    // Listed for a month, so that somebody sees why a dashboard stopped.
    const { db } = database();
    await cleanUp(db, daysOn(31), () => {});
    expect(await db.select().from(readToken)).toHaveLength(1);
    await cleanUp(db, daysOn(31.01), () => {});
    expect(await db.select().from(readToken)).toEqual([]);
  });

  it('counts only in the header, and only whole', async () => {
    const { token } = await made();
    const feed = '/api/extensions/feed';
    for (const to of [
      `${feed}?token=${token}`,
      `${feed}?access_token=${token}`,
    ])
      expect((await server().ask(to)).status).toBe(401);
    for (const wrong of [
      'vmr_',
      `${token}x`,
      token.slice(0, -1),
      token.replace('vmr_', ''),
      `vmr_${'A'.repeat(43)}`,
    ])
      expect((await askWith(wrong, feed)).status).toBe(401);
  });

  it('is in the audit log when made, used and ended, uses once an hour', async () => {
    const { id, token } = await made({ name: 'Dashboard', ngoId: 2 });
    const feed = '/api/extensions/feed';
    const usedAt = async () => {
      const [row] = (await server().read(path)) as { lastUsedAt: string }[];
      return row?.lastUsedAt;
    };
    for (const minutes of [5, 50, 65, 119]) {
      server().clock.now = new Date(START.getTime() + minutes * 60_000);
      await askWith(token, feed);
    }
    expect(await usedAt()).toBe(
      new Date(START.getTime() + HOUR_MS).toISOString(),
    );
    await askWith(token, '/api/v1/export/all');
    await server().ask(`${path}/${id}`, { method: 'DELETE', as: 'organizer' });
    const subject = `token ${id}`;
    const reader = { account: 'token Dashboard', adminId: null };
    expect((await audit()).toReversed()).toEqual([
      expect.objectContaining({
        action: 'token made',
        subject,
        account: 'olga@example.org',
        adminId: 3,
        after: JSON.stringify({
          name: 'Dashboard',
          ngoId: 2,
          endsAt: daysOn(30),
        }),
      }),
      expect.objectContaining({ action: 'token used', subject, ...reader }),
      expect.objectContaining({ action: 'token used', subject, ...reader }),
      expect.objectContaining({ action: 'export', ...reader }),
      expect.objectContaining({ action: 'token ended', subject, adminId: 3 }),
    ]);
  });

  it('has one entry where several programs begin at once in an hour', async () => {
    const { token } = await made();
    const feed = '/api/extensions/feed';
    await Promise.all([1, 2, 3, 4].map(() => askWith(token, feed)));
    const uses = (await audit()).filter(
      ({ action }) => action === 'token used',
    );
    expect(uses).toHaveLength(1);
  });

  it('reads also where its use cannot be stored, which the log of the server says', async () => {
    const { id, token } = await made();
    const { db } = database();
    await db.execute(
      sql`alter table read_token add constraint unused check (last_used_at is null)`,
    );
    const lines: string[] = [];
    const log = (line: string) => lines.push(line);
    try {
      const reply = await startServer(database(), { log }).ask(
        '/api/extensions/feed',
        { headers: { Authorization: `Bearer ${token}` } },
      );
      expect(reply.status).toBe(200);
    } finally {
      await db.execute(sql`alter table read_token drop constraint unused`);
    }
    expect(lines).toEqual([
      expect.stringContaining(`The use of token ${id} was not noted`),
    ]);
    expect(lines.join()).not.toContain(token);
  });

  it('is unknown to a server without extensions', async () => {
    const classic = startServer(database(), { quirks: { noExtensions: true } });
    const reply = await classic.ask(path, { as: 'organizer' });
    expect(reply.status).toBe(404);
  });
});
