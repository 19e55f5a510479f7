import { useEffect, useState } from 'react';

const TURN_MS = 10_000;

/**
 * Which of so many groups has its turn, from 0: the next one every ten seconds,
 * after the last one the first. Another newest one begins anew, but not while the
 * groups are held.
 */
export function useTurns(
  groups: number,
  isHeld: boolean,
  newest: string,
): number {
  const [turn, setTurn] = useState(0);
  const [begunWith, setBegunWith] = useState(newest);
  if (!isHeld && begunWith !== newest) {
    setBegunWith(newest);
    setTurn(0);
  }
  const isMoving = groups > 1 && !isHeld;
  useEffect(() => {
    if (!isMoving) return undefined;
    const timer = setInterval(() => setTurn((now) => now + 1), TURN_MS);
    return () => clearInterval(timer);
  }, [isMoving, begunWith]);
  return groups === 0 ? 0 : turn % groups;
}
