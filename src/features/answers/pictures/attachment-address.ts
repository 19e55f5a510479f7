import { config } from '@/config';

/**
 * Where to load an attachment; some servers give relative paths
 * (docs/api-contract.md 4.3). Undefined when the address is not http(s): an
 * observer's app chose it, and only web addresses are followed.
 */
export function webAddress(src: string): string | undefined {
  if (src === '') return undefined;
  const server =
    config.apiHost === '' ? window.location.origin : config.apiHost;
  try {
    const { protocol, href } = new URL(src, server);
    return protocol === 'https:' || protocol === 'http:' ? href : undefined;
  } catch {
    // No address at all: there is nothing to follow.
    return undefined;
  }
}

/** The last part of an attachment's path, decoded: it is all the name that it has. */
export function fileName(path: string): string {
  const name = path.slice(path.lastIndexOf('/') + 1);
  try {
    return decodeURIComponent(name);
  } catch {
    // A percent sign that is no code.
    return name;
  }
}
