import { createHash } from 'node:crypto';

import { getTableName } from 'drizzle-orm';
import * as v from 'valibot';

import {
  BACKED_UP,
  BackupError,
  DAMAGED,
  EndLine,
  FORMAT_VERSION,
  Manifest,
  TableLine,
} from './format';

const NEW_LINE = 10;
/** The largest row, a part of a picture, has half a megabyte; a small file may unpack to one endless line. */
const MAX_LINE_BYTES = 16 * 1024 * 1024;

type Part =
  | { kind: 'manifest'; manifest: Manifest }
  | { kind: 'table'; name: string; columns: string[] }
  | { kind: 'row'; text: string }
  | { kind: 'end' };

/**
 * The lines of a backup from its unpacked bytes. Throws a `BackupError` where
 * one is not as it should be and, at the end, when the counts or the hash do not
 * fit: nothing may be kept of what was read then.
 */
export async function* readLines(
  bytes: AsyncIterable<Buffer>,
): AsyncGenerator<Part> {
  const names = new Set(BACKED_UP.map(({ table }) => getTableName(table)));
  const hash = createHash('sha256');
  const counts: Record<string, number> = {};
  let stage: 'manifest' | 'rows' | 'end' = 'manifest';
  let table = '';
  for await (const line of splitLines(bytes)) {
    const text = line.toString('utf8');
    if (stage === 'end') throw new BackupError(DAMAGED);
    if (stage === 'manifest') {
      stage = 'rows';
      yield { kind: 'manifest', manifest: readManifest(text) };
    } else if (text.startsWith('{')) {
      if (!table) throw new BackupError(DAMAGED);
      counts[table] = (counts[table] ?? 0) + 1;
      yield { kind: 'row', text };
    } else {
      const value = parse(text);
      const end = v.safeParse(EndLine, value);
      if (end.success) {
        const [, stored, digest] = end.output;
        const isWhole =
          digest === hash.digest('hex') && hasCounts(stored, counts);
        if (!isWhole) throw new BackupError(DAMAGED);
        stage = 'end';
        yield { kind: 'end' };
        continue;
      }
      const head = v.safeParse(TableLine, value);
      const [name, columns] = head.success ? head.output : ['', []];
      if (!names.has(name)) throw new BackupError(DAMAGED);
      table = name;
      counts[name] = 0;
      yield { kind: 'table', name, columns };
    }
    hash.update(line).update('\n');
  }
  if (stage !== 'end') throw new BackupError(DAMAGED);
}

function hasCounts(
  stored: Record<string, number>,
  counted: Record<string, number>,
): boolean {
  const names = Object.keys(stored);
  return (
    names.length === Object.keys(counted).length &&
    names.every((name) => stored[name] === counted[name])
  );
}

function readManifest(text: string): Manifest {
  const found = v.safeParse(Manifest, parse(text));
  if (!found.success) throw new BackupError(DAMAGED);
  if (found.output.version <= FORMAT_VERSION) return found.output;
  throw new BackupError('The backup is of a newer release than this one.');
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new BackupError(DAMAGED);
  }
}

/** Lines without their ends; a rest without one is a line, too. */
async function* splitLines(
  bytes: AsyncIterable<Buffer>,
): AsyncGenerator<Buffer> {
  let parts: Buffer[] = [];
  let length = 0;
  for await (const chunk of bytes) {
    let start = 0;
    for (;;) {
      const end = chunk.indexOf(NEW_LINE, start);
      if (end < 0) break;
      yield Buffer.concat([...parts, chunk.subarray(start, end)]);
      parts = [];
      length = 0;
      start = end + 1;
    }
    if (start === chunk.length) continue;
    parts.push(chunk.subarray(start));
    length += chunk.length - start;
    if (length > MAX_LINE_BYTES) throw new BackupError(DAMAGED);
  }
  if (parts.length > 0) yield Buffer.concat(parts);
}
