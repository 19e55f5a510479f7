import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, open, readFile, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough, Readable } from 'node:stream';

import { eq } from 'drizzle-orm';
import {
  afterEach,
  beforeEach,
  describe,
  expect,
  it,
  onTestFinished,
  vi,
} from 'vitest';

import { AdminError } from '../../../server/admin/admin-error';
import { HELP, readAdminOptions } from '../../../server/admin/options';
import { readPassword } from '../../../server/admin/password-input';
import { runCommand } from '../../../server/admin/run-command';
import { holdFolder } from '../../../server/db/hold-folder';
import {
  auditEntry,
  ngo,
  ngoAdmin,
  recoveryCode,
  secondFactor,
} from '../../../server/db/schema';
import { requireSecondFactors } from '../../../server/services/second-factor/second-factor';
import { OptionError } from '../../../server/start/options';
import { root } from '../../support/source';
import { emptyDatabase } from '../support/fixtures';
import { onEachDatabase } from '../support/on-each-database';
import { START, startServer } from '../support/server';

const GOOD = 'correct horse battery';

describe('the command line', () => {
  it.each([
    [[], /A command is missing/],
    [['toString'], /no command 'toString'/],
    [['reset-password'], /Say: reset-password ACCOUNT/],
    [['reset-password', 'a', 'secret'], /Say: reset-password ACCOUNT/],
    [['list-accounts', '--password', 'x'], /--password/],
    [
      ['restore', 'x', '--unpacked-gb', 'all'],
      /--unpacked-gb must be a number/,
    ],
    [['restore', 'x', '--unpacked-gb', '0'], /--unpacked-gb must be a number/],
  ])('refuses %o', (args, reason) => {
    const read = () => readAdminOptions(args, {});
    expect(read).toThrow(OptionError);
    expect(read).toThrow(reason);
  });

  it('uses the database of the server, and checks its address', () => {
    const env = { DATABASE_URL: 'postgres://me@localhost/votes' };
    expect(readAdminOptions(['list-accounts'], env)).toMatchObject({
      databaseUrl: 'postgres://me@localhost/votes',
      dataDir: '.data',
    });
    const wrong = { DATABASE_URL: 'mysql://u:hidden@h/d' };
    expect(() => readAdminOptions(['list-accounts'], wrong)).toThrow(
      /DATABASE_URL must/,
    );
  });

  it('takes how much a backup unpacks to', () => {
    const read = (...args: string[]) =>
      readAdminOptions(['restore', 'x', ...args], {}).maxUnpackedBytes;
    expect(read('--unpacked-gb', '2.5')).toBe(2_500_000_000);
    expect(read()).toBeUndefined();
  });

  it('explains each command', () => {
    for (const args of [['list-accounts'], ['backup', 'x'], ['restore', 'x']]) {
      expect(HELP).toContain(readAdminOptions(args, {}).command);
    }
  });
});

describe('the process', () => {
  async function runProcess(args: string[]) {
    const child = spawn(
      process.execPath,
      ['--import', 'tsx', 'server/admin.ts', ...args],
      { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] },
    );
    let output = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (chunk: unknown) => {
        output += String(chunk);
      });
    }
    const [code]: unknown[] = await once(child, 'close');
    return { code, output };
  }

  it('says what is wrong, with the code of its help', async () => {
    const { code, output } = await runProcess(['nonsense']);
    expect(output).toMatch(/no command 'nonsense'\.\nSee .*--help/);
    expect(code).toBe(2);
    expect(await runProcess(['--help'])).toEqual({
      code: 0,
      output: `${HELP}\n`,
    });
  }, 60_000);

  it('makes no database where the server has none, as its backup would be empty', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'vote-monitoring-admin-'));
    const file = join(folder, 'all.gz');
    const { code, output } = await runProcess([
      'backup',
      file,
      '--data',
      folder,
    ]);
    expect(output).toContain(
      `There is no database in ${folder}. Set DATABASE_URL`,
    );
    expect(code).toBe(1);
    expect(await readdir(folder)).toEqual([]);
    await rm(folder, { recursive: true, force: true });
  }, 60_000);

  it('keeps out of a folder that a server holds', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'vote-monitoring-admin-'));
    await mkdir(join(folder, 'db'));
    const release = await holdFolder(join(folder, 'db'));
    const { code, output } = await runProcess([
      'list-accounts',
      '--data',
      folder,
    ]);
    release();
    await rm(folder, { recursive: true, force: true });
    expect(output).toMatch(/in use by another running server\. Stop it first/);
    expect(code).toBe(1);
  }, 60_000);
});

describe('a typed password', () => {
  const terminal = (...lines: string[]) => {
    const input = Object.assign(new PassThrough(), {
      isTTY: true,
      setRawMode: () => {},
    });
    const said: string[] = [];
    const say = (text: string) => {
      said.push(text);
      const next = text.endsWith(': ') ? lines.shift() : undefined;
      if (next !== undefined) setImmediate(() => input.write(`${next}\r`));
    };
    return { input, said, say };
  };

  it('is asked for twice and never shown', async () => {
    const { input, said, say } = terminal(GOOD, GOOD);
    expect(await readPassword(input, say)).toBe(GOOD);
    expect(said.join('')).toBe('New password: \nThe same again: \n');
  });

  it('must be the same twice', async () => {
    const { input, say } = terminal(GOOD, `${GOOD}!`);
    await expect(readPassword(input, say)).rejects.toThrow(/differ/);
  });

  it('must be there', async () => {
    const nothing = readPassword(Readable.from([]), () => {});
    await expect(nothing).rejects.toThrow('No password was given.');
  });
});

onEachDatabase((database) => {
  let folder = '';

  beforeEach(async () => {
    await emptyDatabase(database().db);
    folder = await mkdtemp(join(tmpdir(), 'vote-monitoring-admin-'));
  });

  afterEach(async () => {
    await rm(folder, { recursive: true, force: true });
  });

  /** What the command prints. */
  async function run(args: string[], typed = `${GOOD}\n`): Promise<string> {
    const printed: string[] = [];
    await runCommand(database(), readAdminOptions(args, {}), {
      input: Readable.from([typed]),
      print: (line) => printed.push(line),
      say: () => {},
      now: START,
      version: '1.2.3',
    });
    return printed.join('\n');
  }

  async function canSignIn(user: string, password: string): Promise<boolean> {
    const { ask } = startServer(database());
    const reply = await ask('/api/v2/access/authorize', {
      method: 'POST',
      body: { user, password },
    });
    return reply.status === 200;
  }

  it('makes the first organizer and more of them, who can sign in', async () => {
    await run(['create-organizer', 'olga@example.org']);
    await run(['create-organizer', 'oana@example.org', '--ngo', 'ORG']);
    expect(await canSignIn('olga@example.org', GOOD)).toBe(true);
    expect(await canSignIn('oana@example.org', GOOD)).toBe(true);
    expect(await run(['list-accounts'])).toBe(
      'oana@example.org  ORG, organizer\nolga@example.org  ORG, organizer',
    );
    await expect(run(['create-organizer', 'OLGA@example.org'])).rejects.toThrow(
      new AdminError('Another account already has this name.'),
    );
    await expect(
      run(['create-organizer', 'x@example.org', '--ngo', 'NONE']),
    ).rejects.toThrow("There is no organizer 'NONE'.");
  });

  it('adds to organizers that are not closed, so that the account can sign in', async () => {
    const { db } = database();
    await db.insert(ngo).values([
      { shortName: 'OLD', name: 'Closed', organizer: true, isActive: false },
      { shortName: 'NEW', name: 'Open', organizer: true },
    ]);
    await run(['create-organizer', 'olga@example.org']);
    expect(await canSignIn('olga@example.org', GOOD)).toBe(true);
    await expect(
      run(['create-organizer', 'oana@example.org', '--ngo', 'OLD']),
    ).rejects.toThrow(
      new AdminError("The organizer 'OLD' is closed: name another one."),
    );
    expect(await run(['list-accounts'])).toBe(
      'olga@example.org  NEW, organizer',
    );
  });

  it('gives an account a new password, in any casing of its name', async () => {
    await run(['create-organizer', 'olga@example.org']);
    const printed = await run([
      'reset-password',
      'Olga@Example.org',
      '--generate',
    ]);
    const password = /Password: (\S{24})$/.exec(printed)?.[1] ?? '';
    expect(await canSignIn('olga@example.org', password)).toBe(true);
    expect(await canSignIn('olga@example.org', GOOD)).toBe(false);
    await expect(run(['reset-password', 'nobody'])).rejects.toThrow(
      "There is no account 'nobody'.",
    );
  });

  describe('when nobody has the second factor any more', () => {
    const login = '/api/v2/access/authorize';
    const olga = { user: 'olga@example.org', password: GOOD };

    /** Olga's account has a second factor, and the server requires it of all. */
    async function requireOfOlga() {
      await run(['create-organizer', olga.user]);
      const { db } = database();
      const [account] = await db.select().from(ngoAdmin);
      const adminId = account?.id ?? 0;
      await db.insert(secondFactor).values({
        adminId,
        secret: 'sealed',
        confirmedAt: START,
      });
      await db.insert(recoveryCode).values({ adminId, hash: 'a hash' });
      await requireSecondFactors(db, true);
      return adminId;
    }

    async function statusOf(path: string): Promise<number> {
      const { ask } = startServer(database());
      const reply = await ask(login, { method: 'POST', body: olga });
      const { access_token: token } = await reply.json();
      const headers = { Authorization: `Bearer ${token}` };
      return (await ask(path, { headers })).status;
    }

    it('takes it off an account, and no longer requires one', async () => {
      const adminId = await requireOfOlga();
      expect(await canSignIn(olga.user, GOOD)).toBe(false);
      const printed = await run(['remove-second-factor', 'Olga@example.org']);
      expect(printed).toMatch(/password alone now/);
      expect(await canSignIn(olga.user, GOOD)).toBe(true);
      expect(await database().db.$count(recoveryCode)).toBe(0);
      expect(await statusOf('/api/v1/form')).toBe(403);
      expect(await run(['second-factor-optional'])).toMatch(/no longer/);
      expect(await statusOf('/api/v1/form')).toBe(200);
      const rows = await database()
        .db.select()
        .from(auditEntry)
        .where(eq(auditEntry.account, 'command line'))
        .orderBy(auditEntry.id);
      expect(rows.map(({ action, subject }) => [action, subject])).toEqual([
        ['account added', `account ${adminId}`],
        ['second factor removed', `account ${adminId}`],
        ['second factor optional', null],
      ]);
    });

    it('says what there was nothing to do about', async () => {
      await run(['create-organizer', olga.user]);
      await expect(run(['remove-second-factor', olga.user])).rejects.toThrow(
        new AdminError(`The account '${olga.user}' has no second factor.`),
      );
      await expect(run(['remove-second-factor', 'nobody'])).rejects.toThrow(
        "There is no account 'nobody'.",
      );
      expect(await run(['second-factor-optional'])).toMatch(/was not required/);
    });

    it('stays after an election is forgotten, as passwords do', async () => {
      await requireOfOlga();
      await run(['forget-election', 'ORG', '--yes-forget']);
      expect(await canSignIn(olga.user, GOOD)).toBe(false);
    });
  });

  it('refuses a short password', async () => {
    await expect(
      run(['create-organizer', 'olga@example.org'], 'elevenchars\n'),
    ).rejects.toThrow('A password must have at least 12 characters.');
    expect(await run(['list-accounts'])).toBe('');
  });

  it('writes the audit log as CSV, which no spreadsheet runs', async () => {
    await database()
      .db.insert(auditEntry)
      .values(
        ['=1+1', 'olga@example.org'].map((account) => ({
          at: START,
          adminId: 3,
          account,
          address: '192.0.2.7',
          requestId: 'a-request',
          action: 'observer changed',
          subject: 'observer 41',
          after: '{"name":"Maria"}',
        })),
      );
    const file = join(folder, 'audit.csv');
    expect(await run(['export-audit', file])).toBe(
      `2 entries of the audit log are in ${file}.`,
    );
    const [head, newest, oldest] = (await readFile(file, 'utf8')).split('\r\n');
    expect(head).toMatch(/^Id,At,AdminId,Account,/);
    expect(newest).toContain('"olga@example.org","192.0.2.7","a-request"');
    expect(newest).toContain('"observer 41",,"{""name"":""Maria""}"');
    expect(oldest).toContain(`,"'=1+1",`);
    await expect(run(['export-audit', file])).rejects.toThrow(/there already/);
  });

  it('exports the whole audit log where the disk takes a part at a time', async () => {
    await run(['create-organizer', 'olga@example.org']);
    const other = await open(join(folder, 'other'), 'w');
    await other.close();
    const handles: { write: typeof other.write } = Object.getPrototypeOf(other);
    const writes = vi.spyOn(handles, 'write');
    // As write(2) may: fewer bytes than it was given.
    writes.mockImplementation(async function (this: typeof other, text) {
      const part = String(text).slice(0, 10);
      await this.appendFile(part);
      return { bytesWritten: part.length, buffer: text };
    });
    onTestFinished(() => writes.mockRestore());
    const file = join(folder, 'audit.csv');
    await run(['export-audit', file]);
    const lines = (await readFile(file, 'utf8')).trimEnd().split('\r\n');
    expect(lines).toHaveLength(2);
    expect(lines[1]).toContain('account added');
  });

  it('is in the audit log itself, without a secret', async () => {
    await run(['create-organizer', 'olga@example.org']);
    await run(['reset-password', 'olga@example.org']);
    const file = join(folder, 'all.gz');
    await run(['backup', file]);
    await run(['export-audit', join(folder, 'audit.csv')]);
    await expect(run(['reset-password', 'nobody'])).rejects.toThrow(AdminError);
    await expect(run(['backup', file])).rejects.toThrow(AdminError);
    const [olga] = await database().db.select().from(ngoAdmin);
    const subject = `account ${olga?.id}`;
    expect(await logged()).toEqual([
      ['account added', subject, expect.stringContaining('"olga@')],
      ['account changed', subject, '{"password":"(secret)"}'],
      ['backup', null, expect.stringContaining('all.gz')],
      ['export', 'audit log', expect.stringContaining('"entries":3')],
    ]);

    await emptyDatabase(database().db);
    await run(['restore', file]);
    await run(['forget-election', 'ORG', '--yes-forget']);
    expect(await logged()).toEqual([
      ['account added', subject, null],
      ['account changed', subject, null],
      ['restore', null, null],
      ['election forgotten', null, null],
    ]);
  });

  /** The entries, which all are of the command line. */
  async function logged() {
    const rows = await database()
      .db.select()
      .from(auditEntry)
      .orderBy(auditEntry.id);
    for (const { adminId, account, address } of rows) {
      expect([adminId, account, address]).toEqual([null, 'command line', '']);
    }
    return rows.map(({ action, subject, after }) => [action, subject, after]);
  }

  it('leaves an empty database empty, so that a backup can be restored into it', async () => {
    await emptyDatabase(database().db);
    const file = join(folder, 'nothing.gz');
    await run(['backup', file]);
    await run(['export-audit', join(folder, 'nothing.csv')]);
    await run(['restore', file]);
    expect(await run(['list-accounts'])).toBe('');
  });

  it('never writes a backup over a file', async () => {
    await run(['create-organizer', 'olga@example.org']);
    const file = join(folder, 'all.gz');
    expect(await run(['backup', file])).toBe(`Everything is in ${file}.`);
    await expect(run(['backup', file])).rejects.toThrow(/is there already/);
    const nowhere = join(folder, 'none', 'all.gz');
    await expect(run(['backup', nowhere])).rejects.toThrow(
      `Cannot write ${nowhere}: ENOENT.`,
    );
    await expect(run(['restore', `${file}.gone`])).rejects.toThrow(/no file/);
    await emptyDatabase(database().db);
    await run(['restore', file]);
    expect(await canSignIn('olga@example.org', GOOD)).toBe(true);
  });
});
