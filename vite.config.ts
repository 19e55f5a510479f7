import { readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';

import react from '@vitejs/plugin-react';
import { VitePWA } from 'vite-plugin-pwa';
import { defineConfig } from 'vitest/config';

import { bootFile } from './vite/boot-file.ts';
import { nameChunks } from './vite/chunks.ts';
import { compressedFiles } from './vite/compressed-files.ts';
import { fileHashes } from './vite/file-hashes.ts';
import { scriptSizes } from './vite/script-sizes.ts';
import { sharedWorkers } from './vite/shared-workers.ts';

const resolvePath = (path: string) =>
  fileURLToPath(new URL(path, import.meta.url));
const src = resolvePath('./src');
/**
 * The workers share one copy of Dexie, Comlink and our own code with the page: a
 * first visit on a slow link loads it once.
 */
const workers = [
  { starter: `${src}/workers/client.ts`, script: 'sync.worker' },
  {
    starter: `${src}/components/import/read-in-worker.ts`,
    script: 'import.worker',
  },
  {
    starter: `${src}/features/answers/evidence/build-in-worker.ts`,
    script: 'evidence.worker',
  },
];

const { version } = JSON.parse(
  readFileSync(resolvePath('./package.json'), 'utf8'),
);

const hashes = fileHashes();

export default defineConfig(({ mode }) => ({
  // Evidence files say which version made them.
  define: { 'import.meta.env.VITE_APP_VERSION': JSON.stringify(version) },
  resolve: {
    alias: { '@': src },
    dedupe: ['dexie', 'react', 'react-dom'],
  },
  build: {
    target: 'es2023',
    // docs/decisions/0110-the-build-leaves-packages-as-they-are.md
    minify: 'terser',
    // Workers and pages ship the same classes of file; a map would double the precache.
    sourcemap: false,
    modulePreload: {
      polyfill: false,
      // Loading ahead needs a document, which a worker does not have.
      resolveDependencies: (_file, files, { hostId }) =>
        hostId.includes('.worker') ? [] : files,
    },
    // `app` has all screens; its compressed size is a test.
    chunkSizeWarningLimit: 700,
    rolldownOptions: {
      // Terser and the compression take their time.
      checks: { pluginTimings: false, bundlerTimings: false },
      output: {
        // docs/decisions/0046-the-app-is-built-in-few-chunks.md
        codeSplitting: {
          groups: [{ debugName: 'by screen', name: nameChunks() }],
          // The groups hold what their modules import by themselves.
          includeDependenciesRecursively: false,
        },
      },
    },
  },
  worker: { format: 'es' },
  plugins: [
    react(),
    sharedWorkers(workers),
    bootFile(),
    hashes.plugin,
    VitePWA({
      strategies: 'injectManifest',
      // `npm run build:emergency`: a worker that removes what an earlier one kept.
      srcDir: mode === 'emergency' ? 'src/sw/emergency' : 'src/sw',
      filename: 'sw.ts',
      // The page registers by itself (app/service-worker.ts): an inline script would break the CSP.
      injectRegister: null,
      registerType: 'prompt',
      includeManifestIcons: false,
      injectManifest: {
        // A classic script: registration is classic, so an ES module would fail without a word.
        rollupFormat: 'iife',
        ...(mode === 'emergency' ? { injectionPoint: '' } : {}),
        globPatterns: ['**/*'],
        // config.json changes per deployment without a build: the page keeps its own last copy.
        // Samples are for the demo: no screen needs them.
        globIgnores: ['config.json', 'samples/**', '**/*.{br,gz}'],
        maximumFileSizeToCacheInBytes: 4 * 1024 * 1024,
        // The browser refuses what a network puts in a file's place, and the installation fails.
        manifestTransforms: [hashes.withHashes],
      },
      manifest: {
        name: 'Monitorizare Vot',
        short_name: 'Monitorizare',
        description: 'Back office al organizațiilor care observă alegerile',
        lang: 'ro',
        start_url: '/',
        scope: '/',
        display: 'standalone',
        background_color: '#f6f5f8',
        theme_color: '#5f288d',
        icons: [
          { src: '/icons/icon-192.png', sizes: '192x192', type: 'image/png' },
          { src: '/icons/icon-512.png', sizes: '512x512', type: 'image/png' },
          {
            src: '/icons/icon-maskable-512.png',
            sizes: '512x512',
            type: 'image/png',
            purpose: 'maskable',
          },
        ],
      },
    }),
    compressedFiles(),
    scriptSizes(),
  ],
  server: {
    proxy: { '/api': 'http://127.0.0.1:8081' },
  },
  test: {
    exclude: ['tests/e2e/**', 'node_modules/**'],
    environment: 'node',
    // A pressed tel: or blob: link would change the address of all later files.
    environmentOptions: {
      happyDOM: {
        settings: {
          navigation: {
            disableMainFrameNavigation: true,
            disableFallbackToSetURL: true,
          },
        },
      },
    },
    reporters: ['default', './tests/support/durations-reporter.ts'],
    // Tests wait, too: for timers, servers and other processes.
    maxWorkers: availableParallelism() + 1,
    // Patience for a busy machine: how quick things are is for the benchmarks.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 10_000 } },
    projects: [
      {
        extends: true,
        test: {
          name: 'server',
          include: ['tests/server/**/*.test.ts'],
          // Minutes of whole processes, stopped databases and files: `npm run test:faults`.
          exclude:
            'DATABASE_STOPS' in process.env
              ? []
              : [
                  'tests/server/running/**',
                  'tests/server/db/database-away.test.ts',
                  'tests/server/backup/backup.test.ts',
                ],
          setupFiles: ['tests/server/support/quick-hashes.ts'],
          // One process for many files: they share its databases and its demo.
          isolate: false,
        },
      },
      {
        extends: true,
        test: {
          name: 'client',
          setupFiles: ['tests/support/set-up.ts'],
          include: ['tests/**/*.test.ts'],
          exclude: ['tests/server/**', 'tests/simulation/**', 'tests/e2e/**'],
          // One process for many files: packages are loaded once. The set-up
          // loads our own modules anew for each file.
          isolate: false,
        },
      },
      {
        extends: true,
        test: {
          name: 'pages',
          environment: 'happy-dom',
          setupFiles: ['tests/support/set-up.ts'],
          // A file with a document ends in .tsx: a process has one environment,
          // so files with and without would start one after the other.
          include: ['tests/**/*.test.tsx'],
          isolate: false,
        },
      },
      {
        extends: true,
        test: {
          name: 'simulation',
          // Its clock takes the place of the real one in the whole process.
          include: ['tests/simulation/**/*.test.ts'],
          // Stories make much that lives shortly: a tenth less time with more room for it.
          execArgv: ['--max-semi-space-size=64'],
        },
      },
    ],
  },
}));
