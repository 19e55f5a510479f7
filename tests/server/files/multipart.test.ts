import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { MultipartError, readMultipart } from '../../../server/files/multipart';

interface Field {
  name: string;
  fileName: string | undefined;
  type: string;
  bytes: Buffer;
}

/** The body in pieces of these lengths; the last one has the rest. */
async function* cut(body: Uint8Array, lengths: number[]) {
  let at = 0;
  for (const length of lengths) {
    yield body.subarray(at, at + length);
    at += length;
  }
  yield body.subarray(at);
}

const MAX_TEXT_BYTES = 1_000;

async function read(
  body: Uint8Array,
  type: string,
  lengths: number[] = [],
): Promise<Field[]> {
  const fields: Field[] = [];
  const chunks = cut(body, lengths);
  for await (const part of readMultipart(chunks, type, MAX_TEXT_BYTES)) {
    if ('text' in part) {
      const bytes = Buffer.from(part.text);
      fields.push({ name: part.name, fileName: undefined, type: '', bytes });
      continue;
    }
    const read: Uint8Array[] = [];
    for await (const chunk of part.body) read.push(chunk);
    const { name, fileName, type: said } = part;
    fields.push({ name, fileName, type: said, bytes: Buffer.concat(read) });
  }
  return fields;
}

const TYPE = 'multipart/form-data; boundary=cut';

/** A body as it stands on the wire, with `|` for the ends of lines. */
const wire = (text: string) => Buffer.from(text.replaceAll('|', '\r\n'));

const head = (parameters: string) =>
  `--cut|Content-Disposition: form-data; ${parameters}||x|--cut--|`;

describe('a form', () => {
  it('is read as it was written, wherever the network cuts it', async () => {
    // Clients disagree on what `\` means (docs/decisions/0113).
    const name = fc
      .string({ unit: 'grapheme', minLength: 1, maxLength: 12 })
      .filter((text) => !text.includes('\\'));
    // Almost boundaries are what a reader trips over.
    const piece = fc.oneof(
      fc.uint8Array({ maxLength: 40 }),
      fc.constantFrom('\r\n', '\r\n-', '\r\n--', '\r', '--').map(Buffer.from),
    );
    const bytes = fc.array(piece, { maxLength: 6 }).map(Buffer.concat);
    const field = fc.record({
      name,
      fileName: fc.option(name, { nil: undefined }),
      bytes,
    });
    const lengths = fc.array(fc.nat({ max: 50 }), { maxLength: 60 });
    await fc.assert(
      fc.asyncProperty(
        fc.array(field, { maxLength: 4 }),
        lengths,
        async (sent, pieces) => {
          const form = new FormData();
          for (const one of sent) {
            if (one.fileName === undefined) {
              form.append(one.name, one.bytes.toString('base64'));
            } else {
              const file = new File([Uint8Array.from(one.bytes)], one.fileName);
              form.append(one.name, file);
            }
          }
          const request = new Response(form);
          const type = request.headers.get('Content-Type') ?? '';
          const body = new Uint8Array(await request.arrayBuffer());
          const lines = (text: string) => text.replace(/\r\n?|\n/g, '\r\n');
          expect(await read(body, type, pieces)).toEqual(
            sent.map((one) => ({
              name: lines(one.name),
              fileName: one.fileName,
              type:
                one.fileName === undefined ? '' : 'application/octet-stream',
              bytes:
                one.fileName === undefined
                  ? Buffer.from(one.bytes.toString('base64'))
                  : one.bytes,
            })),
          );
        },
      ),
      { numRuns: 300 },
    );
  });

  it.each([
    ['name=Text', 'Text', undefined],
    ['name="a\\"b"', 'a"b', undefined],
    ['name="a%22b%0D%0Ac"', 'a"b\r\nc', undefined],
    ['Name="F"; FileName="u\u0219a.jpg"', 'F', 'u\u0219a.jpg'],
    ['name=F; filename=a.jpg', 'F', 'a.jpg'],
    ["name=F; filename=a.jpg; filename*=utf-8''%C8%99.jpg", 'F', '\u0219.jpg'],
    ["name=F; filename=a.jpg; filename*=utf-8''%C8", 'F', '\ufffd'],
    ['name="F"; filename="C:\\a.jpg"', 'F', 'C:\\a.jpg'],
    ['name="F"; filename=""', 'F', ''],
  ])('has the names of any client: %s', async (text, name, fileName) => {
    const [field] = await read(wire(head(text)), TYPE);
    expect(field).toEqual({
      name,
      fileName,
      type: fileName === undefined ? '' : 'text/plain',
      bytes: Buffer.from('x'),
    });
  });

  it('may have text before its first boundary, and a boundary in quotes', async () => {
    const body = wire(`Hello||${head('name="a"')}`);
    expect(
      await read(body, 'multipart/form-data; boundary="cut"'),
    ).toHaveLength(1);
  });

  it('skips the files that nobody reads', async () => {
    const body = wire(
      '--cut|Content-Disposition: form-data; name="a"; filename="1"||one|--cut|Content-Disposition: form-data; name="b"; filename="2"||two|--cut--|',
    );
    const names: string[] = [];
    const chunks = cut(body, [7, 30]);
    for await (const { name } of readMultipart(chunks, TYPE, MAX_TEXT_BYTES)) {
      names.push(name);
    }
    expect(names).toEqual(['a', 'b']);
  });

  it('tells of a text that is too long, and holds no more of it', async () => {
    const field = 'Content-Disposition: form-data; name="a"';
    const body = wire(
      [MAX_TEXT_BYTES, MAX_TEXT_BYTES + 1, 1]
        .map((length) => `--cut|${field}||${'x'.repeat(length)}|`)
        .join('') + '--cut--|',
    );
    const chunks = cut(body, [300, 900]);
    const lengths: [number, boolean][] = [];
    for await (const part of readMultipart(chunks, TYPE, MAX_TEXT_BYTES)) {
      if ('text' in part) lengths.push([part.text.length, part.isCut]);
    }
    expect(lengths).toEqual([
      [MAX_TEXT_BYTES, false],
      [MAX_TEXT_BYTES, true],
      [1, false],
    ]);
  });

  it('arrives no quicker than it is read', async () => {
    const field = 'Content-Disposition: form-data; name="a"; filename="b"';
    let sent = 0;
    const chunks = async function* () {
      for (; sent < 100; sent += 1) {
        yield wire(`--cut|${field}||${'x'.repeat(30_000)}|`);
      }
      yield wire('--cut--|');
    };
    let read = 0;
    const parts = readMultipart(chunks(), TYPE, MAX_TEXT_BYTES);
    for await (const part of parts) {
      expect(sent - read).toBeLessThanOrEqual(1);
      if ('body' in part) for await (const _ of part.body);
      read += 1;
    }
    expect(read).toBe(100);
  });

  it.each([
    ['no boundary', head('name="a"'), 'multipart/form-data'],
    ['another boundary', head('name="a"'), 'multipart/form-data; boundary=x'],
    ['no end', head('name="a"').replace('--cut--|', ''), TYPE],
    [
      'an end in the middle of the last boundary',
      head('name=a').slice(0, -3),
      TYPE,
    ],
    ['a part without a name', head('filename="a"'), TYPE],
    ['a head without an end', `--cut|${'x'.repeat(20_000)}`, TYPE],
    ['a head that is too long', head(`name="${'x'.repeat(20_000)}"`), TYPE],
    [
      'a name that is cut off',
      head(`name="${'x'.repeat(100_000)}"; filename="a"`),
      TYPE,
    ],
    [
      'a large part that is no field',
      `--cut|X: y||${'x'.repeat(70_000)}|${head('name="a"')}`,
      TYPE,
    ],
    [
      'no end of a large file',
      head('name="a"; filename="b"').replace('|x|--cut--|', 'x'.repeat(70_000)),
      TYPE,
    ],
    ['nothing', '', TYPE],
  ])('with %s is refused', async (_, text, type) => {
    await expect(read(wire(text), type)).rejects.toThrow(MultipartError);
  });
});
