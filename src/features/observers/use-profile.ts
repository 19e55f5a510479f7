import { useState } from 'react';
import { useLocation } from 'react-router-dom';

import type { ObserverRead } from '@/data/observers';
import { useObserver, useObserverById } from '@/data/observers';

/** What a page hands to the next one, so that a new phone is not a new observer. */
export interface ProfileHandOver {
  observerId: number;
}

/** No observer has it: asks for nobody. */
const NOBODY = -1;

/**
 * The observer that an address names by phone. Once found, they are followed by
 * id: when their phone changes, here or elsewhere, an open form must not vanish.
 *
 * @param phone as in the address.
 * @returns what is known; undefined until read.
 */
export function useProfile(phone: string): ObserverRead | undefined {
  const read = useObserver(phone);
  const [seen, setSeen] = useState<{ phone: string; id: number }>();
  const handedOver = observerIdIn(useLocation().state);
  const foundId = read?.observer?.id;
  if (foundId !== undefined && (seen?.phone !== phone || seen.id !== foundId)) {
    setSeen({ phone, id: foundId });
  }
  const id = seen?.phone === phone ? seen.id : handedOver;
  const observer = useObserverById(id ?? NOBODY) ?? read?.observer;
  if (!observer) return read;
  return { ...read, observer, isUnknown: false };
}

function observerIdIn(state: unknown): number | undefined {
  const isHandOver =
    typeof state === 'object' && state !== null && 'observerId' in state;
  return isHandOver && typeof state.observerId === 'number'
    ? state.observerId
    : undefined;
}
