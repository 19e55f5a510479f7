import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';

import { root } from '../../support/source';

/**
 * Every file of the build, as the path it is served at, sorted; without the
 * compressed ones, which are served in place of the files beside them.
 */
export function builtFiles(): string[] {
  return readdirSync(join(root, 'dist'), {
    recursive: true,
    withFileTypes: true,
  })
    .filter((entry) => entry.isFile() && !/\.(br|gz)$/.test(entry.name))
    .map((entry) =>
      join(entry.parentPath, entry.name)
        .slice(join(root, 'dist').length)
        .replaceAll('\\', '/'),
    )
    .sort();
}

/** Size of a built file as it travels, in bytes. */
export function gzipSize(path: string): number {
  const bytes = readFileSync(join(root, 'dist', path));
  return gzipSync(bytes, { level: 9 }).length;
}

/** Text of a built file. */
export function readBuilt(path: string): string {
  return readFileSync(join(root, 'dist', path), 'utf8');
}

/** The name that the build gave a script, without folder and hash. */
export function chunkName(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1).replace(/(-[\w-]{8})?\.js$/, '');
}
