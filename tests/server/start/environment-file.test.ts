import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

import { afterEach, beforeEach, expect, it } from 'vitest';

import { requireWholeSettings } from '../../../server/start/environment-file';
import { OptionError } from '../../../server/start/options';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));

let folder = '';
let path = '';

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vote-monitoring-settings-'));
  path = join(folder, 'settings.env');
});

afterEach(async () => {
  await rm(folder, { recursive: true, force: true });
});

it.each([
  'ADMIN_PASSWORD=long enough#and more',
  'ADMIN_PASSWORD=long enough # a comment',
  'export ADMIN_PASSWORD = long#enough',
  `LOG=json\r\nADMIN_PASSWORD="long enough" # a comment`,
  'ADMIN_PASSWORD="long#enough',
])('refuses the value of %j, and says none of it', async (text) => {
  await writeFile(path, text);
  for (const args of [[`--env-file=${path}`], ['--env-file', path]]) {
    expect(() => requireWholeSettings(args)).toThrow(OptionError);
    expect(() => requireWholeSettings(args)).toThrow(
      /^ADMIN_PASSWORD in \S+settings\.env has a #, where its value would end\. Put/,
    );
  }
});

it.each([
  'LOG="json\nADMIN_PASSWORD=long enough\nHOST="vote.example.org"\n',
  "export LOG = 'json",
  'LOG=`json"',
])('refuses the quote of %j, which would take the next lines', async (text) => {
  await writeFile(path, text);
  expect(() => requireWholeSettings([`--env-file=${path}`])).toThrow(
    /^LOG in \S+settings\.env begins with a quote that its line does not close\./,
  );
});

it.each([
  'ADMIN_PASSWORD="long#enough"',
  "ADMIN_PASSWORD='long#enough'",
  '# LOG=json#\n  # ADMIN_PASSWORD=a#b\nLOG=json\n',
  '',
])('takes %j', async (text) => {
  await writeFile(path, text);
  requireWholeSettings(['--import', 'tsx', `--env-file=${path}`]);
});

it('takes settings from elsewhere', () => {
  requireWholeSettings(['--import', 'tsx', '--env-file-of-mine=none']);
});

const PROGRAMS = ['server/main.ts --port 0', 'server/admin.ts list-accounts'];

it.each(PROGRAMS)('%s refuses such a file', async (program) => {
  await writeFile(path, 'ADMIN_PASSWORD=long enough#and more\n');
  const args = ['--import', 'tsx', `--env-file=${path}`, ...program.split(' ')];
  const run = promisify(execFile)(process.execPath, args, { cwd: ROOT });
  await expect(run).rejects.toMatchObject({
    stderr: expect.stringMatching(/^ADMIN_PASSWORD in .* has a #/),
  });
});

it.each(['vote-monitoring@.service', 'vote-monitoring-backup.service'])(
  'is read by Node for %s, as for the commands of the manual',
  async (name) => {
    const unit = await readFile(join(ROOT, 'deploy', name), 'utf8');
    // systemd reads quotes, backslashes and # in another way.
    expect(unit).not.toContain('EnvironmentFile');
    expect(unit).toMatch(
      /^ExecStart=.*node --env-file=\/etc\/vote-monitoring\.env dist-server\//m,
    );
  },
);
