/** A larger file is not loaded into memory: photos of phones are smaller. */
const MOST_FILE_BYTES = 30_000_000;
/** A file that takes longer than this does not come. */
const FILE_TIMEOUT_MS = 120_000;

/**
 * Whether a file of a note has no byte. Its first byte is asked for, as the address is
 * signed for GET alone, and a HEAD may be answered with a length of 0 for any file.
 * @returns false also where nobody can tell.
 */
export async function isFileEmpty(
  fetch: typeof globalThis.fetch,
  src: string,
): Promise<boolean> {
  const end = new AbortController();
  const { signal } = end;
  try {
    const headers = { Range: 'bytes=0-0' };
    const { status, body } = await fetch(src, { headers, signal });
    // There is no first byte; to servers without ranges it is the whole file.
    if (status === 416) return true;
    if (status !== 200) return false;
    const first = await body?.getReader().read();
    return first === undefined || first.done;
  } catch {
    // No connection, or a server that allows no look at its files.
    return false;
  } finally {
    end.abort();
  }
}

/**
 * A file of a note, from its signed address: nothing else says who asks.
 * @param mostBytes a larger one is not loaded.
 * @returns 'refused' where the server gives none, as a signature ran out; 'away' where no
 * reply came, from a server out of reach or one that allows no look at its files;
 * 'unusable' for a file without a byte, and one that is too large.
 */
export async function loadFile(
  fetch: typeof globalThis.fetch,
  address: URL,
  mostBytes: number,
): Promise<Blob | 'refused' | 'away' | 'unusable'> {
  try {
    // The browser keeps no copy of its own, which a logout would leave behind.
    const options = { credentials: 'omit', cache: 'no-store' } as const;
    const reply = await fetch(address.href, options);
    const size = Number(reply.headers.get('Content-Length') ?? 0);
    if (!reply.ok || size > mostBytes) {
      await reply.body?.cancel();
      return reply.ok ? 'unusable' : 'refused';
    }
    const file = await reply.blob();
    return file.size > mostBytes || file.size === 0 ? 'unusable' : file;
  } catch {
    return 'away';
  }
}

/**
 * The same for a file of usual size, at an address of the web, within two minutes.
 */
export function receiveFile(
  fetch: typeof globalThis.fetch,
  address: string,
): ReturnType<typeof loadFile> {
  const signal = AbortSignal.timeout(FILE_TIMEOUT_MS);
  return loadFile(
    (url, options) => fetch(url, { ...options, signal }),
    new URL(address),
    MOST_FILE_BYTES,
  );
}
