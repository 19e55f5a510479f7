import { useEffect, useRef } from 'react';

interface BeginProps {
  onBegin: () => void;
}

/** Nothing has to be asked before the editor opens. */
export function Begin({ onBegin }: BeginProps) {
  const latest = useRef(onBegin);
  useEffect(() => latest.current(), []);
  return null;
}
