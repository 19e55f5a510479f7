import { createHash } from 'node:crypto';

import { strFromU8, unzipSync } from 'fflate';

import type {
  EvidenceOrigin,
  EvidenceThread,
} from '@/domain/evidence/evidence';
import { REPORT_WORDS } from '@/domain/evidence/report-words';
import type { ReportWords } from '@/domain/evidence/report-words';

import { aThread } from './builders';

/** A thread of an evidence file: whole, with nothing in it. */
export function anEvidenceThread(
  changes: Partial<EvidenceThread> = {},
): EvidenceThread {
  const thread = aThread(changes);
  return {
    key: thread.key,
    observerId: thread.observerId,
    pollingStationId: thread.pollingStationId,
    thread,
    answers: [],
    extra: null,
    notes: [],
    readAt: Date.UTC(2026, 10, 22, 9),
    isOlder: false,
    decisions: [],
    ...changes,
  };
}

export function anOrigin(
  changes: Partial<EvidenceOrigin> = {},
): EvidenceOrigin {
  return {
    server: 'https://server.test',
    account: 'organizer@demo.org',
    idNgo: 1,
    appVersion: '0.2.0',
    timeZone: 'Europe/Bucharest',
    madeAt: Date.UTC(2026, 10, 22, 10),
    chosen: 'o raportare aleasă',
    ...changes,
  };
}

/** Each word of the report as its own name: "[title]". */
export function nameWords(): ReportWords {
  const words: Partial<ReportWords> = {};
  for (const word of REPORT_WORDS) words[word] = `[${word}]`;
  return words as ReportWords;
}

/** An archive as a stranger unpacks it: files by their paths. */
export async function unpack(
  zip: Pick<Blob, 'arrayBuffer'>,
): Promise<Map<string, Uint8Array>> {
  const files = unzipSync(new Uint8Array(await zip.arrayBuffer()));
  return new Map(Object.entries(files));
}

export function textOf(files: Map<string, Uint8Array>, path: string): string {
  const bytes = files.get(path);
  if (!bytes) throw new Error(`${path} is not in the archive`);
  return strFromU8(bytes);
}

export function jsonOf(files: Map<string, Uint8Array>, path: string) {
  return JSON.parse(textOf(files, path));
}

/** What `sha256sum -c SHA256SUMS` finds: paths that are wrong, and files without a line. */
export function checkSums(files: Map<string, Uint8Array>): string[] {
  const lines = textOf(files, 'SHA256SUMS').trimEnd().split('\n');
  const listed = new Set<string>();
  const wrong: string[] = [];
  for (const line of lines) {
    const [, sum, path = ''] = /^([0-9a-f]{64}) {2}(.+)$/.exec(line) ?? [];
    listed.add(path);
    const bytes = files.get(path);
    const found = bytes && createHash('sha256').update(bytes).digest('hex');
    if (sum === undefined || sum !== found) wrong.push(line);
  }
  const unlisted = [...files.keys()].filter(
    (path) => path !== 'SHA256SUMS' && !listed.has(path),
  );
  return [...wrong, ...unlisted];
}
