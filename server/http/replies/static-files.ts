import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { extname, join, relative, sep } from 'node:path';
import { promisify } from 'node:util';
import {
  brotliCompress,
  brotliDecompress,
  constants,
  gunzip,
  gzip,
} from 'node:zlib';

import { COMPRESSIBLE_CONTENT_TYPE_REGEX } from 'hono/utils/compress';
import { getMimeType } from 'hono/utils/mime';

import type { RequestContext } from '../../server';
import { isObject } from '../requests/fields';
import { acceptedEncoding } from './accepted-encoding';
import { isKnown } from './send-json';

const YEAR = 'public, max-age=31536000, immutable';
/** Kept, but asked for each time: the shell, worker, settings, translations. */
const REVALIDATE = 'no-cache';

/** `/assets/name-[hash].ending`: another content gets another name. */
const HASHED = /^\/assets\/.*-[\w-]{8,}\.\w+$/;

/** What editors and other tools leave in a folder; `/.well-known` is for all. */
const HIDDEN = /\/\.(?!well-known\/)/;

/** Below this, headers outweigh what compression saves. */
const MIN_COMPRESSED_BYTES = 1024;

const compressors = {
  br: (bytes: Uint8Array) =>
    promisify(brotliCompress)(bytes, {
      params: { [constants.BROTLI_PARAM_QUALITY]: 9 },
    }),
  gzip: (bytes: Uint8Array) => promisify(gzip)(bytes, { level: 9 }),
};

const decompressors = {
  br: promisify(brotliDecompress),
  gzip: promisify(gunzip),
};

type Encoding = keyof typeof compressors;

/** What the build adds to the name of a file that it compressed. */
const ENDINGS: Record<Encoding, string> = { br: '.br', gzip: '.gz' };

/** The best first. */
const ENCODINGS = ['br', 'gzip'] as const satisfies Encoding[];

interface StaticFile {
  bytes: Uint8Array;
  type: string;
  etag: string;
  isHashed: boolean;
  isPacked: boolean;
  compressed: Map<Encoding, Promise<Uint8Array>>;
}

/** Answers a GET for a page or file of the app; undefined when it has none. */
export type StaticFiles = (c: RequestContext) => Promise<Response | undefined>;

/**
 * Reads a built app into memory and serves it: hashed assets for a year, the
 * rest revalidated, text as the build compressed it, or compressed once for each
 * encoding. A path that names no
 * file is a page of the app and gets `index.html`, also where it ends in a phone with
 * dots. `settings` are added to
 * those of `config.json`. Undefined when `folder` has no built app.
 */
export async function loadStaticFiles(
  folder: string,
  settings: Record<string, unknown> = {},
): Promise<StaticFiles | undefined> {
  const files = await readFiles(folder);
  const index = files.get('/index.html');
  if (!index) return undefined;
  addSettings(files, settings);
  const folders = new Set([...files.keys()].map(folderOf));

  return async (c) => {
    const path = decodePath(c.req.path);
    if (path === undefined) return undefined;
    const file = files.get(path) ?? (isPage(path) ? index : undefined);
    return file && send(c, file);
  };

  /** Not in a folder of files, nor beside `index.html` with an ending, nor hidden. */
  function isPage(path: string): boolean {
    if (extname(path) === '') return true;
    if (path.includes('/.')) return false;
    const folder = folderOf(path);
    return folder !== '' && !folders.has(folder);
  }
}

/** First folder of a path; empty for what lies beside `index.html`. */
function folderOf(path: string): string {
  const [, first = '', ...rest] = path.split('/');
  return rest.length === 0 ? '' : first;
}

const CONFIG = '/config.json';

function addSettings(
  files: Map<string, StaticFile>,
  settings: Record<string, unknown>,
): void {
  if (Object.keys(settings).length === 0) return;
  const text = new TextDecoder().decode(files.get(CONFIG)?.bytes);
  const own: unknown = text ? JSON.parse(text) : {};
  const all = { ...(isObject(own) ? own : {}), ...settings };
  const bytes = new TextEncoder().encode(JSON.stringify(all));
  files.set(CONFIG, toStaticFile(CONFIG, bytes));
}

async function readFiles(folder: string): Promise<Map<string, StaticFile>> {
  const entries = await readdir(folder, {
    recursive: true,
    withFileTypes: true,
  }).catch(() => []);
  const contents = new Map<string, Uint8Array>();
  for (const entry of entries) {
    if (!entry.isFile()) continue;
    const path = join(entry.parentPath, entry.name);
    const url = `/${relative(folder, path).split(sep).join('/')}`;
    if (!HIDDEN.test(url)) contents.set(url, await readFile(path));
  }
  const files = new Map<string, StaticFile>();
  for (const [url, bytes] of contents) {
    const file = toStaticFile(url, bytes);
    if (!isCompressed(url, contents)) files.set(url, file);
    for (const encoding of file.isPacked ? [] : ENCODINGS) {
      const built = contents.get(`${url}${ENDINGS[encoding]}`);
      if (built && (await unpacksTo(bytes, encoding, built))) {
        file.compressed.set(encoding, Promise.resolve(built));
      }
    }
  }
  return files;
}

/** Whether the build compressed another file to this one. */
function isCompressed(url: string, contents: Map<string, Uint8Array>): boolean {
  return Object.values(ENDINGS).some(
    (ending) =>
      url.endsWith(ending) && contents.has(url.slice(0, -ending.length)),
  );
}

/** False for a file that was changed after the build compressed it. */
async function unpacksTo(
  bytes: Uint8Array,
  encoding: Encoding,
  built: Uint8Array,
): Promise<boolean> {
  try {
    return (await decompressors[encoding](built)).equals(bytes);
  } catch {
    // It was cut off or is something else.
    return false;
  }
}

function toStaticFile(url: string, bytes: Uint8Array): StaticFile {
  const type = getMimeType(url) ?? 'application/octet-stream';
  const isCompressible = COMPRESSIBLE_CONTENT_TYPE_REGEX.test(type);
  return {
    bytes,
    type,
    etag: createHash('sha1').update(bytes).digest('base64url'),
    isHashed: HASHED.test(url),
    isPacked: !isCompressible || bytes.length < MIN_COMPRESSED_BYTES,
    compressed: new Map(),
  };
}

async function send(c: RequestContext, file: StaticFile): Promise<Response> {
  const encoding = file.isPacked
    ? undefined
    : acceptedEncoding(c.req.header('Accept-Encoding'), ENCODINGS);
  // Each encoding is another representation, so it has its own ETag.
  const etag = `"${file.etag}${encoding ? `-${encoding}` : ''}"`;
  const headers = {
    ETag: etag,
    'Cache-Control': file.isHashed ? YEAR : REVALIDATE,
    ...(file.isPacked ? {} : { Vary: 'Accept-Encoding' }),
  };
  if (isKnown(c.req.header('If-None-Match'), [etag])) {
    return c.body(null, 304, headers);
  }
  const bytes = encoding ? await compress(file, encoding) : file.bytes;
  return c.body(new Uint8Array(bytes).buffer, 200, {
    ...headers,
    'Content-Type': file.type,
    ...(encoding ? { 'Content-Encoding': encoding } : {}),
  });
}

/** Compresses on the first request and keeps the result. */
function compress(file: StaticFile, encoding: Encoding): Promise<Uint8Array> {
  const kept = file.compressed.get(encoding);
  if (kept) return kept;
  const made = compressors[encoding](file.bytes);
  file.compressed.set(encoding, made);
  return made;
}

function decodePath(path: string): string | undefined {
  try {
    return decodeURIComponent(path);
  } catch {
    // A broken escape names no file.
    return undefined;
  }
}
