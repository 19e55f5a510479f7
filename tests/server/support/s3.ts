import { createHash, createHmac } from 'node:crypto';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import {
  createServer,
  type IncomingMessage,
  type ServerResponse,
} from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import S3rver from 's3rver';

import type { StorePlace } from '../../../server/pictures/picture-store';

const BUCKET = 'pictures';
/** The only key that `s3rver` knows. */
const KEY = 'S3RVER';
const OBJECT = '._S3rver_object';

/**
 * What the store does wrong: it ends connections, says nothing, has no room, is
 * broken, acknowledges what it does not store, or gives other bytes.
 */
type Fault = 'down' | 'slow' | 'full' | 'broken' | 'forgets' | 'alters';

export interface S3 {
  place: StorePlace;
  /** The settings of a process that uses it. */
  env: Record<string, string>;
  /** What it does wrong from now on, and to which methods; all if not told. */
  fail: (fault: Fault | undefined, methods?: string[]) => void;
  /** The same, once `count` of these requests have gone well. */
  failAfter: (count: number, fault: Fault, methods: string[]) => void;
  /** Ends all connections. */
  cut: () => void;
  /** Every request so far, as method and path. */
  requests: string[];
  /** Keys of the objects in it. */
  keys: () => Promise<string[]>;
  /** Removes an object behind everybody's back. */
  lose: (key: string) => Promise<void>;
  stop: () => Promise<void>;
}

/** Starts an S3 store that others wrote, `s3rver`, with faults in front of it. */
export async function startS3(): Promise<S3> {
  const directory = await mkdtemp(join(tmpdir(), 'vote-monitoring-s3-'));
  const s3 = new S3rver({
    address: '127.0.0.1',
    port: 0,
    silent: true,
    directory,
    configureBuckets: [{ name: BUCKET, configs: [] }],
  });
  await s3.run();
  const answer = s3.callback();
  let fault: Fault | undefined;
  let faulty: string[] | undefined;
  let spared = 0;
  const requests: string[] = [];
  const front = createServer((request, response) => {
    const { method = '', url = '' } = request;
    requests.push(`${method} ${url}`);
    const isFaulty = faulty === undefined || faulty.includes(method);
    const isSpared = isFaulty && spared-- > 0;
    const isWrong = isFaulty && !isSpared;
    if (fault && isWrong && misbehave(fault, request, response)) return;
    if (isSigned(request)) answer(request, response);
    else refuse(request, response, 403, 'SignatureDoesNotMatch');
  });
  await new Promise<void>((done) => {
    front.listen(0, '127.0.0.1', done);
  });
  const address = front.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  const url = `http://127.0.0.1:${port}/${BUCKET}/`;
  const folder = join(directory, BUCKET);
  return {
    place: { url, region: 'us-east-1', keyId: KEY, secret: KEY },
    env: { PICTURES_URL: url, PICTURES_KEY_ID: KEY, PICTURES_SECRET: KEY },
    fail: (next, methods) => {
      fault = next;
      faulty = methods;
      spared = 0;
    },
    failAfter: (count, next, methods) => {
      fault = next;
      faulty = methods;
      spared = count;
    },
    cut: () => front.closeAllConnections(),
    requests,
    keys: async () =>
      (await readdir(folder))
        .filter((name) => name.endsWith(OBJECT))
        .map((name) => name.slice(0, -OBJECT.length))
        .toSorted(),
    lose: (key) => rm(join(folder, `${key}${OBJECT}`)),
    stop: async () => {
      front.closeAllConnections();
      front.close();
      await s3.close();
      await rm(directory, { recursive: true, force: true });
    },
  };
}

/**
 * Whether the signature is right (AWS Signature Version 4, one chunk): `s3rver`
 * does not look at it.
 */
function isSigned({ method, url = '', headers }: IncomingMessage): boolean {
  const [, day = '', region = '', names = '', signature = ''] =
    /Credential=[^/]+\/(\d+)\/([\w-]+)\/s3\/aws4_request, SignedHeaders=([\w;-]+), Signature=(\w+)$/.exec(
      headers.authorization ?? '',
    ) ?? [];
  const canonical = [
    method,
    url,
    '',
    ...names.split(';').map((name) => `${name}:${String(headers[name])}`),
    '',
    names,
    headers['x-amz-content-sha256'],
  ].join('\n');
  const toSign = [
    'AWS4-HMAC-SHA256',
    headers['x-amz-date'],
    `${day}/${region}/s3/aws4_request`,
    createHash('sha256').update(canonical).digest('hex'),
  ].join('\n');
  const hmac = (key: string | Buffer, text: string) =>
    createHmac('sha256', key).update(text).digest();
  const key = [day, region, 's3', 'aws4_request'].reduce<string | Buffer>(
    hmac,
    `AWS4${KEY}`,
  );
  return hmac(key, toSign).toString('hex') === signature;
}

/** Whether the fault was the whole answer. */
function misbehave(
  fault: Fault,
  request: IncomingMessage,
  response: ServerResponse,
): boolean {
  switch (fault) {
    case 'down':
      request.socket.destroy();
      return true;
    case 'slow':
      request.resume();
      return true;
    case 'full':
      refuse(request, response, 507, 'XMinioStorageFull');
      return true;
    case 'broken':
      refuse(request, response, 500, 'InternalError');
      return true;
    case 'forgets':
      request.resume().once('end', () => response.end());
      return true;
    case 'alters':
      alter(response);
      return false;
  }
}

/** A store reads a body before it answers. */
function refuse(
  request: IncomingMessage,
  response: ServerResponse,
  status: number,
  code: string,
): void {
  request.resume().once('end', () => {
    response
      .writeHead(status, { 'Content-Type': 'application/xml' })
      .end(`<Error><Code>${code}</Code><Message>secret</Message></Error>`);
  });
}

/** The same number of bytes, all of them zero. */
function alter(response: ServerResponse): void {
  const write = response.write.bind(response);
  response.write = (chunk: Uint8Array) => write(Buffer.alloc(chunk.length));
}
