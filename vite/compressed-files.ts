import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

import type { Plugin } from 'vite';

const TEXT = /\.(html|js|css|json|svg|txt|webmanifest)$/;
/** Edited after a build: a compressed copy would go on with the old settings. */
const SETTINGS = 'config.json';
/** Below this, headers outweigh what compression saves. */
const MIN_BYTES = 1024;

/**
 * Writes a `.br` and a `.gz` beside each text file of the build, for servers that
 * send such files as they are. Must be the last plugin: it runs when the service
 * worker and its list of files are written.
 */
export function compressedFiles(): Plugin {
  let folder = '';
  return {
    name: 'compressed-files',
    apply: 'build',
    enforce: 'post',
    configResolved(config) {
      folder = resolve(config.root, config.build.outDir);
    },
    closeBundle: {
      order: 'post',
      sequential: true,
      async handler(error) {
        if (!error) await compressFolder(folder);
      },
    },
  };
}

/** Compresses the text files of a folder and of the folders in it. */
export async function compressFolder(folder: string): Promise<void> {
  const entries = await readdir(folder, {
    recursive: true,
    withFileTypes: true,
  });
  const settings = join(folder, SETTINGS);
  const paths = entries
    .filter((entry) => entry.isFile() && TEXT.test(entry.name))
    .map(({ parentPath, name }) => join(parentPath, name))
    .filter((path) => path !== settings);
  await Promise.all(paths.map((path) => compressFile(path)));
}

async function compressFile(path: string): Promise<void> {
  const bytes = await readFile(path);
  if (bytes.length < MIN_BYTES) return;
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
    [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
  };
  const [br, gz] = await Promise.all([
    promisify(brotliCompress)(bytes, { params }),
    promisify(gzip)(bytes, { level: constants.Z_BEST_COMPRESSION }),
  ]);
  await Promise.all([writeFile(`${path}.br`, br), writeFile(`${path}.gz`, gz)]);
}
