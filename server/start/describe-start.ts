import { resolve } from 'node:path';

import { hostUrls } from '../db/hosts';
import type { RenamedAccount } from '../queries/renamed-accounts';
import { demoAccounts } from '../seed/organisations';
import type { Accounts } from './first-start';
import { isOfThisComputer, type StartOptions } from './options';

/** The facts that only a start knows. */
interface Started {
  /** The port in use, also when 0 was asked for. */
  port: number;
  accounts: Accounts;
  dialect: 'pglite' | 'postgres';
  /** Where the database is as it was before this start changed its schema. */
  savedBefore?: string | undefined;
  hasApp: boolean;
  /** Files of notes that lie in a store. */
  objects: number;
  /** Accounts that an update renamed, until they are called otherwise. */
  renamed: RenamedAccount[];
}

/**
 * The block of text that a start prints: address, demo accounts when the
 * database holds demo data, database, and how to stop. Never a password of
 * anything but the demo.
 */
export function describeStart(options: StartOptions, started: Started): string {
  const { host, isClassic, isApiOnly, databaseUrl, dataDir } = options;
  const name = host.includes(':') ? `[${host}]` : host;
  const rows = [['Vote monitoring', `http://${name}:${started.port}`]];
  if (!isOfThisComputer(host) && !options.publicUrl?.startsWith('https:')) {
    rows.push([
      'Other computers',
      'need https: put a TLS proxy in front and set PUBLIC_URL to its address',
    ]);
  }
  if (isClassic) rows.push(['Mode', 'classic: like the worst known server']);
  if (started.accounts === 'demo') {
    for (const { organizer, account, password } of demoAccounts) {
      const role = organizer ? 'Organizer' : 'NGO admin';
      rows.push([role, `${account} / ${password}`]);
    }
  }
  rows.push(
    started.dialect === 'postgres' && databaseUrl
      ? ['Database', `PostgreSQL, ${withoutPassword(databaseUrl)}`]
      : ['Database', `PGlite, in ${resolve(dataDir)}`],
  );
  if (options.poolerUrl) {
    rows.push(['Requests', `through ${withoutPassword(options.poolerUrl)}`]);
  }
  if (started.savedBefore) {
    rows.push(['Upgraded', `as it was before: ${started.savedBefore}`]);
  }
  for (const { before, account } of started.renamed) {
    const reason = 'another account has that name';
    rows.push(['Renamed account', `${before} is now ${account}: ${reason}`]);
  }
  if (options.pictures) rows.push(['Pictures', options.pictures.url]);
  else if (started.objects > 0) {
    rows.push([
      'Pictures',
      `${started.objects} lie in a store, and PICTURES_URL is not set: nobody sees them`,
    ]);
  }
  if (!options.fcm)
    rows.push(['Phones', 'get no messages: FCM_CREDENTIALS is not set']);
  if (!started.hasApp && !isApiOnly) {
    rows.push(['App', 'not built yet: only the API is served']);
  }
  rows.push(['Stop', 'Ctrl+C']);
  const lines = rows.map(
    ([label = '', value]) => `  ${label.padEnd(17)}${value}`,
  );
  return ['', ...lines, ''].join('\n');
}

/** A database address as it may be shown. */
export function withoutPassword(url: string): string {
  const shown = hostUrls(url).map((each) => new URL(each));
  const { protocol, pathname } = shown[0] ?? new URL(url);
  return `${protocol}//${shown.map(({ host }) => host).join()}${pathname}`;
}
