import { createHash } from 'node:crypto';
import { fileURLToPath } from 'node:url';

import type { Plugin, Rolldown } from 'vite';
import { build } from 'vite';

const src = fileURLToPath(new URL('../src', import.meta.url));
const ENTRY = `${src}/boot.ts`;
const PAGE = `${src}/main.tsx`;
const SIGNED_IN = `${src}/app/session/signed-in.tsx`;

/**
 * Builds `src/boot.ts` as a script of its own, which index.html loads first, and
 * tells it the files of the signed-in part. Development does without.
 */
export function bootFile(): Plugin {
  let fileName = '';
  return {
    name: 'boot-file',
    apply: 'build',
    async generateBundle(_options, bundle) {
      const chunks = new Map(
        Object.values(bundle)
          .filter((file) => file.type === 'chunk')
          .map((chunk) => [chunk.fileName, chunk]),
      );
      const withPage = filesOf(PAGE, chunks);
      const files = [...filesOf(SIGNED_IN, chunks)]
        .filter((file) => !withPage.has(file))
        .map((file) => `/${file}`);
      // Unnoticed, the signed-in part would be loaded late.
      if (files.length === 0) this.error('boot.ts has nothing to preload');
      const source = await buildEntry(files);
      // The name must change with the files: it is cached for a year.
      const hash = createHash('sha256').update(source).digest('base64url');
      fileName = `assets/boot-${hash.slice(0, 8)}.js`;
      this.emitFile({ type: 'asset', fileName, source });
    },
    transformIndexHtml: {
      order: 'post',
      handler: () => [
        {
          tag: 'script',
          attrs: { src: `/${fileName}` },
          injectTo: 'head-prepend',
        },
      ],
    },
  };
}

/** Scripts and styles of the chunk with this module, and of what it imports. */
function filesOf(
  module: string,
  chunks: ReadonlyMap<string, Rolldown.OutputChunk>,
): Set<string> {
  const files = new Set<string>();
  const add = (chunk: Rolldown.OutputChunk) => {
    if (files.has(chunk.fileName)) return;
    files.add(chunk.fileName);
    for (const css of chunk.viteMetadata?.importedCss ?? []) files.add(css);
    for (const imported of chunk.imports) {
      const next = chunks.get(imported);
      if (next) add(next);
    }
  };
  for (const chunk of chunks.values()) {
    if (chunk.moduleIds.includes(module)) add(chunk);
  }
  return files;
}

async function buildEntry(signedInFiles: string[]): Promise<string> {
  const built = await build({
    configFile: false,
    logLevel: 'error',
    resolve: { alias: { '@': src } },
    define: { signedInFiles: JSON.stringify(signedInFiles) },
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
