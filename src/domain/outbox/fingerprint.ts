import { isRecord } from '@/domain/record';

/**
 * A short text that is equal for equal values, whatever the order of their
 * keys: says "nothing changed" without keeping the old value around.
 * Not for secrets: 53 bits of a plain mixing function.
 */
export function fingerprint(value: unknown): string {
  return hash53(stable(value)).toString(36);
}

/** JSON with sorted keys; absent and undefined are the same. */
export function stable(value: unknown): string {
  return JSON.stringify(value, (_key, each: unknown) =>
    isRecord(each)
      ? Object.fromEntries(
          Object.entries(each).sort(([a], [b]) => (a < b ? -1 : 1)),
        )
      : each,
  );
}

function hash53(text: string): number {
  let high = 0xdeadbeef;
  let low = 0x41c6ce57;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    high = Math.imul(high ^ code, 2654435761);
    low = Math.imul(low ^ code, 1597334677);
  }
  high = Math.imul(high ^ (high >>> 16), 2246822507);
  high ^= Math.imul(low ^ (low >>> 13), 3266489909);
  low = Math.imul(low ^ (low >>> 16), 2246822507);
  low ^= Math.imul(high ^ (high >>> 13), 3266489909);
  return 4294967296 * (2097151 & low) + (high >>> 0);
}
