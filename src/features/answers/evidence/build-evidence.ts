import {
  answersJson,
  listFrame,
  manifestJson,
  notesJson,
  sumLines,
  TEXT_FILES,
  summaryOf,
} from '@/domain/evidence/contents';
import type {
  EvidenceAttachment,
  EvidenceThread,
  FileSum,
  LoadedFile,
  MissingPart,
} from '@/domain/evidence/evidence';
import { missingOf } from '@/domain/evidence/evidence';
import { attachmentPath } from '@/domain/evidence/file-names';
import type { ReportContext } from '@/domain/evidence/report';
import { REPORT_END, reportHead, reportThread } from '@/domain/evidence/report';
import type { Attachment } from '@/domain/answers/note';
import type { ThreadPair } from '@/domain/answers/thread';
import type { Archive, Sink } from '@/lib/archive';
import { openArchive } from '@/lib/archive';

type Bytes = Uint8Array<ArrayBuffer>;

/** What is asked for; plain values, as it crosses to another thread. */
export interface EvidenceOrder extends ReportContext {
  /** Of the threads, in the order of the file. */
  keys: readonly string[];
  /** Beside what the threads themselves lack. */
  missing: readonly MissingPart[];
}

/** Where threads and their files come from, one at a time. */
export interface EvidenceSource {
  readThread: (key: string) => Promise<EvidenceThread>;
  loadFile: (pair: ThreadPair, file: Attachment) => Promise<LoadedFile>;
}

export interface EvidenceProgress {
  threads: number;
  /** Attachments that came or are known to be missing. */
  files: number;
  /** Bytes of the archive so far. */
  bytes: number;
}

/** A picture in the archive, for the print view: it lies there as it is. */
interface PlacedPicture {
  path: string;
  mediaType: string;
  start: number;
  end: number;
}

export interface BuiltEvidence {
  zip: Blob;
  /** `report.html`, as it is in the archive. */
  report: Blob;
  pictures: PlacedPicture[];
  received: number;
  reduced: number;
  missing: MissingPart[];
}

/** fflate writes no more than 4 GB: texts and the directory need the rest. */
const MOST_BYTES = 3_900_000_000;
/** The directory counts in 16 bits; the texts are five files. */
const MOST_FILES = 65_000;

/**
 * Makes an evidence file (docs/evidence.md): thread by thread, and one attachment in
 * memory at a time. An attachment that two notes have is in the file once.
 * @throws what `source` and `sink` throw.
 */
export async function buildEvidence(
  order: EvidenceOrder,
  source: EvidenceSource,
  sink: Sink,
  onProgress: (progress: EvidenceProgress) => void,
): Promise<BuiltEvidence> {
  const { origin, forms, keys } = order;
  const archive = openArchive(sink, origin.madeAt);
  const attachments = attachmentList(archive, source);
  const report = textFile();
  const answers = textFile();
  const notes = textFile();
  const threads: ReturnType<typeof summaryOf>[] = [];
  const missing: MissingPart[] = [...order.missing];

  const tell = () =>
    onProgress({
      threads: threads.length,
      files: attachments.all().length,
      bytes: archive.size(),
    });

  for (const [at, key] of keys.entries()) {
    const thread = await source.readThread(key);
    const number = at + 1;
    const byNote: EvidenceAttachment[][] = [];
    let count = 0;
    for (const note of thread.notes ?? []) {
      const ofNote: EvidenceAttachment[] = [];
      for (const attachment of note.attachments) {
        count += 1;
        const path = attachmentPath(attachment, number, count);
        ofNote.push(await attachments.add(thread, attachment, path));
        tell();
      }
      byNote.push(ofNote);
    }
    const comma = at === 0 ? '' : ',\n';
    report.add(reportThread(order, thread, number, byNote));
    answers.add(comma + JSON.stringify(answersJson(thread, forms)));
    notes.add(comma + JSON.stringify(notesJson(thread, byNote, forms)));
    threads.push(summaryOf(thread));
    missing.push(...missingOf(thread));
    tell();
  }
  missing.push(...attachments.missing);

  const all = attachments.all();
  const received = all.filter(({ is }) => is === 'received').length;
  const reduced = all.filter(({ is }) => is === 'reduced').length;
  const counts = { threads: threads.length, received, reduced, missing };
  const files = [...attachments.sums];
  async function add(path: string, bytes: Bytes) {
    files.push((await addFile(archive, path, bytes)).file);
    return bytes;
  }
  const html = await add(
    TEXT_FILES.report,
    report.take(reportHead(order, counts), REPORT_END),
  );
  await add(TEXT_FILES.answers, answers.take(...listFrame('answers')));
  await add(TEXT_FILES.notes, notes.take(...listFrame('notes')));
  const manifest = manifestJson({
    origin,
    forms,
    threads,
    files: [...files],
    attachments: all,
    missing,
  });
  await add(
    TEXT_FILES.manifest,
    encode(`${JSON.stringify(manifest, null, 1)}\n`),
  );
  await archive.add(TEXT_FILES.sums, encode(sumLines(files)));
  return {
    zip: await archive.close(),
    report: new Blob([html], { type: 'text/html' }),
    pictures: attachments.pictures,
    received,
    reduced,
    missing,
  };
}

/** The attachments of all notes, each in the archive once. */
function attachmentList(archive: Archive, source: EvidenceSource) {
  const known = new Map<string, EvidenceAttachment>();
  const sums: FileSum[] = [];
  const pictures: PlacedPicture[] = [];
  const missing: MissingPart[] = [];

  async function load(
    thread: EvidenceThread,
    attachment: Attachment,
    path: string,
  ): Promise<EvidenceAttachment> {
    const { path: address, type } = attachment;
    const loaded = await source.loadFile(thread, attachment);
    const size = loaded.is === 'missing' ? 0 : loaded.bytes.byteLength;
    const isFull =
      archive.size() + size > MOST_BYTES || sums.length >= MOST_FILES;
    if (loaded.is === 'missing' || isFull) {
      const reason =
        loaded.is === 'missing' ? loaded.reason : ('archiveFull' as const);
      missing.push({ what: 'file', thread: thread.key, address, reason });
      return { path: address, type, is: 'missing', reason };
    }
    const { is, mediaType, at } = loaded;
    const bytes = new Uint8Array(loaded.bytes);
    const { file, start } = await addFile(archive, path, bytes);
    sums.push(file);
    if (type === 'image') {
      pictures.push({ path, mediaType, start, end: start + file.size });
    }
    return { path: address, type, is, file, mediaType, at };
  }

  return {
    sums,
    pictures,
    missing,
    all: () => [...known.values()],
    async add(thread: EvidenceThread, attachment: Attachment, path: string) {
      const before = known.get(attachment.path);
      if (before) return before;
      const added = await load(thread, attachment, path);
      known.set(attachment.path, added);
      return added;
    },
  };
}

/** A text that is written in parts. */
function textFile() {
  let parts: Bytes[] = [];
  return {
    add: (text: string) => void parts.push(encode(text)),
    /** Its bytes; it is empty then. */
    take(head: string, end: string): Bytes {
      const all = [encode(head), ...parts, encode(end)];
      parts = [];
      const bytes = new Uint8Array(
        all.reduce((size, part) => size + part.length, 0),
      );
      let at = 0;
      for (const part of all) {
        bytes.set(part, at);
        at += part.length;
      }
      return bytes;
    },
  };
}

async function addFile(
  archive: Archive,
  path: string,
  bytes: Bytes,
): Promise<{ file: FileSum; start: number }> {
  const sum = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
  const sha256 = [...sum]
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('');
  const start = await archive.add(path, bytes);
  return { file: { path, size: bytes.length, sha256 }, start };
}

function encode(text: string): Bytes {
  return new TextEncoder().encode(text);
}
