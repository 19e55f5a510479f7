import type { Sealed } from '@/domain/sealed';

import type { IntentDatabase } from './intent';

/** AES-GCM wants 96 fresh bits for every message. */
const IV_BYTES = 12;

/** Encrypts a PIN for its time in the outbox; only this browser can read it again. */
export async function seal(
  intent: IntentDatabase,
  text: string,
): Promise<Sealed> {
  const key = (await pinKey(intent)) ?? (await createPinKey(intent));
  const iv = crypto.getRandomValues(new Uint8Array(IV_BYTES));
  const data = await crypto.subtle.encrypt(
    { name: 'AES-GCM', iv },
    key,
    new TextEncoder().encode(text),
  );
  return { iv, data };
}

/**
 * Reads a sealed PIN.
 * @returns undefined when the key is gone: the PIN must be asked for again.
 */
export async function unseal(
  intent: IntentDatabase,
  { iv, data }: Sealed,
): Promise<string | undefined> {
  const key = await pinKey(intent);
  if (!key) return undefined;
  try {
    const text = await crypto.subtle.decrypt(
      { name: 'AES-GCM', iv },
      key,
      data,
    );
    return new TextDecoder().decode(text);
  } catch {
    // Sealed with a key that was deleted since.
    return undefined;
  }
}

async function pinKey(intent: IntentDatabase): Promise<CryptoKey | undefined> {
  return (await intent.keys.get('pin'))?.key;
}

/** Two tabs may seal at once: both use the key that was stored first. */
async function createPinKey(intent: IntentDatabase): Promise<CryptoKey> {
  const key = await crypto.subtle.generateKey(
    { name: 'AES-GCM', length: 256 },
    false,
    ['encrypt', 'decrypt'],
  );
  return intent.transaction('rw', intent.keys, async () => {
    const first = await intent.keys.get('pin');
    if (first) return first.key;
    await intent.keys.put({ name: 'pin', key });
    return key;
  });
}
