import { crc32, inflateRawSync } from 'node:zlib';

import { describe, expect, it } from 'vitest';

import { zip } from '@/lib/zip';

type Bytes = Uint8Array<ArrayBuffer>;

async function pack(files: Record<string, Bytes>): Promise<Buffer> {
  const archive = await zip(Object.entries(files), 'application/zip');
  return Buffer.from(await archive.arrayBuffer());
}

/** Reads an archive the way a reader does: from its end, by its directory. */
function unpack(archive: Buffer): Record<string, Buffer> {
  const end = archive.lastIndexOf(Buffer.from('PK\u0005\u0006', 'latin1'));
  const count = archive.readUInt16LE(end + 10);
  let at = archive.readUInt32LE(end + 16);
  expect(at + archive.readUInt32LE(end + 12)).toBe(end);
  const found: Record<string, Buffer> = {};
  for (let entry = 0; entry < count; entry += 1) {
    expect(archive.readUInt32LE(at)).toBe(0x02014b50);
    const nameLength = archive.readUInt16LE(at + 28);
    const name = archive.toString('utf8', at + 46, at + 46 + nameLength);
    const packedLength = archive.readUInt32LE(at + 20);
    const head = archive.readUInt32LE(at + 42);
    expect(archive.readUInt32LE(head)).toBe(0x04034b50);
    // Both heads say the same of the file.
    expect(archive.subarray(head + 4, head + 30)).toEqual(
      archive.subarray(at + 6, at + 32),
    );
    const start = head + 30 + archive.readUInt16LE(head + 26);
    const content = inflateRawSync(
      archive.subarray(start, start + packedLength),
    );
    expect(content.length).toBe(archive.readUInt32LE(at + 24));
    expect(crc32(content)).toBe(archive.readUInt32LE(at + 16));
    found[name] = content;
    at += 46 + nameLength;
  }
  return found;
}

describe('an archive', () => {
  it('holds every file unchanged, of any size and name', async () => {
    const files = {
      'xl/workbook.xml': new TextEncoder().encode('<workbook/>'),
      'raportări/ș.txt': new TextEncoder().encode('țară'),
      empty: new Uint8Array(),
      // In more than one piece of the stream.
      'xl/worksheets/sheet1.xml': new Uint8Array(700_000).map(
        (_, index) => (index * 7919) % 251,
      ),
    };
    const unpacked = unpack(await pack(files));
    expect(Object.keys(unpacked)).toEqual(Object.keys(files));
    for (const [path, content] of Object.entries(files)) {
      expect(unpacked[path]?.equals(Buffer.from(content))).toBe(true);
    }
  });

  it('is the same for the same files', async () => {
    const files = { a: new TextEncoder().encode('a') };
    expect(await pack(files)).toEqual(await pack(files));
  });

  it('has the type that it is given', async () => {
    expect((await zip([], 'text/plain')).type).toBe('text/plain');
  });

  it('takes the next file when the one before is packed', async () => {
    const taken: string[] = [];
    function* files() {
      for (const path of ['a', 'b', 'c']) {
        taken.push(path);
        yield [path, new Uint8Array(1000)] as const;
      }
    }
    const packed = zip(files(), 'application/zip');
    expect(taken).toEqual(['a']);
    await packed;
    expect(taken).toEqual(['a', 'b', 'c']);
  });

  it('fails when a file cannot be made', async () => {
    function* files() {
      yield ['a', new Uint8Array()] as const;
      throw new Error('no room');
    }
    await expect(zip(files(), 'application/zip')).rejects.toThrow('no room');
  });
});
