import { readdir, readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { constants, gzip } from 'node:zlib';

import type { Logger, Plugin } from 'vite';

import { BOOT_FILE } from './boot-file.ts';
import { filesOf } from './files-of.ts';

const src = fileURLToPath(new URL('../src', import.meta.url));
const SIGN_IN = [`${src}/main.tsx`];
const FIRST_ROW = [
  ...SIGN_IN,
  `${src}/app/session/signed-in.tsx`,
  `${src}/workers/sync.worker.ts`,
];

/**
 * Prints after a build how many bytes of scripts the first screens need, as gzip, and
 * those of each script.
 */
export function scriptSizes(): Plugin {
  let folder = '';
  let logger: Logger | undefined;
  const needs = new Map<string, string[]>();
  return {
    name: 'script-sizes',
    apply: 'build',
    enforce: 'post',
    configResolved(config) {
      folder = resolve(config.root, config.build.outDir);
      ({ logger } = config);
    },
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        const scriptsOf = (roots: readonly string[]) =>
          filesOf(bundle, ({ moduleIds }) =>
            roots.some((root) => moduleIds.includes(root)),
          ).filter((file) => file.endsWith('.js'));
        needs.set('sign-in form', [BOOT_FILE, ...scriptsOf(SIGN_IN)]);
        needs.set('first row', [BOOT_FILE, ...scriptsOf(FIRST_ROW)]);
      },
    },
    closeBundle: {
      order: 'post',
      sequential: true,
      async handler(error) {
        if (error) return;
        const files = await readdir(folder, { recursive: true });
        const scripts = files.filter((file) => file.endsWith('.js')).sort();
        needs.set('everything', scripts);
        for (const script of scripts) needs.set(script, [script]);
        for (const [what, scripts] of needs) {
          const sizes = await Promise.all(
            scripts.map((file) => gzipSize(join(folder, file))),
          );
          const bytes = sizes.reduce((sum, size) => sum + size, 0);
          const figure = bytes.toLocaleString('en').padStart(9);
          logger?.info(
            `${figure} bytes of gzip in ${scripts.length} scripts: ${what}`,
          );
        }
      },
    },
  };
}

async function gzipSize(path: string): Promise<number> {
  const level = constants.Z_BEST_COMPRESSION;
  return (await promisify(gzip)(await readFile(path), { level })).length;
}
