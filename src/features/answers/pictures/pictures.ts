import { createContext } from 'react';

/**
 * What thumbnails know of the viewer. In a context, so that their cards are
 * not drawn again when it changes.
 */
interface Pictures {
  /** Numbers from 1 over all pictures of the thread, by path. */
  numbers: ReadonlyMap<string, number>;
  /** Path of the one in the viewer. */
  openPath: string | undefined;
  onOpen: (path: string) => void;
}

export const PicturesContext = createContext<Pictures>({
  numbers: new Map(),
  openPath: undefined,
  onOpen: () => undefined,
});
