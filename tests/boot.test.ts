// @vitest-environment happy-dom
import { beforeEach, expect, it, vi } from 'vitest';

beforeEach(() => {
  vi.stubGlobal('signedInFiles', ['/assets/app.js', '/assets/app.css']);
  vi.stubGlobal('screenFiles', ['/assets/screens.js']);
  vi.stubGlobal('workerFile', '/assets/sync.worker.js');
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
  ['/answers', []],
  ['/observatori', ['/assets/screens.js']],
])('loads what a signed-in user needs at %s', async (path, screens) => {
  localStorage.setItem('token-id', 'a.b.c');
  await boot(path, '{}');
  expect(linksOf('modulepreload')).toEqual(['/assets/app.js', ...screens]);
  expect(linksOf('preload')).toEqual(['/assets/app.css']);
  expect(linksOf('prefetch')).toEqual(['/assets/sync.worker.js']);
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
