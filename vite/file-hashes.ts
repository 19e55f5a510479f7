import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';

import type { Plugin } from 'vite';

interface ListedFile {
  url: string;
}

/**
 * Gives each file of the service worker's list the hash by which the browser knows it
 * (Subresource Integrity): what a network puts in the place of a file fails the
 * installation. The plugin only learns where the build writes.
 */
export function fileHashes() {
  let folder = '';
  const plugin: Plugin = {
    name: 'file-hashes',
    apply: 'build',
    configResolved(config) {
      folder = resolve(config.root, config.build.outDir);
    },
  };
  async function withHashes<T extends ListedFile>(files: readonly T[]) {
    const manifest = await Promise.all(
      files.map(async (file) => {
        const bytes = await readFile(resolve(folder, file.url));
        const hash = createHash('sha384').update(bytes).digest('base64');
        return { ...file, integrity: `sha384-${hash}` };
      }),
    );
    return { manifest };
  }
  return { plugin, withHashes };
}
