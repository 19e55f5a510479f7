import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { gunzipSync } from 'node:zlib';

import { afterAll, beforeAll, expect, it } from 'vitest';

import { readAdminOptions } from '../../../server/admin/options';
import { runCommand } from '../../../server/admin/run-command';
import { writeBackup } from '../../../server/backup/write';
import { enrolmentCode, observer, triageMark } from '../../../server/db/schema';
import { BELIEVED_MS } from '../../../server/http/callers/sessions';
import { listAudit } from '../../../server/queries/audit';
import { onEachDatabase } from '../support/on-each-database';
import { freshServer, postedAnswers, START } from '../support/server';
import { fingerprintsOf } from '../support/rows';

let folder = '';

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vote-monitoring-forget-'));
});

afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
});

/** Paths whose answers are counts and nothing else. */
const COUNTED = [
  '/api/v1/statistics/mini/all',
  '/api/v1/statistics/irregularities',
  '/api/v1/observer/count',
];

onEachDatabase((database) => {
  const server = freshServer(database);

  async function run(...args: string[]): Promise<string> {
    const printed: string[] = [];
    await runCommand(database(), readAdminOptions(args, {}), {
      input: Readable.from([]),
      print: (line) => printed.push(line),
      say: () => {},
      now: START,
      version: '1.2.3',
    });
    return printed.join('\n');
  }

  const everything = async () => {
    const path = join(folder, 'all.gz');
    const facts = { app: '1.2.3', now: START, say: () => {} };
    await writeBackup(database().startDb, path, facts);
    const text = gunzipSync(await readFile(path)).toString();
    await rm(path);
    return text;
  };

  async function addPersonalData(): Promise<void> {
    const { ask } = server();
    await ask('/api/v1/observer', {
      method: 'PUT',
      as: 'organizer',
      body: { observerId: 41, name: 'Eva Ionescu' },
    });
    const body = postedAnswers(205, [{ optionId: 903, value: 'seen by Eva' }]);
    await ask('/api/v1/answers', { method: 'POST', as: 'maria', body });
    const form = new FormData();
    form.set('CountyCode', 'AB');
    form.set('MunicipalityCode', 'AB-SEB');
    form.set('PollingStationNumber', '12');
    form.set('Text', 'Eva was there');
    await ask('/api/v2/note', { method: 'POST', as: 'maria', body: form });
    const mark = {
      ngoId: 2,
      observerId: 41,
      pollingStationId: 7312,
      state: 'resolved',
      setBy: 'ana.pop@example.org',
      setAt: START,
      receivedAt: START,
    } as const;
    await database()
      .db.insert(triageMark)
      .values([
        { ...mark, note: 'called Eva' },
        { ...mark, note: 'called Eva again' },
      ]);
  }

  it('removes who observed and what they wrote, and keeps every count', async () => {
    await addPersonalData();
    const people = await database()
      .db.select({ name: observer.name, phone: observer.phone })
      .from(observer);
    const personal = [
      'Eva',
      'scrypt-16$',
      ...people.flatMap(({ name, phone }) => [`"${name}"`, `"${phone}"`]),
    ];
    const before = await everything();
    for (const text of personal) expect(before).toContain(text);
    const countsBefore = await Promise.all(
      COUNTED.map((path) => server().read(path)),
    );
    const rowsBefore = await fingerprintsOf(database().db);

    const said = await run('forget-election', 'ORG', '--yes-forget');
    expect(said).toContain('counts are as before');

    const after = await everything();
    for (const text of personal.filter((each) => !each.includes('scrypt'))) {
      expect(after).not.toContain(text);
    }
    const pins = await database()
      .db.select({ pin: observer.pin, fcmToken: observer.fcmToken })
      .from(observer);
    expect(new Set(pins.map((row) => row.pin))).toEqual(new Set(['']));
    expect(pins.every((row) => row.fcmToken === null)).toBe(true);
    expect(
      await Promise.all(COUNTED.map((path) => server().read(path))),
    ).toEqual(countsBefore);

    const rowsAfter = await fingerprintsOf(database().db);
    for (const name of ['thread', 'station_info', 'polling_station', 'form']) {
      expect(rowsAfter[name]).toEqual(rowsBefore[name]);
    }
    for (const name of ['answer', 'note', 'observer', 'notification']) {
      expect(rowsAfter[name]?.count).toBe(rowsBefore[name]?.count);
    }
    for (const name of [
      'blob',
      'file_part',
      'attachment',
      'notification_recipient',
    ]) {
      expect(rowsAfter[name]?.count).toBe(0);
    }
  }, 60_000);

  it('keeps who of the staff did what, and no name in it', async () => {
    await addPersonalData();
    await run('forget-election', 'ORG', '--yes-forget');
    expect(await listAudit(database().db, {}, 10)).toMatchObject([
      { account: 'command line', action: 'election forgotten' },
      {
        account: 'olga@example.org',
        address: '',
        action: 'observer changed',
        subject: 'observer 41',
        before: null,
        after: null,
      },
    ]);
  }, 60_000);

  it('ends every token, so that none that was signed out counts again', async () => {
    const { ask } = server();
    const signOut = '/api/extensions/sign-out';
    const forms = '/api/v1/form';
    expect((await ask(forms, { as: 'maria' })).status).toBe(200);
    expect((await ask(forms, { as: 'admin' })).status).toBe(200);
    const made = await ask('/api/extensions/tokens', {
      method: 'POST',
      as: 'organizer',
      body: { name: 'Dashboard' },
    });
    const { token } = await made.json();
    const feed = async () => {
      const headers = { Authorization: `Bearer ${token}` };
      return (await ask('/api/extensions/feed', { headers })).status;
    };
    expect(await feed()).toBe(200);
    const enrolment = '/api/extensions/enrolment';
    const link = await ask(enrolment, {
      method: 'POST',
      as: 'organizer',
      body: { observerId: 41 },
    });
    const { code } = await link.json();
    await ask(signOut, { method: 'POST', as: 'organizer' });
    expect((await ask(forms, { as: 'organizer' })).status).toBe(401);
    await run('forget-election', 'ORG', '--yes-forget');
    server().clock.now = new Date(START.getTime() + BELIEVED_MS);
    for (const as of ['organizer', 'admin', 'maria'] as const) {
      expect([as, (await ask(forms, { as })).status]).toEqual([as, 401]);
    }
    expect(await feed()).toBe(401);
    const body = { code, pin: '9753' };
    const used = await ask(`${enrolment}/pin`, { method: 'POST', body });
    expect(used.status).toBe(410);
    expect(await database().db.select().from(enrolmentCode)).toEqual([]);
  }, 60_000);

  it('names the archives from before upgrades, which nobody made by hand', async () => {
    const archive = join(folder, 'db-before-0006_file_parts.tar.gz');
    await writeFile(archive, 'everything');
    const forget = ['forget-election', 'ORG', '--yes-forget', '--data', folder];
    expect(await run(...forget)).toContain(
      `${archive} holds them, too, from before an upgrade: delete it.`,
    );
    await rm(archive);
    expect(await run(...forget)).not.toContain('upgrade');
  }, 60_000);

  it('changes nothing when it is unsure which election is meant', async () => {
    const before = await fingerprintsOf(database().db);
    await expect(run('forget-election', 'ORG')).rejects.toThrow(
      /gone for ever.*--yes-forget/,
    );
    await expect(
      run('forget-election', 'OTHER', '--yes-forget'),
    ).rejects.toThrow("There is no organizer 'OTHER' in this database.");
    expect(await fingerprintsOf(database().db)).toEqual(before);
  });
});
