import {
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rm,
  stat,
  writeFile,
} from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { ngoAdmin } from '../../../server/db/schema';
import { prepareDatabase } from '../../../server/start/first-start';
import { migrateDatabase } from '../../../server/start/migrate';
import {
  openOrExplain,
  openPush,
  StartError,
} from '../../../server/start/open-parts';
import { OptionError, readOptions } from '../../../server/start/options';
import { loadSecret } from '../../../server/start/secret';
import { emptyDatabase } from '../support/fixtures';
import { openPglite, unpackImage } from '../support/pglite-image';
import { startServerProcess } from '../support/server-process';

let folder = '';

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vote-monitoring-start-'));
});

afterEach(async () => {
  await rm(folder, { recursive: true, force: true });
});

describe('the options', () => {
  it('have the defaults of the README', () => {
    expect(readOptions([], {})).toEqual({
      port: 8080,
      host: '127.0.0.1',
      size: 'S',
      dataDir: '.data',
      databaseUrl: undefined,
      jwtSecret: undefined,
      firstAdmin: undefined,
      isClassic: false,
      isApiOnly: false,
      appDir: undefined,
      isMigration: false,
      wantsDemo: true,
      saysDemo: false,
      trustedProxies: undefined,
      uploadQuota: { files: 500, bytes: 2 ** 31 },
      allowedHosts: [],
      publicUrl: undefined,
      fcm: undefined,
      log: 'off',
      metricsToken: undefined,
      testLog: false,
    });
  });

  it('keep the audit log for ever, or for some days', () => {
    expect(readOptions([], {}).auditDays).toBeUndefined();
    expect(readOptions([], { AUDIT_DAYS: '365' }).auditDays).toBe(365);
  });

  it('limit what an observer sends, in megabytes and in files', () => {
    const env = { UPLOAD_MB: '100', UPLOAD_FILES: '0' };
    expect(readOptions([], env).uploadQuota).toEqual({
      files: 0,
      bytes: 100 * 2 ** 20,
    });
  });

  it('put demo data into a given database only when told so', () => {
    const env = { DATABASE_URL: 'postgres://me@localhost/votes' };
    expect(readOptions([], env).wantsDemo).toBe(false);
    expect(readOptions(['--demo'], env).wantsDemo).toBe(true);
    const own = {
      ADMIN_ACCOUNT: 'a@example.org',
      ADMIN_PASSWORD: 'long enough too',
    };
    expect(readOptions([], own)).toMatchObject({
      wantsDemo: false,
      firstAdmin: { account: 'a@example.org', password: 'long enough too' },
    });
  });

  it.each([
    [['--port', 'x'], {}, '--port'],
    [[], { UPLOAD_MB: '2 GB' }, 'UPLOAD_MB'],
    [[], { UPLOAD_FILES: '-1' }, 'UPLOAD_FILES'],
    [[], { AUDIT_DAYS: '0' }, 'AUDIT_DAYS'],
    [[], { AUDIT_DAYS: 'a year' }, 'AUDIT_DAYS'],
    [['--size', 'HUGE'], {}, '--size'],
    [['--nonsense'], {}, '--nonsense'],
    [['--allow-host', 'example.org'], {}, '--allow-host'],
    [[], { JWT_SECRET: 'short' }, 'JWT_SECRET'],
    [[], { METRICS_TOKEN: 'short' }, 'METRICS_TOKEN'],
    [[], { LOG: 'loud' }, 'LOG'],
    [[], { TRUST_PROXY: 'everybody' }, 'TRUST_PROXY'],
    [[], { TRUST_PROXY: '10.0.0.0/33' }, 'TRUST_PROXY'],
    [[], { TRUST_PROXY: '10.0.0.0/' }, 'TRUST_PROXY'],
    [[], { ADMIN_ACCOUNT: 'a' }, 'ADMIN_PASSWORD'],
    [[], { DATABASE_URL: 'mysql://u:hidden@h/d' }, 'DATABASE_URL'],
    [[], { DATABASE_URL: 'mysql://u:hidden@a,b/d' }, 'DATABASE_URL'],
    [[], { DATABASE_URL: 'postgres://u:hidden@a:1,b:x/d' }, 'DATABASE_URL'],
    [[], { DATABASE_POOLER_URL: 'postgres://u:hidden@h/d' }, 'DATABASE_URL'],
    [
      [],
      {
        DATABASE_URL: 'postgres://h/d',
        DATABASE_POOLER_URL: 'http://hidden',
      },
      'DATABASE_POOLER_URL',
    ],
    [[], { DATABASE_DISK: '/srv' }, 'DATABASE_URL'],
    [[], { FCM_CREDENTIALS: 'x', FCM_ENDPOINT: 'here' }, 'FCM_ENDPOINT'],
  ])('refuse %o %o by name', (args, env, name) => {
    const read = () => readOptions(args, env);
    expect(read).toThrow(OptionError);
    expect(read).toThrow(name);
    expect(read).not.toThrow(/hidden/);
  });
});

describe('the first start', () => {
  it('makes one organizer, and nothing more the next time', async () => {
    const database = await openPglite();
    await emptyDatabase(database.db);
    const wish = {
      wantsDemo: false,
      saysDemo: false,
      host: '127.0.0.1',
      size: 'S',
      firstAdmin: undefined,
    } as const;
    const prepare = (more: object = {}) =>
      prepareDatabase(database.db, { ...wish, ...more }, new Date());
    expect(await prepare()).toBe('none');
    const firstAdmin = {
      account: 'a@example.org',
      password: 'long enough too',
    };
    const short = { ...firstAdmin, password: 'long enough' };
    await expect(prepare({ firstAdmin: short })).rejects.toThrow(
      'ADMIN_PASSWORD must have at least 12 characters.',
    );
    expect(await prepare({ firstAdmin })).toBe('own');
    // It was set before, by an older server perhaps.
    expect(await prepare({ firstAdmin: short })).toBe('own');
    expect(await prepare({ wantsDemo: true })).toBe('own');
  });

  it('shows a demo to other computers only when told so', async () => {
    const database = await openPglite();
    const open = { host: '0.0.0.0', wantsDemo: true, size: 'XS' } as const;
    const prepare = (more: object = {}) => {
      const wish = { saysDemo: false, firstAdmin: undefined, ...open };
      return prepareDatabase(database.db, { ...wish, ...more }, new Date());
    };
    await emptyDatabase(database.db);
    await expect(prepare()).rejects.toThrow('Say --demo');
    expect(await database.db.select().from(ngoAdmin)).toEqual([]);
    expect(await prepare({ saysDemo: true })).toBe('demo');
    // Once it is there, too.
    await expect(prepare()).rejects.toThrow(StartError);
    expect(await prepare({ host: '127.0.0.1' })).toBe('demo');
    expect(await prepare({ host: 'localhost' })).toBe('demo');
    const firstAdmin = { account: 'a@b.example', password: 'long enough too' };
    await expect(prepare({ saysDemo: true, firstAdmin })).rejects.toThrow(
      'The database holds demo data',
    );
    await emptyDatabase(database.db);
  });

  it('keeps its secret in the folder, for the owner only', async () => {
    const database = await openPglite();
    await emptyDatabase(database.db);
    const options = {
      jwtSecret: undefined,
      databaseUrl: undefined,
      dataDir: folder,
    };
    const first = await loadSecret(options, database);
    expect(await loadSecret(options, database)).toEqual(first);
    const path = join(folder, 'jwt-secret');
    expect((await stat(path)).mode & 0o777).toBe(0o600);
    expect((await readFile(path, 'utf8')).length).toBeGreaterThan(40);

    const shared = { ...options, databaseUrl: 'postgres://somewhere/else' };
    const kept = await loadSecret(shared, database);
    expect(await loadSecret(shared, database)).toEqual(kept);
    expect(kept).not.toEqual(first);
  });
});

describe('a start that cannot go on', () => {
  it('says which database is not there, without the password', async () => {
    const databaseUrl = 'postgres://me:hidden@127.0.0.1:1/votes';
    const opening = openOrExplain({ databaseUrl, dataDir: folder });
    await expect(opening).rejects.toThrow(StartError);
    await expect(opening).rejects.toThrow(
      /^Cannot open the database postgres:\/\/127\.0\.0\.1:1\/votes: .*ECONNREFUSED/,
    );
    await expect(opening).rejects.not.toThrow(/hidden/);
  });

  it('says that the disk to watch is not there', async () => {
    const opening = openOrExplain({
      databaseUrl: 'postgres://127.0.0.1:1/votes',
      diskFolder: join(folder, 'nowhere'),
      dataDir: folder,
    });
    await expect(opening).rejects.toThrow(
      /^DATABASE_DISK is no folder that this server can look at: .*nowhere$/,
    );
  });

  it('says what is wrong with the account for push messages', async () => {
    const credentialsPath = join(folder, 'fcm.json');
    const fcm = {
      credentialsPath,
      endpoint: undefined,
      tokenEndpoint: undefined,
    };
    expect(await openPush({ fcm: undefined })).toBeUndefined();
    await expect(openPush({ fcm })).rejects.toThrow(
      /Cannot read FCM_CREDENTIALS/,
    );
    await writeFile(credentialsPath, '{"private_key":"hidden"}');
    await expect(openPush({ fcm })).rejects.toThrow(/not a service account/);
    await expect(openPush({ fcm })).rejects.not.toThrow(/hidden/);
    const whole = { project_id: 'p', client_email: 'e', private_key: 'k' };
    await writeFile(credentialsPath, JSON.stringify(whole));
    expect(await openPush({ fcm })).toHaveProperty('send');
  });
});

describe('the process', () => {
  function run(args: string[]) {
    return startServerProcess(['--data', folder, ...args]);
  }

  async function anApp(): Promise<string> {
    const dist = join(folder, 'app');
    await mkdir(dist);
    await writeFile(join(dist, 'index.html'), '<title>Another build</title>');
    return dist;
  }

  it('says where it is, keeps others out of its folder, and stops cleanly', async () => {
    await unpackImage(join(folder, 'db'));
    const first = run(['--port', '0', '--app', await anApp()]);
    const address = await first.address();
    const block = first.output();
    expect(block).toContain(`PGlite, in ${folder}`);
    expect(block).not.toContain('demo');
    expect(await (await fetch(`${address}/health`)).json()).toMatchObject({
      status: 'Healthy',
      version: expect.stringMatching(/^\d+\.\d+/),
    });

    const page = await fetch(`${address}/answers`);
    expect(await page.text()).toBe('<title>Another build</title>');

    const again = openOrExplain({ dataDir: folder, databaseUrl: undefined });
    await expect(again).rejects.toThrow(
      /data folder .* is in use by another running server.*--data DIR/,
    );

    first.child.kill('SIGTERM');
    expect(await first.exit).toBe(0);
  }, 60_000);

  it('makes no database where there is none to save before a migration', async () => {
    const backupFile = join(folder, 'before.gz');
    const options = {
      databaseUrl: undefined,
      pictures: undefined,
      dataDir: folder,
      backupFile,
    };
    const facts = { now: new Date(), version: '1', say: () => {} };
    await expect(migrateDatabase(options, facts)).rejects.toThrow(
      `There is no database in ${folder}.`,
    );
    expect(await readdir(folder)).toEqual([]);
  });

  it('explains a taken port', async () => {
    const taken = createServer();
    await new Promise<void>((resolve) => {
      taken.listen(0, '127.0.0.1', resolve);
    });
    const address = taken.address();
    const port = typeof address === 'object' && address ? address.port : 0;
    const host = run(['--port', String(port)]);
    await host.until(/Port \d+ on 127\.0\.0\.1 is in use\. Choose another/);
    expect(await host.exit).toBe(1);
    taken.close();
  }, 60_000);
});
