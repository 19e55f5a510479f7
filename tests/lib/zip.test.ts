import { crc32, inflateRawSync } from 'node:zlib';

import { afterEach, describe, expect, it, vi } from 'vitest';

import { zip } from '@/lib/zip';

type Bytes = Uint8Array<ArrayBuffer>;

async function pack(files: Record<string, Bytes>): Promise<Buffer> {
  const archive = await zip(Object.entries(files), 'application/zip');
  return Buffer.from(await archive.arrayBuffer());
}

/** 1 January 1980, 00:00, as the format counts. */
const FIRST_MOMENT = 0x0021_0000;
/** The flag that size and check sum stand behind a file, not before it. */
const STATED_BEHIND = 1 << 3;
/** The flag that the path is UTF-8. */
const UTF8_PATH = 1 << 11;

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
    // Both heads say the same of the file, but for its sizes and check sum.
    expect(archive.subarray(head + 4, head + 14)).toEqual(
      archive.subarray(at + 6, at + 16),
    );
    expect(archive.subarray(head + 26, head + 30)).toEqual(
      archive.subarray(at + 28, at + 32),
    );
    const flags = archive.readUInt16LE(at + 8);
    const isPlain = /^[ -~]*$/.test(name);
    expect(flags & ~UTF8_PATH).toBe(STATED_BEHIND);
    if (!isPlain) expect(flags & UTF8_PATH).toBe(UTF8_PATH);
    expect(archive.readUInt32LE(at + 12)).toBe(FIRST_MOMENT);
    const start = head + 30 + archive.readUInt16LE(head + 26);
    const behind = start + packedLength;
    const content = inflateRawSync(archive.subarray(start, behind));
    expect(content.length).toBe(archive.readUInt32LE(at + 24));
    expect(crc32(content)).toBe(archive.readUInt32LE(at + 16));
    // Behind the file stand the same sizes and check sum as in the directory.
    expect(archive.readUInt32LE(behind)).toBe(0x08074b50);
    expect(archive.subarray(behind + 4, behind + 16)).toEqual(
      archive.subarray(at + 16, at + 28),
    );
    found[name] = content;
    at += 46 + nameLength;
  }
  return found;
}

describe('an archive', () => {
  afterEach(() => {
    vi.useRealTimers();
    vi.unstubAllEnvs();
  });

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

  it('is the same for the same files, at any time and place', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.UTC(2026, 10, 22) });
    vi.stubEnv('TZ', 'America/New_York');
    const files = { a: new TextEncoder().encode('a') };
    const first = await pack(files);
    vi.setSystemTime(Date.UTC(2027, 4, 1));
    vi.stubEnv('TZ', 'Asia/Kolkata');
    expect(await pack(files)).toEqual(first);
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

  it('fails when a path is too long for the format', async () => {
    const files = { ['ș'.repeat(32_768)]: new Uint8Array() };
    await expect(pack(files)).rejects.toThrow('filename too long');
  });
});
