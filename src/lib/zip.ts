type Bytes = Uint8Array<ArrayBuffer>;

/** The path of a file inside an archive, and its content. */
export type ArchiveFile = readonly [path: string, content: Bytes];

// Numbers of the ZIP format (APPNOTE 4.3 to 4.5).
const VERSION = short(20);
const UTF8_NAMES = short(0x0800);
const DEFLATED = short(8);
/** 1 January 1980, 00:00, the first moment of the format: equal content, equal file. */
const TIME_AND_DATE = long(0x0021_0000);

/**
 * Packs files into one archive of the MIME type `type`. The next file is taken
 * when the one before is packed: a generator holds one in memory, not all.
 */
export async function zip(
  files: Iterable<ArchiveFile>,
  type: string,
): Promise<Blob> {
  const parts: Bytes[] = [];
  const directory: Bytes[] = [];
  let offset = 0;
  for (const [path, content] of files) {
    const name = [...new TextEncoder().encode(path)];
    const packed = await deflate(content);
    const facts = [
      [VERSION, UTF8_NAMES, DEFLATED, TIME_AND_DATE, long(crc32(content))],
      [long(packed.length), long(content.length)],
      [short(name.length), short(0)],
    ].flat(2);
    const head = Uint8Array.from([long(0x04034b50), facts, name].flat());
    parts.push(head, packed);
    // No comment, first disk, no attributes.
    const rest = [short(0), short(0), short(0), long(0), long(offset)].flat();
    directory.push(
      Uint8Array.from([long(0x02014b50), VERSION, facts, rest, name].flat()),
    );
    offset += head.length + packed.length;
  }
  const size = directory.reduce((sum, entry) => sum + entry.length, 0);
  const count = short(directory.length);
  const end = [
    [long(0x06054b50), short(0), short(0), count, count],
    [long(size), long(offset), short(0)],
  ].flat(2);
  return new Blob([...parts, ...directory, Uint8Array.from(end)], { type });
}

async function deflate(content: Bytes): Promise<Bytes> {
  const packed = new Blob([content])
    .stream()
    .pipeThrough(new CompressionStream('deflate-raw'));
  return new Uint8Array(await new Response(packed).arrayBuffer());
}

/** Two bytes, lowest first. */
function short(value: number): number[] {
  return [value & 0xff, (value >>> 8) & 0xff];
}

/** Four bytes, lowest first. */
function long(value: number): number[] {
  return [...short(value), ...short(value >>> 16)];
}

const REMAINDERS = Uint32Array.from({ length: 256 }, (_, byte) => {
  let value = byte;
  for (let bit = 0; bit < 8; bit += 1) {
    value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1;
  }
  return value;
});

/** The check sum of the format. */
function crc32(content: Bytes): number {
  let value = 0xffffffff;
  for (const byte of content) {
    value = (REMAINDERS[(value ^ byte) & 0xff] ?? 0) ^ (value >>> 8);
  }
  return (value ^ 0xffffffff) >>> 0;
}
