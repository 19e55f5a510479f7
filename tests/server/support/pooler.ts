import { execFileSync, spawn } from 'node:child_process';
import { chmod, mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { freePort } from '../../support/free-port';
import { until } from '../../support/until';
import { query } from './postgres';

const SAMPLE = new URL('../../../deploy/pgbouncer.ini', import.meta.url);

/** Whether PgBouncer is on this machine. */
export function hasPooler(): boolean {
  try {
    execFileSync('pgbouncer', ['--version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

interface Pooler {
  /** Of the same database, through it. */
  url: string;
  stop: () => void;
}

/**
 * A PgBouncer with the settings of our sample in front of a database.
 * @param change of the text of its settings.
 */
export async function startPooler(
  url: string,
  change = (settings: string) => settings,
): Promise<Pooler> {
  const { hostname, port, pathname, username } = new URL(url);
  const name = pathname.slice(1);
  const at = await freePort();
  const folder = await mkdtemp(join(tmpdir(), 'vote-monitoring-pooler-'));
  const sample = await readFile(SAMPLE, 'utf8');
  const place = `${name} = host=${hostname} port=${port} dbname=${name}`;
  const settings = sample
    .replace(/^vote_monitoring = host=\S+ port=\d+ dbname=\S+/m, place)
    .replace(/^listen_port = .*/m, `listen_port = ${at}`)
    .replace(/^auth_type = .*/m, 'auth_type = trust')
    .replace(/^auth_file = .*/m, `auth_file = ${folder}/users`);
  await writeFile(`${folder}/users`, `"${username}" ""\n`);
  await writeFile(`${folder}/settings.ini`, change(settings));
  await chmod(folder, 0o755);
  // It refuses to run as root.
  const user = process.getuid?.() === 0 ? ['-u', 'nobody'] : [];
  const child = spawn('pgbouncer', [...user, '-q', `${folder}/settings.ini`], {
    stdio: 'ignore',
  });
  const kill = () => child.kill('SIGKILL');
  process.once('exit', kill);
  const through = new URL(url);
  through.port = String(at);
  await until(() => query(through.href, 'select 1'));
  return {
    url: through.href,
    stop: () => {
      process.off('exit', kill);
      kill();
    },
  };
}
