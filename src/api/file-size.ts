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
