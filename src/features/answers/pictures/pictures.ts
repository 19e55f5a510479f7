import { createContext } from 'react';

/** What thumbnails know of the viewer, without their cards being drawn again for it. */
export interface Pictures {
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
