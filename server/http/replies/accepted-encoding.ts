/**
 * The first of `encodings` that an Accept-Encoding header names; `q=0` means
 * that the browser does not take it. Undefined when it takes none of them.
 */
export function acceptedEncoding<E extends string>(
  header: string | undefined,
  encodings: readonly E[],
): E | undefined {
  const accepted = new Set(
    (header ?? '')
      .toLowerCase()
      .split(',')
      .filter((part) => !/;\s*q=0(\.0*)?\s*$/.test(part))
      .map((part) => part.split(';')[0]?.trim()),
  );
  return encodings.find((encoding) => accepted.has(encoding));
}
