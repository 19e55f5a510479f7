import { isRecord } from './record';

/** Something that somebody of the staff did (docs/api-contract.md 10.8). */
export interface AuditEntry {
  id: number;
  /** Epoch ms, by the server's clock. */
  at: number;
  /** Name of the account then; empty for a sign-in with a name that no account has. */
  account: string;
  /** Where the request came from. */
  address: string;
  action: string;
  /** Kind and id: `observer 41`. */
  subject?: string | undefined;
  /** What it was and what it became: texts of JSON, without secrets. */
  before?: string | undefined;
  after?: string | undefined;
}

/** Which entries are asked for; nothing chosen means all. */
export interface AuditFilter {
  /** Exactly this account. */
  account?: string | undefined;
  /** One of `AUDIT_ACTIONS`, or whatever another server calls it. */
  action?: string | undefined;
  /** Epoch ms, both inclusive. */
  from?: number | undefined;
  to?: number | undefined;
}

/** What this server's log names; another one may name more. */
export const AUDIT_ACTIONS = [
  'sign-in',
  'sign-in failed',
  'wrong PINs',
  'wrong code',
  'sign-out',
  'session ended',
  'password changed',
  'second factor set up',
  'recovery codes made',
  'second factor removed',
  'second factor required',
  'second factor optional',
  'account added',
  'account changed',
  'organisation added',
  'organisation changed',
  'observer added',
  'observer changed',
  'observer deleted',
  'observer reset',
  'device removed',
  'PIN link made',
  'PIN set by link',
  'observers imported',
  'form added',
  'form changed',
  'form deleted',
  'section deleted',
  'question deleted',
  'notification',
  'export',
  'details read',
  'details kept',
  'file opened',
  'token made',
  'token used',
  'token ended',
  'county changed',
  'counties imported',
  'station changed',
  'stations imported',
  'stations deleted',
  'places imported',
  'caches cleared',
  'audit log shortened',
  'backup',
  'restore',
  'election forgotten',
  'pictures moved',
] as const;

/** The account of entries of `npm run admin`. */
export const COMMAND_LINE = 'command line';
/** The account of what the server did by itself. */
export const SERVER = 'server';

/** One field of an entry; `name` is empty where the entry has one text alone. */
export interface AuditDifference {
  name: string;
  before?: string | undefined;
  after?: string | undefined;
}

/** What an entry says of each field that was there before or after. */
export function differencesOf({
  before,
  after,
}: Pick<AuditEntry, 'before' | 'after'>): AuditDifference[] {
  const [old, now] = [fieldsOf(before), fieldsOf(after)];
  return [...new Set([...old.keys(), ...now.keys()])].map((name) => ({
    name,
    before: old.get(name),
    after: now.get(name),
  }));
}

/** Names and texts of an object; what is no object is one field without a name. */
function fieldsOf(json: string | undefined): Map<string, string> {
  if (json === undefined) return new Map();
  const value = parse(json);
  return isRecord(value)
    ? new Map(
        Object.entries(value).map(([name, field]: [string, unknown]) => [
          name,
          textOf(field),
        ]),
      )
    : new Map([['', textOf(value)]]);
}

function parse(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    // A server that writes something else is shown as it is.
    return json;
  }
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}
