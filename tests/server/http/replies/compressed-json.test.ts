import { gunzipSync } from 'node:zlib';

import { expect, it } from 'vitest';

import { observer } from '../../../../server/db/schema';
import { onPglite } from '../../support/on-pglite';
import { freshServer } from '../../support/server';

const list = '/api/v1/observer?pageSize=50';
const single = '/api/v1/county/1';
const gzip = { 'Accept-Encoding': 'gzip, deflate, br, zstd' };

/** Replies in JSON are compressed for those who take it. */
onPglite((database) => {
  const server = freshServer(database);

  const get = (path: string, headers: Record<string, string> = {}) =>
    server().ask(path, { as: 'organizer', headers });

  const addObservers = () =>
    database()
      .db.insert(observer)
      .values(
        Array.from({ length: 47 }, (_, at) => ({
          ngoId: 2,
          phone: `07330000${at}`,
          name: `Observer ${at}`,
          pin: 'x',
        })),
      );

  it('sends a long reply compressed, with a strong tag of its own', async () => {
    await addObservers();
    const plain = await get(list);
    const text = await plain.text();
    const packed = await get(list, gzip);
    const bytes = Buffer.from(await packed.arrayBuffer());
    expect(packed.headers.get('Content-Encoding')).toBe('gzip');
    expect(packed.headers.get('Content-Type')).toBe(
      plain.headers.get('Content-Type'),
    );
    expect(bytes.length).toBeLessThan(text.length / 4);
    expect(gunzipSync(bytes).toString()).toBe(text);
    for (const reply of [plain, packed]) {
      expect(reply.headers.get('Vary')).toContain('Accept-Encoding');
      expect(reply.headers.get('ETag')).toMatch(/^"[\w-]+"$/);
    }
    expect(packed.headers.get('ETag')).not.toBe(plain.headers.get('ETag'));
  });

  it.each(['identity', 'br', 'gzip;q=0', 'deflate'])(
    'sends it as it is to one that takes %s',
    async (encoding) => {
      await addObservers();
      const reply = await get(list, { 'Accept-Encoding': encoding });
      expect(reply.headers.get('Content-Encoding')).toBeNull();
      expect(await reply.json()).toMatchObject({ totalItems: 50 });
    },
  );

  it('answers 304 to either tag, however the caller takes it now', async () => {
    await addObservers();
    const plain = (await get(list)).headers.get('ETag') ?? '';
    const packed = (await get(list, gzip)).headers.get('ETag') ?? '';
    for (const tag of [plain, packed, `W/${packed}`, `"x", ${plain}`]) {
      for (const headers of [{}, gzip]) {
        const reply = await get(list, { ...headers, 'If-None-Match': tag });
        expect(reply.status).toBe(304);
        expect(reply.headers.get('ETag')).toBe(
          headers === gzip ? packed : plain,
        );
        expect(reply.headers.get('Vary')).toContain('Accept-Encoding');
        expect(reply.headers.get('Content-Encoding')).toBeNull();
        expect(await reply.text()).toBe('');
      }
    }
    await server().ask('/api/v1/observer', {
      method: 'PUT',
      as: 'organizer',
      body: { observerId: 41, name: 'Maria Popa' },
    });
    for (const tag of [plain, packed]) {
      const reply = await get(list, { ...gzip, 'If-None-Match': tag });
      expect(reply.status).toBe(200);
    }
  });

  it('takes the tag of a compressed reply for a state that was read', async () => {
    const form = '/api/v1/form';
    const write = (method: string, body: unknown, headers = {}) =>
      server().ask(form, { method, as: 'organizer', headers, body });
    const questions = Array.from({ length: 20 }, (_, at) => ({
      code: `E${at}`,
      text: `How many ballots of kind ${at} were there`,
      questionType: 0,
      optionsToQuestions: [{ text: 'Many' }],
    }));
    const content = {
      code: 'E',
      description: 'Counting',
      draft: true,
      formSections: [{ code: 'E', description: 'Counting', questions }],
    };
    const id: unknown = await (await write('POST', content)).json();
    const read = await get(`${form}/${id}`, gzip);
    expect(read.headers.get('Content-Encoding')).toBe('gzip');
    const seen = { 'If-Match': read.headers.get('ETag') ?? '' };
    expect((await write('PUT', { ...content, id }, seen)).status).toBe(200);
    expect((await write('PUT', { ...content, id }, seen)).status).toBe(412);
  });

  it('leaves a short reply alone', async () => {
    const reply = await get(single, gzip);
    expect(reply.headers.get('Content-Encoding')).toBeNull();
    expect(reply.headers.get('Vary') ?? '').not.toContain('Accept-Encoding');
    expect(await reply.json()).toMatchObject({ code: 'AB' });
  });

  it('answers HEAD like GET, without a body', async () => {
    await addObservers();
    const reply = await get(list, gzip);
    const head = await server().ask(list, {
      method: 'HEAD',
      as: 'organizer',
      headers: gzip,
    });
    expect(head.status).toBe(200);
    for (const name of ['ETag', 'Vary', 'Content-Encoding', 'Content-Type']) {
      expect(head.headers.get(name)).toBe(reply.headers.get(name));
    }
    expect(await head.text()).toBe('');
  });
});
