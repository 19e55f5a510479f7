import { parseArgs } from 'node:util';

import type { StorePlace } from '../pictures/picture-store';
import { OptionError, readOptions } from '../start/options';

/** The commands, each with the names of its arguments. */
const COMMANDS = {
  'create-organizer': ['ACCOUNT'],
  'reset-password': ['ACCOUNT'],
  'remove-second-factor': ['ACCOUNT'],
  'second-factor-optional': [],
  'list-accounts': [],
  backup: ['FILE'],
  restore: ['FILE'],
  'export-audit': ['FILE'],
  'forget-election': ['ORGANIZER'],
  'move-pictures': ['to-store|to-database'],
} as const;

type CommandName = keyof typeof COMMANDS;

export interface AdminOptions {
  command: CommandName;
  /** The account, file or organizer; empty for a command without one. */
  subject: string;
  /** What `forget-election` removes never comes back. */
  isSure: boolean;
  /** Make up a password and print it, instead of asking for one. */
  generates: boolean;
  /** Short name of the organizer that gets the account; absent: the first. */
  ngo: string | undefined;
  /** To what a backup may unpack; absent: what its size lets expect. */
  maxUnpackedBytes: number | undefined;
  dataDir: string;
  databaseUrl: string | undefined;
  /** The store of the pictures; absent: the database. */
  pictures: StorePlace | undefined;
}

/** The text of `--help`. */
export const HELP = `npm run admin -- COMMAND, for what must work when nobody can sign in:
  create-organizer ACCOUNT   add an account to an organizer
  reset-password ACCOUNT     give an account a new password
  remove-second-factor ACCOUNT
                             let an account sign in with its password alone
  second-factor-optional     no longer require a second factor of staff accounts
  list-accounts              all accounts, with organisation and role
  backup FILE                write everything into one file
  restore FILE               fill an empty database from such a file
  export-audit FILE          write the audit log into a CSV file
  forget-election ORGANIZER  remove names, phones, texts and pictures for ever;
                             counts stay. ORGANIZER is its short name. Make a
                             backup first
  move-pictures to-store     move the pictures from the database into the store of
                             PICTURES_URL, while servers go on running
  move-pictures to-database  move them back
Options:
  --data DIR                 folder of the database (.data)
  --ngo NAME                 short name of the organizer that gets the account
  --unpacked-gb N            restore a file that unpacks to N GB, far more than its size
                             lets expect
  --yes-forget               what forget-election cannot do without
  --generate                 make up the password and print it once
A password is asked for, or read from the first line of the input; it is never
an argument, which others on the computer could see.
Environment: DATABASE_URL (a PostgreSQL; its servers may go on running),
PICTURES_URL with PICTURES_KEY_ID and PICTURES_SECRET, as the server has them. The
embedded database must not be in use: stop its server first.
Exit codes: 0 done, 1 not done, 2 the command line is wrong.`;

/**
 * Reads arguments and environment. Throws an `OptionError` that names the
 * mistake; values of secrets are never in it.
 */
export function readAdminOptions(
  args: string[],
  env: Record<string, string | undefined>,
): AdminOptions {
  const { values, positionals } = parse(args);
  const [name = '', ...rest] = positionals;
  if (!isCommand(name)) {
    throw new OptionError(
      name ? `There is no command '${name}'.` : 'A command is missing.',
    );
  }
  const wanted: readonly string[] = COMMANDS[name];
  if (rest.length !== wanted.length) {
    throw new OptionError(`Say: ${[name, ...wanted].join(' ')}`);
  }
  const { dataDir, databaseUrl, pictures } = readOptions(
    ['--data', values.data],
    env,
  );
  return {
    command: name,
    subject: rest[0] ?? '',
    isSure: values['yes-forget'],
    generates: values.generate,
    ngo: values.ngo,
    maxUnpackedBytes: bytesOf(values['unpacked-gb']),
    dataDir,
    databaseUrl,
    pictures,
  };
}

function parse(args: string[]) {
  try {
    return parseArgs({
      args,
      allowPositionals: true,
      options: {
        data: { type: 'string', default: '.data' },
        ngo: { type: 'string' },
        'unpacked-gb': { type: 'string' },
        'yes-forget': { type: 'boolean', default: false },
        generate: { type: 'boolean', default: false },
      },
    });
  } catch (error) {
    throw new OptionError(error instanceof Error ? error.message : 'Bad flag');
  }
}

function bytesOf(gigabytes: string | undefined): number | undefined {
  if (gigabytes === undefined) return undefined;
  const bytes = Number(gigabytes) * 1e9;
  if (bytes > 0 && Number.isFinite(bytes)) return bytes;
  throw new OptionError('--unpacked-gb must be a number above 0.');
}

function isCommand(name: string): name is CommandName {
  return Object.hasOwn(COMMANDS, name);
}
