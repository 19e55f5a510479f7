/** A sign that stands for a letter which an encoding lost. */
const LOST = /\uFFFD|\?/;

/** What windows-1252 has at 0x80 to 0x9F; not every runtime's decoder knows them. */
const SIGNS_1252 = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008DŽ\u008F\u0090‘’“”•–—˜™š›œ\u009DžŸ';

/** The byte of each sign beyond ASCII, in the encodings that UTF-8 is mistaken for. */
const ENCODINGS: readonly ReadonlyMap<string, number>[] = [
  bytesOf((byte) => SIGNS_1252[byte - 0x80] ?? String.fromCodePoint(byte)),
  bytesOf((byte) =>
    new TextDecoder('windows-1250').decode(new Uint8Array([byte])),
  ),
];

/** Whether a name has lost letters, or letters that were read in the wrong encoding. */
export function hasBrokenLetters(name: string): boolean {
  return LOST.test(name) || repaired(name) !== undefined;
}

/**
 * What a text was before its UTF-8 was read in another encoding: Ștefan for È˜tefan.
 * @returns undefined where it was not.
 */
export function repaired(text: string): string | undefined {
  for (const byteOf of ENCODINGS) {
    const bytes = [...text].map((sign) =>
      sign < '\u0080' ? sign.charCodeAt(0) : byteOf.get(sign),
    );
    if (
      bytes.includes(undefined) ||
      bytes.every((byte) => (byte ?? 0) < 0x80)
    ) {
      continue;
    }
    try {
      return new TextDecoder('utf-8', { fatal: true }).decode(
        Uint8Array.from(bytes, (byte) => byte ?? 0),
      );
    } catch {
      // No UTF-8: the letters are what they seem to be.
    }
  }
  return undefined;
}

function bytesOf(
  signOf: (byte: number) => string,
): ReadonlyMap<string, number> {
  const high = Array.from({ length: 128 }, (_, at) => 0x80 + at);
  return new Map(high.map((byte) => [signOf(byte), byte]));
}
