import { config } from '@/config';
import { webAddress as addressOf } from '@/domain/answers/note';

/** Where this page loads an attachment; undefined when it is at no web address. */
export function webAddress(src: string): string | undefined {
  const server =
    config.apiHost === '' ? window.location.origin : config.apiHost;
  return addressOf(src, server)?.href;
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
