import { config } from '@/config';

/**
 * Where to load an attachment. Some servers give paths of their own
 * (docs/api-contract.md 4.3); and since an observer's app chose the name, only
 * the web's own kinds of
 * address are followed.
 * @returns undefined when it cannot be followed.
 */
export function webAddress(src: string): string | undefined {
  if (src === '') return undefined;
  const host = config.apiHost === '' ? window.location.origin : config.apiHost;
  try {
    const { protocol, href } = new URL(src, host);
    return protocol === 'https:' || protocol === 'http:' ? href : undefined;
  } catch {
    // No address at all: there is nothing to follow.
    return undefined;
  }
}

/** The last part of an attachment's path, which is all the name that it has. */
export function fileName(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}
