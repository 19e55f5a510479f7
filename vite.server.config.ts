import { cp } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { defineConfig, type Plugin } from 'vite';

const resolvePath = (path: string) =>
  fileURLToPath(new URL(path, import.meta.url));

const PGLITE = './node_modules/@electric-sql/pglite/dist';

/**
 * Files that the server reads when it runs, each beside the script that names
 * it by `import.meta.url`: all scripts lie in the same folder.
 */
const READ_WHEN_RUNNING = [
  './server/db/migrations',
  './server/seed/pictures',
  `${PGLITE}/pglite.wasm`,
  `${PGLITE}/pglite.data`,
  `${PGLITE}/initdb.wasm`,
];

function copiedFiles(): Plugin {
  return {
    name: 'copied-files',
    writeBundle: async ({ dir = '' }) => {
      for (const path of READ_WHEN_RUNNING) {
        const copy = join(dir, basename(path));
        await cp(resolvePath(path), copy, { recursive: true });
      }
    },
  };
}

/** The server as plain JavaScript that needs Node and nothing else. */
export default defineConfig({
  publicDir: false,
  ssr: { noExternal: true },
  build: {
    ssr: true,
    target: 'node20',
    outDir: 'dist-server',
    emptyOutDir: true,
    // The log of a failure names its line, and classes by their names.
    minify: false,
    rolldownOptions: {
      // In PGlite, which never reaches it in Node.
      checks: { eval: false },
      input: {
        main: resolvePath('./server/main.ts'),
        admin: resolvePath('./server/admin.ts'),
        // In place of the files of these names, which read TypeScript.
        'table-thread': resolvePath('./server/files/table-worker.ts'),
        'workbook-thread': resolvePath('./server/files/workbook-worker.ts'),
      },
      output: {
        entryFileNames: ({ name }) =>
          name.endsWith('-thread') ? `${name}.mjs` : `${name}.js`,
        chunkFileNames: '[name].js',
      },
    },
  },
  plugins: [copiedFiles()],
});
