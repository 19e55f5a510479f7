import { readFile } from 'node:fs/promises';

import { beforeEach, describe, expect, it, vi } from 'vitest';

import { START_WITHIN_MS } from '@/config';

/** Where the boot file listens; a page that is loaded again leaves nothing behind. */
const listened = vi.spyOn(document, 'addEventListener');

function leavePage(): void {
  for (const [type, listener, options] of listened.mock.calls.splice(0))
    document.removeEventListener(type, listener, options);
  vi.resetModules();
}

beforeEach(() => {
  // Files before this one may have left texts.
  globalThis.earlyAnswers = undefined;
  vi.stubGlobal('navigator', { locks: {} });
  vi.stubGlobal('indexedDB', {});
  vi.stubGlobal('coreFiles', ['/assets/core.js']);
  vi.stubGlobal('appFiles', ['/assets/app.js', '/assets/app.css']);
  vi.stubGlobal('screensFiles', ['/assets/screens.js']);
  return () => {
    vi.unstubAllGlobals();
    leavePage();
    localStorage.clear();
    document.head.replaceChildren();
    globalThis.earlyAnswers = undefined;
  };
});

/** Runs the boot file at an address; the server answers each file with `settings`. */
async function boot(path: string, settings: string): Promise<void> {
  history.replaceState(null, '', path);
  vi.stubGlobal('fetch', async () => new Response(settings));
  await import('@/boot');
}

const unregister = vi.fn(async () => true);

/** As much of the browser's container of service workers as is used. */
function aContainer({ isRegistered = true, isControlled = true } = {}) {
  return {
    controller: isRegistered && isControlled ? {} : null,
    getRegistration: async () =>
      isRegistered ? { active: {}, unregister } : undefined,
  };
}

function aNavigator(serviceWorker: object = aContainer()) {
  return { serviceWorker, locks: {} };
}

const linksOf = (rel: string) =>
  [...document.querySelectorAll<HTMLLinkElement>(`link[rel="${rel}"]`)].map(
    (link) => link.getAttribute('href'),
  );

describe('a browser that withholds', () => {
  const { dataset } = document.documentElement;

  beforeEach(() => () => {
    delete dataset['withheld'];
  });

  const blocked = () => {
    throw new DOMException('The operation is insecure.', 'SecurityError');
  };

  it.each<[string, () => void]>([
    ['storage', () => vi.stubGlobal('localStorage', { getItem: blocked })],
    ['storage', () => vi.stubGlobal('sessionStorage', { getItem: blocked })],
    ['database', () => vi.stubGlobal('indexedDB', null)],
    ['locks', () => vi.stubGlobal('navigator', {})],
  ])('%s is said, and nothing is asked for', async (what, withhold) => {
    withhold();
    await boot('/answers', '{}');
    expect(dataset['withheld']).toBe(what);
    expect(globalThis.earlyAnswers).toBeUndefined();
  });
});

it('the page says no failure while its styles are not there', async () => {
  const page = document.createElement('div');
  page.innerHTML = await readFile('index.html', 'utf8');
  const alerts = [...page.querySelectorAll('[role="alert"]')];
  expect(alerts).toHaveLength(4);
  expect(alerts.filter((alert) => !alert.hasAttribute('hidden'))).toEqual([]);
});

it('asks for nothing of the signed-in part when nobody is signed in, or a logout is unfinished', async () => {
  await boot('/answers', '{"apiHost":"https://api.example.org"}');
  expect([...(globalThis.earlyAnswers?.keys() ?? [])]).toEqual([
    '/config.json',
    '/assets/i18n/ro.json',
  ]);
  expect(document.querySelectorAll('link')).toHaveLength(0);

  leavePage();
  localStorage.setItem('token-id', 'a.b.c');
  localStorage.setItem('wipe-in-progress', '{}');
  await boot('/answers', '{}');
  expect(document.querySelectorAll('link')).toHaveLength(0);
});

it.each([
  ['/answers', [], false],
  ['/observatori', ['/assets/screens.js'], true],
])(
  'loads what a signed-in user needs at %s',
  async (path, screens, needsTexts) => {
    localStorage.setItem('token-id', 'a.b.c');
    vi.stubGlobal('navigator', aNavigator());
    await boot(path, '{}');
    expect(linksOf('modulepreload')).toEqual([
      '/assets/core.js',
      '/assets/app.js',
      ...screens,
    ]);
    expect(linksOf('preload')).toEqual(['/assets/app.css']);
    const texts = '/assets/i18n/ro-screens.json';
    expect(globalThis.earlyAnswers?.has(texts)).toBe(needsTexts);
  },
);

it('asks for nothing of the signed-in part at a link for a PIN', async () => {
  localStorage.setItem('token-id', 'a.b.c');
  await boot('/pin#code', '{"apiHost":"https://api.example.org"}');
  await globalThis.earlyAnswers?.get('/config.json');
  expect(document.querySelectorAll('link')).toHaveLength(0);
});

it('leaves the link to the scripts of the page on a first visit', async () => {
  localStorage.setItem('token-id', 'a.b.c');
  await boot('/answers', '{}');
  expect(linksOf('modulepreload')).toEqual(['/assets/core.js']);
  document.querySelector('link')?.dispatchEvent(new Event('load'));
  expect(linksOf('modulepreload')).toEqual([
    '/assets/core.js',
    '/assets/app.js',
  ]);
});

it('connects to the server of the settings early, and to our own not again', async () => {
  localStorage.setItem('token-id', 'a.b.c');
  await boot('/answers', '{"apiHost":"https://api.example.org"}');
  await vi.waitFor(() =>
    expect(linksOf('preconnect')).toEqual(['https://api.example.org']),
  );
  // The app reads the same answer.
  const answer = await globalThis.earlyAnswers?.get('/config.json');
  expect(await answer?.json()).toEqual({ apiHost: 'https://api.example.org' });
});

it.each(['{"apiHost":""}', '{"apiHost":7}', 'not settings'])(
  'connects to nothing with settings like %s',
  async (settings) => {
    localStorage.setItem('token-id', 'a.b.c');
    const unhandled = vi.fn<(reason: unknown) => void>();
    process.on('unhandledRejection', unhandled);
    await boot('/answers', settings);
    await globalThis.earlyAnswers?.get('/config.json');
    await new Promise((resolve) => setImmediate(resolve));
    process.off('unhandledRejection', unhandled);
    expect(linksOf('preconnect')).toEqual([]);
    expect(unhandled).not.toHaveBeenCalled();
  },
);

describe('a start that shows nothing', () => {
  const reload = vi.fn();
  const root = document.createElement('div');

  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    vi.spyOn(location, 'reload').mockImplementation(reload);
    root.id = 'root';
    root.replaceChildren();
    document.body.append(root);
    return () => {
      root.remove();
      reload.mockReset();
      unregister.mockClear();
      sessionStorage.clear();
      vi.useRealTimers();
    };
  });

  /** Runs the boot file in a page that is loaded anew. */
  async function load(worker: object, settings = '{}') {
    leavePage();
    root.replaceChildren();
    vi.stubGlobal('navigator', aNavigator(worker));
    await boot('/answers', settings);
  }

  /** As long as a start may take; then it has drawn a screen, or nothing. */
  async function wait(screen?: Element) {
    if (screen) root.append(screen);
    await vi.advanceTimersByTimeAsync(START_WITHIN_MS);
  }

  const aScreen = () => document.createElement('main');

  it('begins anew, three times', async () => {
    for (const times of [1, 2, 3, 3]) {
      await load(aContainer());
      await wait();
      expect(reload).toHaveBeenCalledTimes(times);
    }
  });

  it('then has the server give all files again, once, when it is there', async () => {
    const removed: string[] = [];
    vi.stubGlobal('caches', {
      keys: async () => ['precache'],
      delete: async (name: string) => removed.push(name),
    });
    for (const _ of [1, 2, 3]) {
      await load(aContainer());
      await wait();
    }
    // In the network that put its page in the place of the files it is not.
    await load(aContainer(), '<html>Sign in</html>');
    await wait();
    expect(unregister).not.toHaveBeenCalled();

    await load(aContainer(), '{"apiHost":""}');
    await wait();
    expect(unregister).toHaveBeenCalledOnce();
    expect(removed).toEqual(['precache']);
    expect(reload).toHaveBeenCalledTimes(4);

    await load(aContainer(), '{"apiHost":""}');
    await wait();
    expect(reload).toHaveBeenCalledTimes(4);
  });

  it('may do so again when a start between succeeded', async () => {
    for (const screen of [undefined, undefined, aScreen(), undefined]) {
      await load(aContainer());
      await wait(screen);
    }
    expect(reload).toHaveBeenCalledTimes(3);
  });

  it('waits for the network on a first visit', async () => {
    await load(aContainer({ isRegistered: false }));
    await wait();
    expect(reload).not.toHaveBeenCalled();
  });

  it('stays where it says that it failed', async () => {
    const failed = document.createElement('div');
    failed.id = 'start-failed';
    document.body.append(failed);
    await load(aContainer());
    await wait();
    expect(reload).not.toHaveBeenCalled();
    failed.remove();
  });

  /** An element of the page whose file cannot be loaded. */
  async function fail(html: string) {
    const range = document.createRange();
    const file = range.createContextualFragment(html).firstElementChild;
    if (!file) throw new Error('no element');
    document.head.append(file);
    file.dispatchEvent(new Event('error'));
    // Long enough for a newer build to take over, not for a start.
    await vi.advanceTimersByTimeAsync(START_WITHIN_MS / 5);
  }

  it('begins anew soon when the server has its files no more', async () => {
    await load(aContainer({ isControlled: false }));
    await fail('<script type="module"></script>');
    await fail('<link rel="stylesheet">');
    expect(reload).toHaveBeenCalledOnce();
    await load(aContainer());
    await fail('<link rel="stylesheet">');
    expect(reload).toHaveBeenCalledTimes(2);
  });

  it('goes on without a file that it can do without, or has no more need of', async () => {
    await load(aContainer());
    await fail('<link rel="icon">');
    await fail('<link rel="modulepreload">');
    root.append(aScreen());
    await fail('<link rel="stylesheet">');
    expect(reload).not.toHaveBeenCalled();
  });

  it('does not ask a server again that has no such file, without a service worker', async () => {
    await load(aContainer({ isRegistered: false }));
    await fail('<script></script>');
    expect(reload).not.toHaveBeenCalled();
  });
});
