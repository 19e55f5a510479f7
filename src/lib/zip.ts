import { Zip, ZipPassThrough } from 'fflate';

type Bytes = Uint8Array<ArrayBuffer>;

/** The path of a file inside an archive, and its content. */
export type ArchiveFile = readonly [path: string, content: Bytes];

/** What the format calls content that is packed with deflate (APPNOTE 4.4.5). */
const DEFLATED = 8;
/** The first moment of the format, by any clock: equal content, equal file. */
const FIRST_MOMENT = '1980-01-01T00:00';

/**
 * Packs files into one archive of the MIME type `type`. The next file is taken
 * when the one before is packed: a generator holds one in memory, not all. The
 * browser packs beside the page's thread, fflate writes the format around it
 * (docs/decisions/0112-archives-are-written-by-fflate.md).
 * @throws what `files` throws; a path of more than 65,535 bytes is refused.
 */
export async function zip(
  files: Iterable<ArchiveFile>,
  type: string,
): Promise<Blob> {
  const parts: Bytes[] = [];
  const archive = new Zip((error, part) => {
    if (error) throw error;
    parts.push(part);
  });
  for (const [path, content] of files) {
    const packed = await deflate(content);
    const file = new ZipPassThrough(path);
    file.compression = DEFLATED;
    file.mtime = FIRST_MOMENT;
    archive.add(file);
    // `push` counts and sums the content; the archive gets what is packed.
    const write = file.ondata;
    file.ondata = () => write(null, packed, true);
    file.push(content, true);
  }
  archive.end();
  return new Blob(parts, { type });
}

async function deflate(content: Bytes): Promise<Bytes> {
  const packed = new Blob([content])
    .stream()
    .pipeThrough(new CompressionStream('deflate-raw'));
  return new Uint8Array(await new Response(packed).arrayBuffer());
}
