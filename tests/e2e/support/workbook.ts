import { inflateRawSync } from 'node:zlib';

/** The sheets of a workbook (XLSX) as XML, in order, and the texts of a sheet. */
export function readWorkbook(bytes: Buffer) {
  const files = unzip(bytes);
  const shared = [
    ...(files.get('xl/sharedStrings.xml') ?? '').matchAll(/<si>(.*?)<\/si>/gs),
  ].map(([, text = '']) => text.replaceAll(/<[^>]+>/g, ''));
  const sheets = [...files.keys()]
    .filter((path) => /^xl\/worksheets\/sheet\d+\.xml$/.test(path))
    .sort()
    .map((path) => files.get(path) ?? '');
  return {
    sheets,
    texts(sheet: string): string {
      const inline = [...sheet.matchAll(/<t[^>]*>(.*?)<\/t>/gs)].map(
        ([, text]) => text,
      );
      const referred = [...sheet.matchAll(/t="s"[^>]*><v>(\d+)<\/v>/g)].map(
        ([, index]) => shared[Number(index)],
      );
      return [...inline, ...referred].join('\n');
    },
  };
}

/** The files of an archive, read by its directory. */
function unzip(archive: Buffer): Map<string, string> {
  const files = new Map<string, string>();
  const end = archive.lastIndexOf(Buffer.from('PK\u0005\u0006', 'latin1'));
  let at = archive.readUInt32LE(end + 16);
  for (let left = archive.readUInt16LE(end + 10); left > 0; left -= 1) {
    const packed = archive.readUInt32LE(at + 20);
    const nameLength = archive.readUInt16LE(at + 28);
    const rest = archive.readUInt16LE(at + 30) + archive.readUInt16LE(at + 32);
    const head = archive.readUInt32LE(at + 42);
    const name = archive.toString('utf8', at + 46, at + 46 + nameLength);
    const start =
      head +
      30 +
      archive.readUInt16LE(head + 26) +
      archive.readUInt16LE(head + 28);
    const content = archive.subarray(start, start + packed);
    files.set(name, inflateRawSync(content).toString('utf8'));
    at += 46 + nameLength + rest;
  }
  return files;
}
