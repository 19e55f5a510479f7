import { useEffect, useState } from 'react';

/** A module of components that is loaded when it is first needed. */
export interface LatePart<Module> {
  /** The module, once it is loaded. */
  current: Module | undefined;
  load: () => Promise<Module>;
}

export function latePart<Module>(
  load: () => Promise<Module>,
): LatePart<Module> {
  const part: LatePart<Module> = {
    current: undefined,
    async load() {
      part.current ??= await load();
      return part.current;
    },
  };
  return part;
}

/**
 * The module, or undefined until it is needed and loaded. It does not suspend:
 * React would hold it back for 300 ms after a fallback.
 * @throws while drawing when it cannot be loaded: the error page says why.
 */
export function useLatePart<Module>(
  part: LatePart<Module>,
  isNeeded: boolean,
): Module | undefined {
  const [loaded, setLoaded] = useState<{ module?: Module; error?: unknown }>();
  useEffect(() => {
    if (!isNeeded || part.current) return undefined;
    let isAsked = true;
    part.load().then(
      (module) => isAsked && setLoaded({ module }),
      (error: unknown) => isAsked && setLoaded({ error }),
    );
    return () => {
      isAsked = false;
    };
  }, [part, isNeeded]);

  if (loaded && 'error' in loaded) throw loaded.error;
  return isNeeded ? (loaded?.module ?? part.current) : undefined;
}
