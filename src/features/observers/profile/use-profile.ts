import { useState } from 'react';

import type { ObserverRead } from '@/data/observers';
import { useObserver, useObserverById } from '@/data/observers';

/** No observer has it: asks for nobody. */
const NOBODY = 0;

/**
 * The observer that an address names by phone; undefined until read. Once found,
 * the observer is followed by id: when the phone changes, here or elsewhere, an
 * open form must not vanish.
 */
export function useProfile(phone: string): ObserverRead | undefined {
  const read = useObserver(phone);
  const [seen, setSeen] = useState<{ phone: string; id: number }>();
  const foundId = read?.observer?.id;
  if (foundId !== undefined && (seen?.phone !== phone || seen.id !== foundId)) {
    setSeen({ phone, id: foundId });
  }
  const id = seen?.phone === phone ? seen.id : undefined;
  const observer = useObserverById(id ?? NOBODY) ?? read?.observer;
  if (!observer) return read;
  return { ...read, observer, isUnknown: false };
}
