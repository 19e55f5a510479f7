import { createHash } from 'node:crypto';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));

/**
 * The name of a class in the build. All classes of a file end alike, without the
 * line that they stand on: both compress better.
 */
export function className(name: string, file: string): string {
  const path = file.split('?')[0]?.slice(root.length);
  const hash = createHash('sha256').update(String(path)).digest('base64url');
  return `${name}_${hash.slice(0, 4)}`;
}
