import type { Clock } from './clock';
import { currentOwner } from './clock';

interface Claim {
  name: string;
  owner: number;
  /** Begins to hold the lock. */
  grant: () => void;
  /** Somebody stole it. */
  breakIt: () => void;
  isHeld: boolean;
}

/** Web Locks of one browser: its tabs ask, a dead tab's claims fall. */
export interface Locks {
  manager: LockManager;
  /** Frees what a tab that died held or waited for. */
  release: (owner: number) => void;
  /** Tabs that hold the lock of this name. */
  holders: (name: string) => number[];
}

/** Behaves as the specification of Web Locks says for exclusive locks. */
export function createSharedLocks(clock: Clock): Locks {
  let claims: Claim[] = [];

  function drop(claim: Claim): void {
    claims = claims.filter((each) => each !== claim);
    grantNext(claim.name);
  }

  function grantNext(name: string): void {
    const queue = claims.filter((each) => each.name === name);
    if (queue.some((each) => each.isHeld)) return;
    const [next] = queue;
    if (!next) return;
    next.isHeld = true;
    next.grant();
  }

  function request(
    name: string,
    { signal, steal = false }: LockOptions,
    callback: (lock: Lock) => Promise<unknown>,
  ): Promise<unknown> {
    const owner = currentOwner() ?? -1;
    return new Promise((resolve, reject) => {
      const broken = () => new DOMException('Lock broken', 'AbortError');
      const claim: Claim = {
        name,
        owner,
        isHeld: false,
        breakIt: () => clock.later(owner, () => reject(broken())),
        grant: () =>
          clock.later(owner, () => {
            void Promise.resolve()
              .then(() => callback({ name, mode: 'exclusive' }))
              .then(resolve, reject)
              .finally(() => drop(claim));
          }),
      };
      signal?.addEventListener('abort', () => {
        if (claim.isHeld) return;
        drop(claim);
        reject(broken());
      });
      if (steal) {
        const robbed = claims.filter(
          (each) => each.name === name && each.isHeld,
        );
        claims = claims.filter((each) => !robbed.includes(each));
        for (const each of robbed) each.breakIt();
        claims.unshift(claim);
      } else {
        claims.push(claim);
      }
      grantNext(name);
    });
  }

  return {
    // Only what the engine uses: the rest of the interface is not needed here.
    manager: { request, query: async () => ({}) } as LockManager,
    release(owner) {
      const names = new Set(claims.map(({ name }) => name));
      claims = claims.filter((each) => each.owner !== owner);
      for (const name of names) grantNext(name);
    },
    holders: (name) =>
      claims
        .filter((each) => each.name === name && each.isHeld)
        .map(({ owner }) => owner),
  };
}
