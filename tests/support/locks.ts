interface Claim {
  name: string;
  mode: LockMode;
  owner: number;
  /** Begins to hold the lock. */
  grant: () => void;
  /** Another tab stole the lock. */
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

/** Whose code asks, and when a tab hears an answer. */
interface Tabs {
  current: () => number;
  later: (owner: number, run: () => void) => void;
}

const oneTab: Tabs = {
  current: () => 0,
  later: (_owner, run) => queueMicrotask(run),
};

type Callback = (lock: Lock) => Promise<unknown>;

/** Behaves as the specification of Web Locks says, as far as the app uses it. */
export function createBrowserLocks(tabs = oneTab): Locks {
  let claims: Claim[] = [];

  function drop(claim: Claim): void {
    claims = claims.filter((each) => each !== claim);
    grantNext(claim.name);
  }

  function grantNext(name: string): void {
    const queue = claims.filter((each) => each.name === name);
    for (const [place, claim] of queue.entries()) {
      const before = queue.slice(0, place);
      const isFree = before.every(({ mode }) => mode === 'shared');
      if (!isFree || (claim.mode === 'exclusive' && place > 0)) return;
      if (claim.isHeld) continue;
      claim.isHeld = true;
      claim.grant();
    }
  }

  function request(
    name: string,
    optionsOrCallback: LockOptions | Callback,
    lastCallback?: Callback,
  ): Promise<unknown> {
    const isShort = typeof optionsOrCallback === 'function';
    const options = isShort ? {} : optionsOrCallback;
    const { signal, steal = false, mode = 'exclusive' } = options;
    const callback = isShort ? optionsOrCallback : lastCallback;
    const owner = tabs.current();
    const asked = new Promise<unknown>((resolve, reject) => {
      const broken = () => new DOMException('Lock broken', 'AbortError');
      const claim: Claim = {
        name,
        mode,
        owner,
        isHeld: false,
        breakIt: () => tabs.later(owner, () => reject(broken())),
        grant: () =>
          tabs.later(owner, () => {
            void Promise.resolve()
              .then(() => callback?.({ name, mode }))
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
    // A tab that a test leaves behind hears nothing of a lock that it lost.
    asked.catch(() => {});
    return asked;
  }

  return {
    // Only what the app uses: the rest of the interface is not needed here.
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

/** Locks for one test whose tabs do not die. */
export function createLocks(): LockManager {
  return createBrowserLocks().manager;
}

/** Gives pages of the test a browser's `navigator.locks`. */
export function installLocks(locks = createLocks()): void {
  // Node 20 has no navigator; where there is one, the rest of it stays.
  globalThis.navigator ??= Object.create(null);
  Object.defineProperty(navigator, 'locks', {
    value: locks,
    configurable: true,
  });
}
