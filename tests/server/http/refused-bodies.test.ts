import { once } from 'node:events';
import { connect } from 'node:net';

import { describe, expect, it, onTestFinished, vi } from 'vitest';

import { createHttpServer } from '../../../server/http/http-server';
import { onPglite } from '../support/on-pglite';
import { freshServer } from '../support/server';

const PIECE = 'a'.repeat(10_000);
const SENTENCE = 'This is refused.';

type Fetch = Parameters<typeof createHttpServer>[0];

/** A connection to a server that answers with `fetch`, and sends a body slowly. */
async function upload(
  fetch: Fetch,
  { piece = PIECE, pieces = 20, everyMs = 150, more = {} },
) {
  const server = createHttpServer(fetch, undefined, more);
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (typeof address !== 'object' || !address) throw new Error('No port.');
  const socket = connect(address.port, '127.0.0.1');
  let reply = '';
  let ended = '';
  socket.on('data', (bytes) => (reply += String(bytes)));
  socket.on('error', ({ message }) => (ended = message));
  socket.on('close', () => (ended ||= 'closed'));
  socket.write(
    [
      'POST /api/v2/note HTTP/1.1',
      'Host: x',
      'Authorization: Bearer nonsense',
      'Content-Type: multipart/form-data; boundary=b',
      `Content-Length: ${pieces * piece.length}`,
      '\r\n',
    ].join('\r\n'),
  );
  let sent = 0;
  const timer = setInterval(() => {
    if (sent === pieces || ended) clearInterval(timer);
    else if ((sent += 1)) socket.write(piece);
  }, everyMs);
  onTestFinished(() => {
    clearInterval(timer);
    socket.destroy();
  });
  return {
    socket,
    sent: () => sent,
    reply: () => reply,
    ended: () => ended,
    isSent: () => vi.waitUntil(() => sent === pieces, { timeout: 10_000 }),
    hasEnded: () => vi.waitUntil(() => ended !== '', { timeout: 10_000 }),
  };
}

const refuse = () => new Response(SENTENCE, { status: 413 });

onPglite((database) => {
  const server = freshServer(database);

  it('a slow phone with an old token reads the whole refusal, and goes on', async () => {
    const { app } = server();
    const phone = await upload((request) => app.fetch(request), {});
    await phone.isSent();
    expect(phone.ended()).toBe('');
    const [head = '', body = ''] = phone.reply().split('\r\n\r\n');
    expect(head).toMatch(/^HTTP\/1\.1 401 /);
    const length = Number(/content-length: (\d+)/i.exec(head)?.[1] ?? 0);
    expect(body).toHaveLength(length);
    phone.socket.write(
      'GET /health/live HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n',
    );
    await phone.hasEnded();
    expect(phone.ended()).toBe('closed');
    expect(phone.reply().split('HTTP/1.1 ')).toHaveLength(3);
    expect(phone.reply()).toContain('Healthy');
  }, 15_000);
});

describe('what is left of a refused body', () => {
  it('is taken also where a part of it was read', async () => {
    const phone = await upload(async (request) => {
      await request.body?.getReader().read();
      return refuse();
    }, {});
    await phone.isSent();
    expect(phone.ended()).toBe('');
    expect(phone.reply()).toMatch(
      /^HTTP\/1\.1 413 [^]*\r\n\r\nThis is refused\.$/,
    );
  }, 15_000);

  it('is not waited for without an end', async () => {
    const phone = await upload(refuse, {
      more: { withinMs: 300, checkEveryMs: 50 },
    });
    await phone.hasEnded();
    expect(phone.sent()).toBeLessThan(10);
    expect(phone.reply()).toContain(SENTENCE);
  });

  it('is not taken beyond what a body may have', async () => {
    const phone = await upload(refuse, {
      everyMs: 20,
      more: { maxBytes: 5 * PIECE.length, checkEveryMs: 10 },
    });
    await phone.hasEnded();
    expect(phone.sent()).toBeLessThan(15);
    expect(phone.reply()).toContain(SENTENCE);
  });

  it('is taken to its end, and not stored for who read a part of it', async () => {
    const piece = PIECE.repeat(10);
    const pieces = 200;
    let reader: ReadableStreamDefaultReader<Uint8Array> | undefined;
    const phone = await upload(
      async (request) => {
        reader = request.body?.getReader();
        await reader?.read();
        return refuse();
      },
      { piece, pieces, everyMs: 5 },
    );
    await phone.isSent();
    phone.socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
    await vi.waitUntil(() => phone.reply().split('HTTP/1.1 ').length === 3);
    let stored = 0;
    for (;;) {
      const { value } = (await reader?.read()) ?? {};
      if (!value) break;
      stored += value.length;
    }
    expect(stored).toBeLessThan((pieces * piece.length) / 10);
  }, 15_000);
});
