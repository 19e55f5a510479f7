import type { Remote } from 'comlink';
import { proxy } from 'comlink';

import type { Rejection } from '@/domain/outbox/outcome';

import type { Sync } from './sync';

/**
 * The calls of `sync` as the page sees them: each answers later, and with
 * `noWorker` when the worker's script could not be loaded.
 */
export type Door = {
  [Name in keyof Sync]: (
    ...args: Parameters<Sync[Name]>
  ) => Promise<Awaited<ReturnType<Sync[Name]>> | Rejection>;
};

export interface Connection {
  remote: Remote<Sync>;
  /** Settles when the worker cannot answer any call. */
  failed: Promise<Rejection>;
}

/**
 * Opens the page's way to `sync` in another thread. Functions among the
 * arguments stay in the page and are called across threads.
 * @param connect called by each call; the first one may start the thread.
 */
export function openDoor(connect: () => Connection): Door {
  const ask =
    (name: string) =>
    (...args: unknown[]): Promise<unknown> => {
      const { remote, failed } = connect();
      const crossing = args.map((arg) =>
        typeof arg === 'function' ? proxy(arg) : arg,
      );
      const call: (...args: unknown[]) => Promise<unknown> = Reflect.get(
        remote,
        name,
      );
      return Promise.race([call(...crossing), failed]);
    };
  // `Door` names what the handler answers for every key.
  return new Proxy({} as Door, { get: (_door, name) => ask(String(name)) });
}
