/** Of every build's `index.html`, and of no page of a network. */
const MARK = '<title>Monitorizare Vot</title>';

/** What is asked of a cache. */
type Kept = Pick<Cache, 'keys' | 'match' | 'delete'>;

/**
 * Whether an older build keeps a network's page as the app's own, or as a script that its
 * page needs first: then no page of ours runs that could ask for a newer build.
 */
export async function isStartBroken(kept: Kept): Promise<boolean> {
  for (const request of await kept.keys()) {
    if (new URL(request.url).pathname !== '/index.html') continue;
    const page = await (await kept.match(request))?.text();
    if (page === undefined) continue;
    if (!page.includes(MARK)) return true;
    for (const [, script = ''] of page.matchAll(
      /<script[^>]* src="([^"]+)"/g,
    )) {
      const file = await kept.match(script);
      if (file?.headers.get('Content-Type')?.includes('html')) return true;
    }
  }
  return false;
}

/**
 * Removes what is not the file that this build made: Workbox takes over whatever is kept
 * under the address of a file, and builds without hashes kept what a network gave them.
 * @param hashes of Subresource Integrity, by the address under which a file is kept.
 */
export async function removeWrongFiles(
  kept: Kept,
  hashes: ReadonlyMap<string, string>,
): Promise<void> {
  for (const [key, hash] of hashes) {
    const file = await kept.match(key);
    if (file && (await hashOf(file)) !== hash) await kept.delete(key);
  }
}

async function hashOf(file: Response): Promise<string> {
  const bytes = await crypto.subtle.digest('SHA-384', await file.arrayBuffer());
  return `sha384-${btoa(String.fromCodePoint(...new Uint8Array(bytes)))}`;
}
