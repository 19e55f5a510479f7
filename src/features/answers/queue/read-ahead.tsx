import { startTransition, useEffect, useState } from 'react';

import { useDetailsAhead } from '@/data/threads/details';
import type { ThreadPair } from '@/domain/answers/thread';
import { pairOfKey } from '@/domain/answers/thread';
import { afterPaint } from '@/ui/after-paint';

interface ReadAheadProps {
  /** Keys of the threads that are near. */
  keys: readonly string[];
}

/**
 * Draws nothing: holds what threads are drawn from while they are near. The reads of
 * those that come nearer begin after the paint: the step is drawn without them.
 */
export function ReadAhead({ keys }: ReadAheadProps) {
  const near = keys.join(' ');
  const [held, setHeld] = useState(near);
  useEffect(
    () => afterPaint(() => startTransition(() => setHeld(near))),
    [near],
  );
  return held.split(' ').map((key) => {
    const pair = pairOfKey(key);
    return pair && <ReadOne key={key} pair={pair} />;
  });
}

/** One for each thread, so that a step to the next one ends the read of none that is still near. */
function ReadOne({ pair }: { pair: ThreadPair }) {
  useDetailsAhead([pair]);
  return null;
}
