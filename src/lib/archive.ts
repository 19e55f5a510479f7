import { Zip, ZipPassThrough } from 'fflate';

type Bytes = Uint8Array<ArrayBuffer>;

/** Where the bytes of a file go while it is made. */
export interface Sink {
  /** Resolves when there is room for more. @throws when there is no room at all. */
  write: (part: Bytes) => Promise<void>;
  /** The whole file. @throws when a part of it cannot be read back. */
  close: () => Promise<Blob>;
}

/** An archive that is written file by file; nothing of a file stays in memory. */
export interface Archive {
  /** Adds a file as it is. @returns where its content begins in the archive. */
  add: (path: string, content: Bytes) => Promise<number>;
  /** Bytes so far. */
  size: () => number;
  close: () => Promise<Blob>;
}

/** The years that the format can write. */
const [FIRST_YEAR, LAST_YEAR] = [1980, 2099];
/** So much is held before it becomes a part of its own, which browsers move to the disk. */
const PART_BYTES = 4_000_000;

/**
 * Opens an archive (ZIP without compression: pictures do not get smaller). It must stay
 * below 4 GB and 65,535 files, which is all that fflate writes.
 * @param madeAt epoch ms: the time of each file.
 */
export function openArchive(sink: Sink, madeAt: number): Archive {
  let size = 0;
  let waiting: Bytes[] = [];
  let start = 0;
  let adding: Bytes | undefined;
  const archive = new Zip((error, part) => {
    if (error) throw error;
    // The head of a file comes before it.
    if (part === adding) start = size;
    size += part.length;
    waiting.push(part);
  });

  async function drain() {
    const parts = waiting;
    waiting = [];
    for (const part of parts) await sink.write(part);
  }

  return {
    async add(path, content) {
      const file = new ZipPassThrough(path);
      file.mtime = momentOf(madeAt);
      archive.add(file);
      adding = content;
      file.push(content, true);
      adding = undefined;
      await drain();
      return start;
    },
    size: () => size,
    async close() {
      archive.end();
      await drain();
      return sink.close();
    },
  };
}

/**
 * Writes into a file that a person chose, part by part: the device's disk has it, no
 * memory. It has its content when it is closed, all of it.
 */
export async function fileSink(file: FileSystemFileHandle): Promise<Sink> {
  const writable = await file.createWritable();
  return {
    write: (part) => writable.write(part),
    async close() {
      await writable.close();
      return file.getFile();
    },
  };
}

/** Collects a file as a `Blob` of this MIME type. */
export function blobSink(type: string): Sink {
  const blobs: Blob[] = [];
  let parts: Bytes[] = [];
  let held = 0;

  function flush() {
    blobs.push(new Blob(parts));
    parts = [];
    held = 0;
  }

  return {
    async write(part) {
      parts.push(part);
      held += part.length;
      if (held >= PART_BYTES) flush();
    },
    async close() {
      flush();
      const file = new Blob(blobs, { type });
      // A device without room for a part tells it when the file is read.
      await file.slice(-1).arrayBuffer();
      return file;
    },
  };
}

/** A clock that is far off is no reason to have no archive. */
function momentOf(at: number): Date {
  const moment = new Date(at);
  const year = moment.getFullYear();
  return year >= FIRST_YEAR && year <= LAST_YEAR
    ? moment
    : new Date(FIRST_YEAR, 0, 1);
}
