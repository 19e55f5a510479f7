import { useEffect, useState } from 'react';

import { useLive } from '@/data/live/use-live';
import type { KeptPictures } from '@/db/cache';
import { databases } from '@/db/open';
import { sync } from '@/workers/client';

/** A reduced copy of a picture, on this device. */
interface KeptPicture {
  /** Address of the copy in this page. */
  src: string;
  /** In bytes. */
  size: number;
}

/**
 * The copy of a picture that did not come from the server. Undefined while it is not
 * wanted, while it is read, and where there is none.
 * @param path the address without its signature.
 */
export function useKeptPicture(
  path: string,
  isWanted: boolean,
): KeptPicture | undefined {
  const [kept, setKept] = useState<KeptPicture & { path: string }>();

  useEffect(() => {
    if (!isWanted) return undefined;
    let src: string | undefined;
    let isGone = false;
    void readPicture(path).then((file) => {
      if (!file || isGone) return;
      src = URL.createObjectURL(file);
      setKept({ path, src, size: file.size });
      void sync.seePicture(path);
    });
    return () => {
      isGone = true;
      setKept(undefined);
      if (src !== undefined) URL.revokeObjectURL(src);
    };
  }, [path, isWanted]);

  return kept?.path === path ? kept : undefined;
}

async function readPicture(path: string): Promise<Blob | undefined> {
  const row = await databases().cache.pictureBytes.get(path);
  return row && new Blob([row.bytes], { type: row.type });
}

/** How many pictures of urgent threads are here, live. Undefined until they were counted. */
export function useKeptPictures(): KeptPictures | undefined {
  return useLive('kept-pictures', async () => {
    const row = await databases().cache.meta.get('pictures');
    return row?.k === 'pictures' ? row.v : undefined;
  });
}
