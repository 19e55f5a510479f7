import type { Rolldown } from 'vite';

/** Addresses of scripts and styles of the chosen chunks, and of what they import. */
export function filesOf(
  bundle: Rolldown.OutputBundle,
  isChosen: (chunk: Rolldown.OutputChunk) => boolean,
): string[] {
  const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
  const files = new Set<string>();
  const add = (chunk: Rolldown.OutputChunk) => {
    if (files.has(chunk.fileName)) return;
    files.add(chunk.fileName);
    for (const css of chunk.viteMetadata?.importedCss ?? []) files.add(css);
    for (const next of chunks) {
      if (chunk.imports.includes(next.fileName)) add(next);
    }
  };
  chunks.filter(isChosen).forEach(add);
  return [...files].map((file) => `/${file}`);
}
