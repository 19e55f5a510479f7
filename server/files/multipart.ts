/** The longest head of a part: its name, the name of its file and its type. */
const MAX_HEAD_BYTES = 16 * 1024;

/** One field of a form. */
interface Part {
  name: string;
  /** Absent: the field is a text. */
  fileName: string | undefined;
  /** The content type that the client says; empty when it says none. */
  type: string;
  /** Ends where the field ends. Read to its end or not at all. */
  body: AsyncGenerator<Uint8Array>;
}

/** The body is no form, or ends before its last boundary. */
export class MultipartError extends Error {
  constructor() {
    super('The body must be multipart/form-data.');
    this.name = 'MultipartError';
  }
}

/**
 * The fields of a multipart/form-data body (RFC 7578) as they arrive: no more
 * than one chunk of the body is in memory. What the caller does not read of a
 * field is skipped. Throws a `MultipartError` when the body is something else,
 * breaks off, or has a head that is too long.
 */
export async function* readMultipart(
  chunks: AsyncIterable<Uint8Array>,
  contentType: string,
): AsyncGenerator<Part> {
  const delimiter = Buffer.from(`\r\n--${boundaryOf(contentType)}`);
  const input = createInput(chunks);
  await skip(input.until(delimiter));
  for (;;) {
    const next = await input.take(2);
    if (next === '--') return;
    const head = await readHead(input.until(HEAD_END));
    const body = input.until(delimiter);
    yield { ...partOf(`${next}${head}`), body };
    await skip(body);
  }
}

const HEAD_END = Buffer.from('\r\n\r\n');

function boundaryOf(contentType: string): string {
  const match = /;\s*boundary=(?:"([^"]{1,70})"|([^\s;"]{1,70}))/i.exec(
    contentType,
  );
  const boundary = match?.[1] ?? match?.[2];
  if (!boundary) throw new MultipartError();
  return boundary;
}

function createInput(chunks: AsyncIterable<Uint8Array>) {
  const source = chunks[Symbol.asyncIterator]();
  // The first boundary has no line before it, whose end it would follow.
  let held = Buffer.from('\r\n');
  const more = async () => {
    const next = await source.next();
    if (next.done) throw new MultipartError();
    held = Buffer.concat([held, next.value]);
  };
  return {
    async take(count: number): Promise<string> {
      while (held.length < count) await more();
      const taken = held.toString('latin1', 0, count);
      held = held.subarray(count);
      return taken;
    },
    /** What comes before the delimiter, which is passed over. */
    async *until(delimiter: Buffer): AsyncGenerator<Uint8Array> {
      for (;;) {
        const at = held.indexOf(delimiter);
        // The last bytes may be the first ones of the delimiter.
        const sure =
          at >= 0 ? at : Math.max(0, held.length - delimiter.length + 1);
        const found = held.subarray(0, sure);
        held = held.subarray(at >= 0 ? at + delimiter.length : sure);
        if (found.length > 0) yield found;
        if (at >= 0) return;
        await more();
      }
    },
  };
}

/** Reads to the end. */
export async function skip(bytes: AsyncGenerator<Uint8Array>): Promise<void> {
  while (!(await bytes.next()).done);
}

async function readHead(bytes: AsyncIterable<Uint8Array>): Promise<string> {
  const read: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of bytes) {
    size += chunk.length;
    if (size > MAX_HEAD_BYTES) throw new MultipartError();
    read.push(chunk);
  }
  return Buffer.concat(read).toString('utf8');
}

function partOf(head: string): Omit<Part, 'body'> {
  const headers = new Map(
    head.split('\r\n').map((line) => {
      const [name = '', ...value] = line.split(':');
      return [name.trim().toLowerCase(), value.join(':').trim()] as const;
    }),
  );
  const parameters = parametersOf(headers.get('content-disposition') ?? '');
  const name = parameters.get('name');
  if (name === undefined) throw new MultipartError();
  return {
    name,
    fileName:
      extendedOf(parameters.get('filename*')) ?? parameters.get('filename'),
    type: headers.get('content-type') ?? '',
  };
}

/** `name="a"`, and `name=a` of clients that leave out the quotes. */
function parametersOf(disposition: string): Map<string, string> {
  const found = disposition.matchAll(
    /;\s*([\w*]+)=(?:"((?:\\.|[^"\\])*)"|([^\s;"]+))/g,
  );
  return new Map(
    [...found].map(([, name = '', quoted, plain = '']) => [
      name.toLowerCase(),
      quoted === undefined ? plain : unescape(quoted),
    ]),
  );
}

/** Browsers write these three signs so; other clients, quotes with `\`. */
function unescape(quoted: string): string {
  return quoted
    .replace(/\\"/g, '"')
    .replace(/%0D/gi, '\r')
    .replace(/%0A/gi, '\n')
    .replace(/%22/g, '"');
}

/** The value of `filename*=UTF-8''...` (RFC 5987); undefined for other sets. */
function extendedOf(value: string | undefined): string | undefined {
  const encoded = /^utf-8'[^']*'(.*)$/i.exec(value ?? '')?.[1];
  if (encoded === undefined) return undefined;
  try {
    return decodeURIComponent(encoded);
  } catch {
    return undefined;
  }
}
