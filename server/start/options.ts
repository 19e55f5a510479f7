import type { BlockList } from 'node:net';
import { parseArgs } from 'node:util';

import { hostUrls } from '../db/hosts';
import { parseNetworks } from '../http/callers/client-address';
import type { LogFormat } from '../http/observability/access-log';
import type { StorePlace } from '../pictures/picture-store';
import { sizeNamed } from '../seed/sizes';
import type { Size } from '../seed/sizes';
import {
  DEFAULT_QUOTA,
  MEGABYTE,
  type Uploads,
} from '../services/upload-quota';

/**
 * The options of the command line and the environment (docs/architecture.md 6).
 */
export interface StartOptions {
  port: number;
  host: string;
  size: Size;
  dataDir: string;
  databaseUrl: string | undefined;
  /** Of a pooler in front of that database, for the requests. */
  poolerUrl: string | undefined;
  /** A folder on the disk of that database, where it is on this computer. */
  diskFolder: string | undefined;
  jwtSecret: string | undefined;
  firstAdmin: { account: string; password: string } | undefined;
  isClassic: boolean;
  isApiOnly: boolean;
  /** Folder of the built app to serve; absent: `dist` of this checkout. */
  appDir: string | undefined;
  /** Bring the database to the schema of this release, and end. */
  isMigration: boolean;
  /** Where the migration writes a backup first; absent: it makes none. */
  backupFile: string | undefined;
  /** Fill an empty database with demo data. */
  wantsDemo: boolean;
  /** Demo data is wanted by a word of its own, also where others can reach it. */
  saysDemo: boolean;
  /** Networks whose X-Forwarded-For is believed. */
  trustedProxies: BlockList | undefined;
  allowedHosts: string[];
  publicUrl: string | undefined;
  /** Push messages through FCM; absent: phones get none. */
  fcm: FcmPlace | undefined;
  /** What the notes of one observer may hold. */
  uploadQuota: Uploads;
  /** The store of the files of notes; absent: the database. */
  pictures: StorePlace | undefined;
  /** Entries of the audit log are kept for so many days; absent: for ever. */
  auditDays: number | undefined;
  /** How each request is written on standard output. */
  log: LogFormat | 'off';
  /** Who has it reads the figures at `/metrics`; absent: nobody can. */
  metricsToken: string | undefined;
  testLog: boolean;
}

/** The file of the FCM account, and addresses that replace Google's. */
interface FcmPlace {
  credentialsPath: string;
  endpoint: string | undefined;
  tokenEndpoint: string | undefined;
}

const LOG_FORMATS = ['json', 'text', 'off'] as const;
const MIN_SECRET_LENGTH = 32;
/** What stores without regions take. */
const DEFAULT_REGION = 'us-east-1';

/** A flag or variable with a value that cannot be used. */
export class OptionError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'OptionError';
  }
}

/** The text of `--help`. */
export const HELP = `Options:
  --port N              port to listen on (8080)
  --host NAME           address to listen on (127.0.0.1)
  --size S|M|L|XL|XXL   amount of demo data for an empty database (S)
  --data DIR            folder of the database and the secret (.data)
  --demo                demo data also in a database given by DATABASE_URL, or
                        where other computers can reach it
  --classic             behave like the worst known server
  --api-only            serve the API without the app
  --app DIR             serve the built app in this folder (dist)
  --allow-host ORIGIN   let the app talk to this origin too; may be repeated
  --migrate             bring the database to this release, and end
  --backup FILE         with --migrate: first write all of it into FILE, as it is
Environment: DATABASE_URL, DATABASE_POOLER_URL (of the same database, for requests),
DATABASE_DISK (a folder on its disk, where that is on this computer), JWT_SECRET, ADMIN_ACCOUNT and ADMIN_PASSWORD, PUBLIC_URL,
LOG (json, text or off: a line for each request), METRICS_TOKEN (opens /metrics),
UPLOAD_MB and UPLOAD_FILES (what one observer may send in all: 2048, 500),
AUDIT_DAYS (how long entries of the audit log are kept; for ever where it is not set),
PICTURES_URL with PICTURES_KEY_ID and PICTURES_SECRET (an S3 store of the pictures,
such as https://s3.example.org/bucket/?region=eu-1; without one, the database),
TRUST_PROXY (networks of the proxies in front, such as 10.0.0.0/8,::1),
FCM_CREDENTIALS (path of a service account's JSON), FCM_ENDPOINT, FCM_TOKEN_ENDPOINT`;

/** Browsers trust plain http on the computer they run on, and nowhere else. */
export function isOfThisComputer(host: string): boolean {
  return host === 'localhost' || host === '::1' || host.startsWith('127.');
}

/**
 * Reads arguments and environment. Throws an `OptionError` whose message names
 * the flag or variable; the values of secrets are never in it.
 */
export function readOptions(
  args: string[],
  env: Record<string, string | undefined>,
): StartOptions {
  const values = parse(args);
  const databaseUrl = databaseUrlOf('DATABASE_URL', env);
  const poolerUrl = databaseUrlOf('DATABASE_POOLER_URL', env);
  if (poolerUrl && !databaseUrl) {
    throw new OptionError('DATABASE_POOLER_URL needs DATABASE_URL beside it.');
  }
  const diskFolder = env['DATABASE_DISK'] || undefined;
  if (diskFolder && !databaseUrl) {
    throw new OptionError('DATABASE_DISK needs DATABASE_URL beside it.');
  }
  const firstAdmin = firstAdminOf(env);
  return {
    port: portOf(values.port),
    host: values.host,
    size: sizeOf(values.size),
    dataDir: values.data,
    databaseUrl,
    poolerUrl,
    diskFolder,
    jwtSecret: longEnough('JWT_SECRET', env['JWT_SECRET']),
    firstAdmin,
    isClassic: values.classic,
    isApiOnly: values['api-only'],
    appDir: values.app,
    isMigration: values.migrate,
    backupFile: backupFileOf(values),
    saysDemo: values.demo,
    trustedProxies: proxiesOf(env['TRUST_PROXY']),
    wantsDemo: values.demo || (!databaseUrl && !firstAdmin),
    allowedHosts: values['allow-host'].map((text) =>
      originOf('--allow-host', text),
    ),
    publicUrl: env['PUBLIC_URL'] && originOf('PUBLIC_URL', env['PUBLIC_URL']),
    fcm: fcmOf(env),
    uploadQuota: quotaOf(env),
    pictures: picturesOf(env),
    auditDays: daysOf('AUDIT_DAYS', env['AUDIT_DAYS']),
    log: logOf(env['LOG']),
    metricsToken: longEnough('METRICS_TOKEN', env['METRICS_TOKEN']),
    testLog: Boolean(env['VMO_TEST_LOG']),
  };
}

function parse(args: string[]) {
  try {
    return parseArgs({
      args,
      options: {
        port: { type: 'string', default: '8080' },
        host: { type: 'string', default: '127.0.0.1' },
        size: { type: 'string', default: 'S' },
        data: { type: 'string', default: '.data' },
        demo: { type: 'boolean', default: false },
        classic: { type: 'boolean', default: false },
        'api-only': { type: 'boolean', default: false },
        app: { type: 'string' },
        migrate: { type: 'boolean', default: false },
        backup: { type: 'string' },
        'allow-host': { type: 'string', multiple: true, default: [] },
      },
    }).values;
  } catch (error) {
    throw new OptionError(error instanceof Error ? error.message : 'Bad flag');
  }
}

function backupFileOf({ migrate, backup }: ReturnType<typeof parse>) {
  if (backup === undefined || (migrate && backup)) return backup;
  throw new OptionError(
    '--backup FILE goes with --migrate; at other times it is npm run admin -- backup FILE.',
  );
}

function portOf(text: string): number {
  const port = Number(text);
  if (Number.isInteger(port) && port >= 0 && port <= 65_535) return port;
  throw new OptionError(`--port must be 0 to 65535, not '${text}'.`);
}

function sizeOf(text: string): Size {
  const size = sizeNamed(text);
  if (size) return size;
  throw new OptionError(
    `--size must be XS, S, M, L, XL or XXL, not '${text}'.`,
  );
}

/** A secret that nobody guesses; undefined when there is none. */
function longEnough(name: string, text?: string): string | undefined {
  if (!text) return undefined;
  if (text.length >= MIN_SECRET_LENGTH) return text;
  throw new OptionError(
    `${name} must have at least ${MIN_SECRET_LENGTH} characters.`,
  );
}

function logOf(text: string | undefined): StartOptions['log'] {
  const format = LOG_FORMATS.find((known) => known === (text || 'off'));
  if (format) return format;
  throw new OptionError(`LOG must be json, text or off, not '${text}'.`);
}

function firstAdminOf(env: Record<string, string | undefined>) {
  const account = env['ADMIN_ACCOUNT'];
  const password = env['ADMIN_PASSWORD'];
  if (!account && !password) return undefined;
  if (account && password) return { account, password };
  throw new OptionError('ADMIN_ACCOUNT and ADMIN_PASSWORD go together.');
}

function proxiesOf(text: string | undefined): BlockList | undefined {
  if (!text) return undefined;
  const networks = parseNetworks(text);
  if (networks) return networks;
  throw new OptionError(
    'TRUST_PROXY must be a list of networks such as 10.0.0.0/8,::1.',
  );
}

function quotaOf(env: Record<string, string | undefined>): Uploads {
  const { files, bytes } = DEFAULT_QUOTA;
  const megabytes = countOf('UPLOAD_MB', env['UPLOAD_MB']);
  return {
    files: countOf('UPLOAD_FILES', env['UPLOAD_FILES']) ?? files,
    bytes: megabytes === undefined ? bytes : megabytes * MEGABYTE,
  };
}

function daysOf(name: string, text: string | undefined): number | undefined {
  const days = countOf(name, text);
  if (days !== 0) return days;
  throw new OptionError(`${name} must be at least one day.`);
}

function countOf(name: string, text: string | undefined): number | undefined {
  if (!text) return undefined;
  if (/^\d{1,9}$/.test(text)) return Number(text);
  throw new OptionError(`${name} must be a whole number, not '${text}'.`);
}

function fcmOf(env: Record<string, string | undefined>): FcmPlace | undefined {
  const credentialsPath = env['FCM_CREDENTIALS'];
  if (!credentialsPath) return undefined;
  const read = (name: string) => {
    const url = env[name] || undefined;
    if (url) originOf(name, url);
    return url;
  };
  return {
    credentialsPath,
    endpoint: read('FCM_ENDPOINT'),
    tokenEndpoint: read('FCM_TOKEN_ENDPOINT'),
  };
}

/**
 * The secret has a variable of its own: keys of S3 have signs that an address
 * would need encoded, and an address is printed.
 */
function picturesOf(
  env: Record<string, string | undefined>,
): StorePlace | undefined {
  const [text, keyId, secret] = [
    env['PICTURES_URL'],
    env['PICTURES_KEY_ID'],
    env['PICTURES_SECRET'],
  ];
  if (!text && !keyId && !secret) return undefined;
  if (!text || !keyId || !secret) {
    throw new OptionError(
      'PICTURES_URL, PICTURES_KEY_ID and PICTURES_SECRET go together.',
    );
  }
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const region = url?.searchParams.get('region') ?? DEFAULT_REGION;
  url?.searchParams.delete('region');
  const isPlain =
    url && /^https?:$/.test(url.protocol) && !url.search && !url.hash;
  if (!isPlain || !region || url.username || url.password) {
    throw new OptionError(
      'PICTURES_URL must look like https://s3.example.org/bucket/?region=eu-1, without a key.',
    );
  }
  if (!url.pathname.endsWith('/')) url.pathname += '/';
  return { url: url.href, region, keyId, secret };
}

function databaseUrlOf(
  name: string,
  env: Record<string, string | undefined>,
): string | undefined {
  const text = env[name];
  if (!text) return undefined;
  const isEach = (url: string) =>
    /^postgres(ql)?:$/.test(protocolOf(url) ?? '');
  if (hostUrls(text).every(isEach)) return text;
  throw new OptionError(
    `${name} must look like postgres://user:password@host:5432/name.`,
  );
}

function protocolOf(text: string): string | undefined {
  return URL.canParse(text) ? new URL(text).protocol : undefined;
}

function originOf(name: string, text: string): string {
  if (/^https?:$/.test(protocolOf(text) ?? '')) return new URL(text).origin;
  throw new OptionError(`${name} must look like https://example.org.`);
}
