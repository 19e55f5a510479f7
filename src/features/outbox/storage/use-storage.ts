import { useEffect, useState } from 'react';

interface StorageFacts {
  /** Bytes, as the browser estimates them; absent where it does not say. */
  usage?: number | undefined;
  quota?: number | undefined;
  /** Whether the browser promised not to clear it by itself; absent where it does not say. */
  isPersistent?: boolean | undefined;
}

/**
 * What the browser says about the space that this site uses (undefined until
 * it is read), and a function that asks for storage that is not cleared and
 * answers whether it was granted.
 */
export function useStorage(): {
  facts: StorageFacts | undefined;
  askToPersist: () => Promise<boolean>;
} {
  const [facts, setFacts] = useState<StorageFacts>();

  useEffect(() => {
    let isGone = false;
    void readStorage().then((read) => {
      if (!isGone) setFacts(read);
    });
    return () => {
      isGone = true;
    };
  }, []);

  return {
    facts,
    async askToPersist() {
      const isPersistent = await persist();
      setFacts(await readStorage());
      return isPersistent;
    },
  };
}

async function persist(): Promise<boolean> {
  try {
    return (await storage()?.persist?.()) ?? false;
  } catch {
    // Without a secure context, or when a policy forbids it, the answer is no.
    return false;
  }
}

async function readStorage(): Promise<StorageFacts> {
  const manager = storage();
  try {
    const estimate = await manager?.estimate?.();
    const isPersistent = await manager?.persisted?.();
    return {
      usage: estimate?.usage,
      quota: estimate?.quota,
      isPersistent,
    };
  } catch {
    // Private windows of some browsers throw: then the facts are unknown.
    return {};
  }
}

/**
 * Absent on pages without a secure context, although its type says otherwise.
 */
function storage(): Partial<StorageManager> | undefined {
  return 'storage' in navigator ? navigator.storage : undefined;
}
