import { fileURLToPath } from 'node:url';

import type { Plugin } from 'vite';
import { build } from 'vite';

import { APP, CORE, SCREENS } from './chunks.ts';
import { filesOf } from './files-of.ts';

const src = fileURLToPath(new URL('../src', import.meta.url));
const ENTRY = `${src}/boot.ts`;
const PAGE = `${src}/main.tsx`;
/** The same in each build: a page of the build before, whose other files are gone, finds it. */
export const BOOT_FILE = 'boot.js';

/**
 * Builds `src/boot.ts` as a script of its own, which index.html loads first, and
 * tells it the files of the signed-in part. Development does without.
 */
export function bootFile(): Plugin {
  return {
    name: 'boot-file',
    apply: 'build',
    async generateBundle(_options, bundle) {
      const page = filesOf(bundle, ({ moduleIds }) => moduleIds.includes(PAGE));
      const chunkFiles = (chunk: string, ...before: string[][]) =>
        filesOf(bundle, ({ name }) => name === chunk).filter(
          (file) => ![page, ...before].some((files) => files.includes(file)),
        );
      const coreFiles = chunkFiles(CORE);
      const appFiles = chunkFiles(APP, coreFiles);
      const screensFiles = chunkFiles(SCREENS, coreFiles, appFiles);
      const files = { coreFiles, appFiles, screensFiles };
      // Unnoticed, these parts would be loaded late.
      if (Object.values(files).some((chunk) => chunk.length === 0))
        this.error('boot.ts has nothing to preload');
      const source = await buildEntry(files);
      this.emitFile({ type: 'asset', fileName: BOOT_FILE, source });
    },
    transformIndexHtml: {
      order: 'post',
      handler: () => [
        {
          tag: 'script',
          attrs: { src: `/${BOOT_FILE}` },
          injectTo: 'head-prepend',
        },
      ],
    },
  };
}

/** @param files files by the name that boot.ts declares. */
async function buildEntry(files: Record<string, string[]>): Promise<string> {
  const built = await build({
    configFile: false,
    logLevel: 'error',
    resolve: { alias: { '@': src } },
    define: Object.fromEntries(
      Object.entries(files).map(([name, value]) => [
        name,
        JSON.stringify(value),
      ]),
    ),
    build: {
      write: false,
      target: 'es2023',
      copyPublicDir: false,
      lib: { entry: ENTRY, formats: ['iife'], name: 'boot' },
    },
  });
  const outputs = Array.isArray(built) ? built : [built];
  const code = outputs
    .flatMap((one) => ('output' in one ? one.output : []))
    .find((file) => file.type === 'chunk')?.code;
  if (code === undefined) throw new Error('boot.ts was not built');
  return code;
}
