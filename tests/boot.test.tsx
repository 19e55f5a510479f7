import { beforeEach, expect, it, vi } from 'vitest';

import { START_AFTER_UPDATE_MS } from '@/config';

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

it.each([
  ['stands still', {}, false, 1],
  ['shows a screen', {}, true, 0],
  ['is the first visit', null, false, 0],
])(
  'a start that %s when a newer build takes over begins anew as often as it must',
  async (_what, controller, isShown, times) => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const reload = vi.spyOn(location, 'reload').mockReturnValue();
    const root = document.createElement('div');
    root.id = 'root';
    document.body.append(root);
    const serviceWorker = aContainer(controller);
    vi.stubGlobal('navigator', { serviceWorker });
    await boot('/answers', '{}');
    serviceWorker.dispatchEvent(new Event('controllerchange'));
    if (isShown) root.append('a screen');
    vi.advanceTimersByTime(START_AFTER_UPDATE_MS);
    expect(reload).toHaveBeenCalledTimes(times);
    root.remove();
    vi.useRealTimers();
    reload.mockRestore();
  },
);
