import { beforeEach, describe, expect, it, vi } from 'vitest';

import { START_WITHIN_MS } from '@/config';

beforeEach(() => {
  // Files before this one may have left texts.
  globalThis.earlyAnswers = undefined;
  vi.stubGlobal('coreFiles', ['/assets/core.js']);
  vi.stubGlobal('appFiles', ['/assets/app.js', '/assets/app.css']);
  vi.stubGlobal('screensFiles', ['/assets/screens.js']);
  return () => {
    vi.unstubAllGlobals();
    vi.resetModules();
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

/** As much of the browser's container of service workers as is used. */
function aContainer(controller: object | null) {
  return Object.assign(new EventTarget(), { controller });
}

const linksOf = (rel: string) =>
  [...document.querySelectorAll<HTMLLinkElement>(`link[rel="${rel}"]`)].map(
    (link) => link.getAttribute('href'),
  );

it('asks for nothing of the signed-in part when nobody is signed in, or a logout is unfinished', async () => {
  await boot('/answers', '{"apiHost":"https://api.example.org"}');
  expect([...(globalThis.earlyAnswers?.keys() ?? [])]).toEqual([
    '/config.json',
    '/assets/i18n/ro.json',
  ]);
  expect(document.querySelectorAll('link')).toHaveLength(0);

  vi.resetModules();
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
    vi.stubGlobal('navigator', { serviceWorker: aContainer({}) });
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
      sessionStorage.clear();
      vi.useRealTimers();
    };
  });

  async function start(controller: object | null, screen = '') {
    vi.resetModules();
    vi.stubGlobal('navigator', { serviceWorker: aContainer(controller) });
    await boot('/answers', '{}');
    root.textContent = screen;
    vi.advanceTimersByTime(START_WITHIN_MS);
  }

  it('begins anew once', async () => {
    await start({});
    expect(reload).toHaveBeenCalledOnce();
    await start({});
    expect(reload).toHaveBeenCalledOnce();
  });

  it('may do so again when a start between succeeded', async () => {
    await start({});
    await start({}, 'a screen');
    expect(reload).toHaveBeenCalledOnce();
    await start({});
    expect(reload).toHaveBeenCalledTimes(2);
  });

  it('waits for the network on a first visit', async () => {
    await start(null);
    expect(reload).not.toHaveBeenCalled();
  });
});
