import type { ComponentType, ReactNode } from 'react';
import { createElement, lazy, useState } from 'react';

/** A component in a chunk of its own. */
export interface Loadable<Props = object> {
  (props: Props): ReactNode;
  /** Loads the chunk; once it did, the component is drawn without a fallback. */
  load: () => Promise<void>;
}

/**
 * `React.lazy` that does not suspend when its chunk is there: React holds a screen
 * back for 300 ms after it showed a fallback.
 * @param Failed drawn when the chunk cannot be loaded; else that is an error.
 */
export function loadable<Props extends object = object>(
  load: () => Promise<ComponentType<Props>>,
  Failed?: ComponentType<Props>,
): Loadable<Props> {
  let Loaded: ComponentType<Props> | undefined;
  const loadOnce = async () => (Loaded ??= await load());
  const Lazy: ComponentType<Props> = lazy(async () => {
    try {
      return { default: await loadOnce() };
    } catch (error) {
      if (Failed) return { default: Failed };
      throw error;
    }
  });

  function Part(props: Props) {
    // Another component in its place would lose the state of the screen.
    const [Chosen] = useState(() => Loaded ?? Lazy);
    return createElement(Chosen, props);
  }
  return Object.assign(Part, {
    async load() {
      await loadOnce();
    },
  });
}
