import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { createServer, request } from 'node:http';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';

import type { InlineConfig } from 'vite';
import { build } from 'vite';

import { root } from '../../support/source';

const TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.webmanifest': 'application/manifest+json',
};

/** Two builds of the app on one origin, one after the other, before one server. */
export interface TwoBuilds {
  origin: string;
  /** From now on the newer build is published, and the older one is gone. */
  publish(): void;
  /** From now on nobody answers a request for this path; resolves with the first one. */
  hold(path: string): Promise<void>;
  /** What was held is answered: there is no such file. */
  release(): void;
  /** Settings that /config.json answers with, beside the defaults. */
  configure(settings: Record<string, unknown>): void;
  close(): Promise<void>;
}

export interface Build {
  folder: string;
  remove: () => void;
}

/** Builds the app a second time, as a release that writes what older code would misread. */
export function buildNewer(): Promise<Build> {
  return buildApart({
    plugins: [
      {
        name: 'newer-release',
        enforce: 'pre',
        transform(code, id) {
          if (!id.endsWith('/src/db/writer.ts')) return undefined;
          return code.replace('WRITER_VERSION = 2', 'WRITER_VERSION = 3');
        },
      },
    ],
  });
}

/** Builds the app as `npm run build:emergency` does. */
export function buildEmergency(): Promise<Build> {
  return buildApart({ mode: 'emergency' });
}

/** @returns the folder of the build, and a function that removes it. */
async function buildApart(config: InlineConfig): Promise<Build> {
  const folder = mkdtempSync(join(tmpdir(), 'vmo-newer-'));
  await build({
    root,
    logLevel: 'error',
    // Minifying takes longer than all else, and no test asks for the bytes.
    build: { outDir: folder, emptyOutDir: true, minify: false },
    ...config,
  });
  return {
    folder,
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

/** Serves the built app, or the newer build once published, and passes the rest to the server. */
export async function serveTwoBuilds(
  upstream: string,
  newer: string,
): Promise<TwoBuilds> {
  let folder = join(root, 'dist');
  let settings: Record<string, unknown> = {};
  let held: { path: string; onAsked: () => void } | undefined;
  const waiting: ServerResponse[] = [];
  const server = createServer((incoming, answer) => {
    const { pathname } = new URL(incoming.url ?? '/', upstream);
    if (/^\/(api|health|__test)/.test(pathname)) {
      const { method = 'GET', headers, url } = incoming;
      const outgoing = request(
        new URL(url ?? '/', upstream),
        { method, headers },
        (reply) => {
          answer.writeHead(reply.statusCode ?? 502, reply.headers);
          reply.pipe(answer);
        },
      );
      outgoing.on('error', () => incoming.socket.destroy());
      incoming.pipe(outgoing);
      return;
    }
    if (pathname === held?.path) {
      waiting.push(answer);
      held.onAsked();
      return;
    }
    const path = extname(pathname) === '' ? '/index.html' : pathname;
    const bytes = read(join(folder, path));
    if (!bytes) {
      answer.writeHead(404).end();
      return;
    }
    answer.writeHead(200, {
      'Content-Type': TYPES[extname(path)] ?? 'application/octet-stream',
      'Cache-Control': 'no-cache',
    });
    answer.end(
      path === '/config.json'
        ? JSON.stringify({ ...JSON.parse(bytes.toString()), ...settings })
        : bytes,
    );
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  return {
    origin: `http://127.0.0.1:${port}`,
    publish() {
      folder = newer;
    },
    hold(path) {
      return new Promise((resolve) => {
        held = { path, onAsked: resolve };
      });
    },
    release() {
      held = undefined;
      for (const answer of waiting.splice(0)) answer.writeHead(404).end();
    },
    configure(next) {
      settings = next;
    },
    async close() {
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
    },
  };
}

function read(path: string): Buffer | undefined {
  try {
    return readFileSync(path);
  } catch {
    // Not part of this build: gone with the older one, for instance.
    return undefined;
  }
}
