/**
 * The content of the map file, which the browser imports as a module: the file is
 * in the precache, so it is there without a server, too.
 * @throws when it cannot be had, or the browser imports no JSON.
 */
export async function loadMapFile(url: string): Promise<unknown> {
  const address = new URL(url, location.origin).href;
  const file: { default: unknown } = await import(/* @vite-ignore */ address, {
    with: { type: 'json' },
  });
  return file.default;
}
