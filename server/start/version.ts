import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Of both, the sources and the built server: it starts one folder below. */
const ROOTS = ['..', '../..'].map((path) =>
  fileURLToPath(new URL(path, import.meta.url)),
);

/** The version in the package's description; `unknown` where there is none. */
export async function readVersion(): Promise<string> {
  for (const root of ROOTS) {
    const path = resolve(root, 'package.json');
    const text = await readFile(path, 'utf8').catch(() => '{}');
    const parsed: unknown = JSON.parse(text);
    const isNamed = typeof parsed === 'object' && parsed && 'version' in parsed;
    if (isNamed) return String(parsed.version);
  }
  return 'unknown';
}
