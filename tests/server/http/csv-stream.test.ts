import { randomBytes } from 'node:crypto';
import { gunzipSync } from 'node:zlib';

import { Hono } from 'hono';
import { expect, it, vi } from 'vitest';

import { sendCsvStream } from '../../../server/http/send-download';
import type { ServerEnv } from '../../../server/server';

const gzip = { 'Accept-Encoding': 'gzip' };
/** More than the compression holds back before it gives anything. */
const BATCH_BYTES = 256 * 1024;

/** A download of three batches; the second is there after `release`. */
function download() {
  const batches = Array.from({ length: 3 }, () =>
    randomBytes(BATCH_BYTES / 2).toString('hex'),
  );
  const cancelled = vi.fn();
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  const app = new Hono<ServerEnv>().get('/', (c) => {
    const left = batches.values();
    const body = new ReadableStream<Uint8Array<ArrayBuffer>>({
      start: (controller) => give(controller, left),
      pull: async (controller) => {
        await released;
        give(controller, left);
      },
      cancel: cancelled,
    });
    return sendCsvStream(c, body, 'data.csv');
  });
  return { app, batches, cancelled, release };
}

function give(
  controller: ReadableStreamDefaultController<Uint8Array<ArrayBuffer>>,
  left: Iterator<string>,
): void {
  const next = left.next();
  if (next.done) controller.close();
  else controller.enqueue(new TextEncoder().encode(next.value));
}

it('sends what there is before the rest was read', async () => {
  const { app, batches, release } = download();
  const reply = await app.request('/', { headers: gzip });
  expect(reply.headers.get('Content-Encoding')).toBe('gzip');
  expect(reply.headers.get('Content-Length')).toBeNull();
  const reader = reply.body?.getReader();
  const chunks: Uint8Array[] = [];
  const readOn = async () => {
    const chunk = await reader?.read();
    if (chunk?.value) chunks.push(chunk.value);
    return chunk?.done ?? true;
  };
  while (Buffer.concat(chunks).length < BATCH_BYTES / 4) {
    expect(await readOn()).toBe(false);
  }
  release();
  while (!(await readOn()));
  expect(gunzipSync(Buffer.concat(chunks)).toString()).toBe(batches.join(''));
});

it.each([{}, gzip])(
  'stops reading when nobody listens: %o',
  async (headers) => {
    const { app, cancelled, release } = download();
    const reply = await app.request('/', { headers });
    const reader = reply.body?.getReader();
    await reader?.read();
    await reader?.cancel();
    release();
    await vi.waitFor(() => expect(cancelled).toHaveBeenCalledOnce());
  },
);

it('answers HEAD with the headers of GET', async () => {
  const { app } = download();
  for (const headers of [{}, gzip]) {
    const get = await app.request('/', { headers });
    const head = await app.request('/', { method: 'HEAD', headers });
    expect([...head.headers]).toEqual([...get.headers]);
    expect(head.headers.get('Vary')).toBe('Accept-Encoding');
  }
});
