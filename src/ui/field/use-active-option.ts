import { type RefObject, useEffect, useState } from 'react';

/** The line of an open list that Enter takes. */
interface ActiveOption {
  /** Its key; undefined when the list is empty. */
  active: string | undefined;
  /** To the next line or the one before; after the last comes the first. */
  step: (by: -1 | 1) => void;
  /** To the line of this key, or to the first. */
  begin: (key?: string) => void;
}

/**
 * The line of a list that the arrows are on, while the focus stays in a field
 * above it: the first until they were used. The line is kept in sight. `keys`
 * are those of the lines that are shown; the lines in `list` are
 * `role="option"`.
 */
export function useActiveOption(
  keys: readonly string[],
  list: RefObject<HTMLElement | null>,
): ActiveOption {
  const [chosen, setChosen] = useState<string>();
  const at = Math.max(
    0,
    keys.findIndex((key) => key === chosen),
  );
  const active = keys[at];

  useEffect(() => {
    list.current
      ?.querySelector('[aria-selected="true"]')
      ?.scrollIntoView({ block: 'nearest' });
  }, [active, list]);

  return {
    active,
    step: (by) => setChosen(keys.at((at + by) % keys.length)),
    begin: setChosen,
  };
}
