import { pause } from '@/app/pause';
import { TAB_ANSWERS_WITHIN_MS } from '@/config';

const CHANNEL = 'vmo:tabs:app';
const LOCK = 'vmo:tab:';

type Message =
  | { type: 'prepare'; round: string }
  | { type: 'ready'; round: string; tab: string; isReady: boolean }
  | { type: 'leave' }
  | { type: 'release' };

/** How the other tabs stand to a coming reload. */
export interface Readiness {
  /** Tabs that said nothing: asleep, or stuck. */
  silent: number;
  /** Tabs with input that only their user can save. */
  unready: number;
}

export interface Tabs {
  /**
   * Asks every other tab to make ready, and waits for their answers for a
   * limited time.
   */
  prepare(): Promise<Readiness>;
  /** Every tab is ready: the reload comes. */
  leave(): void;
  /** The reload is called off: the other tabs go on. */
  release(): void;
  close(): void;
}

interface TabsHandlers {
  /**
   * Another tab asks to make ready; answers whether a reload would lose
   * nothing.
   */
  onPrepare: () => Promise<boolean>;
  onLeave: () => void;
  onRelease: () => void;
}

/** The part of the Web Locks API that counts tabs. */
export interface TabLocks {
  request(name: string, hold: () => Promise<void>): Promise<unknown>;
  query(): Promise<{ held?: { name?: string | undefined }[] | undefined }>;
}

/**
 * Joins the tabs of this app in this browser. Each tab holds its own lock until
 * it closes, so that a sleeping tab is counted, too.
 */
export function joinTabs(
  { onPrepare, onLeave, onRelease }: TabsHandlers,
  locks: TabLocks = navigator.locks,
  channel = new BroadcastChannel(CHANNEL),
): Tabs {
  const tab = crypto.randomUUID();
  const answers = new Map<string, Map<string, boolean>>();
  const leaving = new AbortController();

  void locks.request(`${LOCK}${tab}`, () => aborted(leaving.signal));

  channel.addEventListener('message', ({ data }: MessageEvent<Message>) => {
    switch (data.type) {
      case 'prepare':
        void onPrepare().then((isReady) => {
          if (leaving.signal.aborted) return;
          post({ type: 'ready', round: data.round, tab, isReady });
        });
        break;
      case 'ready':
        answers.get(data.round)?.set(data.tab, data.isReady);
        break;
      case 'leave':
        onLeave();
        break;
      case 'release':
        onRelease();
    }
  });

  function post(message: Message): void {
    channel.postMessage(message);
  }

  async function others(): Promise<string[]> {
    const { held = [] } = await locks.query();
    return held
      .flatMap(({ name }) => name ?? [])
      .filter((name) => name.startsWith(LOCK))
      .map((name) => name.slice(LOCK.length))
      .filter((other) => other !== tab);
  }

  return {
    async prepare() {
      const round = crypto.randomUUID();
      const heard = new Map<string, boolean>();
      answers.set(round, heard);
      post({ type: 'prepare', round });
      const until = Date.now() + TAB_ANSWERS_WITHIN_MS;
      let silent = await others();
      while (silent.length > 0 && Date.now() < until) {
        await pause(50);
        // Asked again each time: one that was closed meanwhile needs no answer.
        silent = (await others()).filter((other) => !heard.has(other));
      }
      answers.delete(round);
      const unready = [...heard.values()].filter((isReady) => !isReady);
      return { silent: silent.length, unready: unready.length };
    },
    leave: () => post({ type: 'leave' }),
    release: () => post({ type: 'release' }),
    close() {
      leaving.abort();
      channel.close();
    },
  };
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    signal.addEventListener('abort', () => resolve());
  });
}
