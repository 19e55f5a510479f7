import { dirname } from 'node:path';

import type { Plugin } from 'vite';

import { APP, BASE, SCREENS } from './chunks';

/** Chunks that need a document. */
const PAGES = new Set([APP, BASE, SCREENS]);

/** Builds workers together with the page; in development Vite's own way serves. */
export function sharedWorkers(
  /** The module that starts each worker, and the worker's script beside it. */
  workers: readonly { starter: string; script: string }[],
): Plugin {
  const references = new Map<string, string>();
  return {
    name: 'shared-workers',
    apply: 'build',
    enforce: 'pre',
    buildStart() {
      references.clear();
    },
    transform(code, id) {
      const worker = workers.find(({ starter }) => starter === id);
      if (!worker) return undefined;
      const { script } = worker;
      const address = `new URL('./${script}.ts', import.meta.url)`;
      // Unnoticed, the worker would be built twice, with a Dexie of its own.
      if (!code.includes(address)) this.error(`${id} has no ${address}`);
      const reference = this.emitFile({
        type: 'chunk',
        id: `${dirname(id)}/${script}.ts`,
        name: script,
        preserveSignature: false,
      });
      references.set(script, reference);
      return code.replace(address, `import.meta.ROLLUP_FILE_URL_${reference}`);
    },
    buildEnd(error) {
      const missing = workers.find(({ script }) => !references.has(script));
      if (!error && missing) this.error(`${missing.starter} is not built`);
    },
    // A worker has no document: what it loads later may import no page either.
    generateBundle(_options, bundle) {
      for (const [script, reference] of references) {
        const files = [this.getFileName(reference)];
        for (const file of files) {
          const chunk = bundle[file];
          if (chunk?.type !== 'chunk') continue;
          if (PAGES.has(chunk.name)) {
            this.error(`${script} loads a page: ${files.join(', ')}`);
          }
          const next = [...chunk.imports, ...chunk.dynamicImports];
          files.push(...next.filter((each) => !files.includes(each)));
        }
      }
    },
  };
}
