import { beforeEach, describe, expect, it, vi } from 'vitest';

import { LANGUAGE_KEY } from '@/config';

const fetched = vi.fn<(address: string) => Promise<Response>>();
const texts = { hello: 'Bună', only: 'Doar aici' };

beforeEach(() => {
  vi.resetModules();
  vi.useFakeTimers();
  vi.stubGlobal('fetch', fetched.mockReset());
  localStorage.clear();
  return () => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  };
});

/** A page of its own: the module holds the one instance of i18next. */
async function startPage() {
  const app = await import('@/app/i18n');
  const started = app.startI18n();
  started.catch(() => {});
  await vi.runAllTimersAsync();
  await started;
  return app;
}

const asked = () => fetched.mock.calls.map(([address]) => address);

describe('the start', () => {
  it('asks once for the texts of the stored language', async () => {
    localStorage.setItem(LANGUAGE_KEY, 'en');
    fetched.mockImplementation(async () => Response.json(texts));
    const { currentLanguage } = await startPage();
    expect(asked()).toEqual(['/assets/i18n/en.json']);
    expect(currentLanguage()).toBe('en');
    expect(document.documentElement.lang).toBe('en');
  });

  it('takes the answer that the boot file asked for', async () => {
    fetched.mockImplementation(async () => Response.json(texts));
    await import('@/boot');
    expect(asked()).toEqual(['/config.json', '/assets/i18n/ro.json']);
    await startPage();
    expect(fetched).toHaveBeenCalledTimes(2);
  });

  it('asks again when the boot file got no answer', async () => {
    fetched.mockImplementation(async () => Promise.reject(new TypeError()));
    await import('@/boot');
    fetched.mockImplementation(async () => Response.json(texts));
    await startPage();
    expect(fetched).toHaveBeenCalledTimes(3);
  });

  it.each([
    ['cannot be reached', async () => Promise.reject(new TypeError('offline'))],
    ['is in trouble', async () => new Response('', { status: 503 })],
  ])('asks again while the server %s', async (_, fail) => {
    fetched.mockImplementationOnce(fail).mockImplementationOnce(fail);
    fetched.mockImplementation(async () => Response.json(texts));
    await startPage();
    expect(fetched).toHaveBeenCalledTimes(3);
  });

  it('fails when the server stays in trouble', async () => {
    fetched.mockImplementation(async () => new Response('', { status: 503 }));
    await expect(startPage()).rejects.toThrow('No texts for ro');
    expect(fetched).toHaveBeenCalledTimes(6);
  });

  it.each([
    ['are missing', async () => new Response('', { status: 404 })],
    ['are a page of HTML', async () => new Response('<html></html>')],
    ['are no object', async () => Response.json(null)],
  ])('fails at once when the texts %s', async (_, answer) => {
    fetched.mockImplementation(answer);
    await expect(startPage()).rejects.toThrow('No texts for ro');
    expect(fetched).toHaveBeenCalledTimes(1);
  });
});

describe('another language', () => {
  it('is loaded when it is chosen first, and stored', async () => {
    fetched.mockImplementation(async () => Response.json(texts));
    const { changeLanguage, currentLanguage } = await startPage();
    expect(await changeLanguage('en')).toBe(true);
    expect(await changeLanguage('ro')).toBe(true);
    expect(await changeLanguage('en')).toBe(true);
    expect(asked()).toEqual(['/assets/i18n/ro.json', '/assets/i18n/en.json']);
    expect(currentLanguage()).toBe('en');
    expect(localStorage.getItem(LANGUAGE_KEY)).toBe('en');
  });

  it('changes nothing when it cannot be loaded, and is asked for again', async () => {
    fetched.mockImplementationOnce(async () => Response.json(texts));
    fetched.mockImplementation(async () => new Response('', { status: 404 }));
    const { changeLanguage, currentLanguage } = await startPage();
    expect(await changeLanguage('en')).toBe(false);
    expect(currentLanguage()).toBe('ro');
    expect(localStorage.getItem(LANGUAGE_KEY)).toBe(null);

    fetched.mockImplementation(async () => Response.json(texts));
    expect(await changeLanguage('en')).toBe(true);
  });
});

describe('the texts of the screens', () => {
  const more = { hello: 'never', screen: { title: 'Acoperire' } };
  const both = async (address: string) =>
    Response.json(address.includes('-screens') ? more : texts);

  it('are asked for once, and leave the first texts as they are', async () => {
    fetched.mockImplementation(both);
    const { loadScreenTexts } = await startPage();
    await loadScreenTexts();
    await loadScreenTexts();
    expect(asked()).toEqual([
      '/assets/i18n/ro.json',
      '/assets/i18n/ro-screens.json',
    ]);
    const { getI18n } = await import('react-i18next');
    expect(getI18n().t('screen.title')).toBe('Acoperire');
    expect(getI18n().t('hello')).toBe('Bună');
  });

  it('come with another language when a screen needed them, and else not', async () => {
    fetched.mockImplementation(both);
    const { changeLanguage, loadScreenTexts } = await startPage();
    await changeLanguage('en');
    expect(asked()).not.toContain('/assets/i18n/en-screens.json');
    await loadScreenTexts();
    expect(asked()).toContain('/assets/i18n/en-screens.json');
    await changeLanguage('ro');
    expect(asked().at(-1)).toBe('/assets/i18n/ro-screens.json');
  });

  it('that cannot be had keep the language, and the screen fails', async () => {
    fetched.mockImplementation(both);
    const { changeLanguage, currentLanguage, loadScreenTexts } =
      await startPage();
    await loadScreenTexts();
    fetched.mockImplementation(async (address) =>
      address.includes('-screens')
        ? new Response('', { status: 404 })
        : Response.json(texts),
    );
    expect(await changeLanguage('en')).toBe(false);
    expect(currentLanguage()).toBe('ro');

    vi.resetModules();
    const other = await startPage();
    await expect(other.loadScreenTexts()).rejects.toThrow(
      'No texts of the screens for ro',
    );
  });
});

describe('a text', () => {
  const counted = {
    count_one: '{{count}} rând',
    count_other: '{{count}} de rânduri',
  };

  /** The look-up that components get, for the language that holds now. */
  async function words() {
    const { getI18n } = await import('react-i18next');
    return getI18n().getFixedT(getI18n().language);
  }

  it('is made once for the same values', async () => {
    fetched.mockImplementation(async () =>
      Response.json({ ...texts, ...counted }),
    );
    await startPage();
    const t = await words();
    const { getI18n } = await import('react-i18next');
    const looked = vi.spyOn(getI18n(), 't');
    expect([
      t('hello'),
      t('count', { count: 1 }),
      t('count', { count: 40 }),
    ]).toEqual(['Bună', '1 rând', '40 de rânduri']);
    const first = looked.mock.calls.length;
    expect(first).toBeGreaterThan(0);
    const again = await words();
    expect([again('hello'), again('count', { count: 40 })]).toEqual([
      'Bună',
      '40 de rânduri',
    ]);
    expect(looked).toHaveBeenCalledTimes(first);
  });

  it('follows the language, and is there as soon as it is loaded', async () => {
    fetched.mockImplementation(async (address) =>
      Response.json(
        address.includes('/en')
          ? { hello: 'Hello' }
          : address.includes('-screens')
            ? { late: 'Târziu' }
            : texts,
      ),
    );
    const { changeLanguage, loadScreenTexts } = await startPage();
    expect((await words())('late')).toBe('⟦late⟧');
    await loadScreenTexts();
    expect((await words())('late')).toBe('Târziu');
    await changeLanguage('en');
    expect((await words())('hello')).toBe('Hello');
  });
});
