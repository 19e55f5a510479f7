import { Client, type ClientConfig } from 'pg';

/** The servers of one database: one takes writes, the others follow it. */
export interface Hosts {
  /** An address for each, in their order. */
  urls: readonly string[];
  /** Of the one that is asked now. */
  current: () => string;
  /** The one at this address does not take writes: the next is asked from now on. */
  leave: (url: string) => void;
}

/** A server that follows another one answers no request, which may write. */
export class StandbyError extends Error {
  /** What PostgreSQL says to a write there. */
  readonly code = '25006';

  constructor() {
    super('It is a standby, which has not taken over.');
    this.name = 'StandbyError';
  }
}

/**
 * Reads an address that may name several hosts, as those of libpq do:
 * `postgres://user@a:5432,b:5432/name`. @returns an address for each host.
 */
export function hostUrls(address: string): string[] {
  const parts = /^(\w+:\/\/(?:[^@/]*@)?)([^/?]*)(.*)$/s.exec(address);
  const [, before = '', hosts = '', after = ''] = parts ?? [];
  return hosts.split(',').map((host) => `${before}${host}${after}`);
}

export function createHosts(address: string): Hosts {
  const urls = hostUrls(address);
  let at = 0;
  const current = () => urls[at] ?? address;
  return {
    urls,
    current,
    leave(url) {
      // Connections that broke together leave it once.
      if (url === current()) at = (at + 1) % urls.length;
    },
  };
}

/** Connections to the one of the hosts that takes writes. */
export function clientOf(hosts: Hosts): typeof Client {
  if (hosts.urls.length === 1) return Client;
  return class extends Client {
    readonly #url: string;

    constructor(config: ClientConfig = {}) {
      const url = hosts.current();
      super({ ...config, connectionString: url });
      this.#url = url;
    }

    override connect(): Promise<Client>;
    override connect(
      callback: (error: Error | null, client?: Client) => void,
    ): void;
    override connect(
      callback?: (error: Error | null, client?: Client) => void,
    ): Promise<Client> | undefined {
      const connected = this.#connect();
      if (!callback) return connected;
      connected.then((client) => callback(null, client), callback);
      return undefined;
    }

    async #connect(): Promise<Client> {
      try {
        await super.connect();
        const { rows } = await this.query<{ isStandby: boolean }>(
          'select pg_is_in_recovery() as "isStandby"',
        );
        if (rows[0]?.isStandby) throw new StandbyError();
        return this;
      } catch (error) {
        hosts.leave(this.#url);
        // It may be broken already.
        void this.end().catch(() => {});
        throw error;
      }
    }
  };
}
