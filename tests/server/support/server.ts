import { beforeEach } from 'vitest';

import { createApp, type ServerOptions } from '../../../server/app';
import type { OpenDatabase } from '../../../server/db/database';
import { createTokens } from '../../../server/http/callers/tokens';
import type { User } from '../../../server/http/callers/users';
import { resetFixtures } from './fixtures';

/** When the tests happen, until a test moves the clock. */
export const START = new Date('2026-11-22T09:00:00.000Z');

export const SECRET = new TextEncoder().encode(
  'a secret of the tests, long enough',
);

/** The users of the fixtures, by the names that the tests call them. */
export const users = {
  organizer: {
    kind: 'admin',
    account: 'olga@example.org',
    adminId: 3,
    ngoId: 1,
    isOrganizer: true,
  },
  admin: {
    kind: 'admin',
    account: 'ana.pop@example.org',
    adminId: 7,
    ngoId: 2,
    isOrganizer: false,
  },
  maria: { kind: 'observer', account: '0722000041', observerId: 41, ngoId: 2 },
  dan: { kind: 'observer', account: '0722000042', observerId: 42, ngoId: 1 },
} as const satisfies Record<string, User>;

export type UserName = keyof typeof users;

export interface Ask {
  method?: string;
  as?: UserName;
  headers?: Record<string, string>;
  /** Sent as JSON, unless it is a form, a text or a stream. */
  body?: unknown;
}

export interface TestServer {
  app: ReturnType<typeof createApp>;
  clock: { now: Date };
  /** One request, signed in as `as` where given. */
  ask: (path: string, ask?: Ask) => Promise<Response>;
  /** The parsed body of a GET that must answer 200. */
  read: (path: string, as?: UserName) => Promise<unknown>;
}

/** A server on an open database, with a clock that the test moves. */
export function startServer(
  database: OpenDatabase,
  options: Partial<ServerOptions> = {},
): TestServer {
  const clock = { now: START };
  const now = () => clock.now;
  const app = createApp({ database, secret: SECRET, now, ...options });

  async function ask(path: string, { method, as, headers, body }: Ask = {}) {
    const tokens = createTokens(SECRET, now, false);
    const isStream = body instanceof ReadableStream;
    const isRaw =
      typeof body === 'string' || body instanceof FormData || isStream;
    return app.request(path, {
      method: method ?? 'GET',
      headers: {
        ...(as
          ? {
              Authorization: `Bearer ${await tokens.issue(users[as], { id: `token of ${as}`, epoch: 0 })}`,
            }
          : {}),
        ...(body === undefined || isRaw
          ? {}
          : { 'Content-Type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined
        ? {}
        : { body: isRaw ? body : JSON.stringify(body) }),
      ...(isStream && { duplex: 'half' }),
    });
  }

  return {
    app,
    clock,
    ask,
    read: async (path, as = 'organizer') => {
      const response = await ask(path, { as });
      if (response.status !== 200) {
        throw new Error(`${path}: ${response.status} ${await response.text()}`);
      }
      return response.json();
    },
  };
}

/** Before each test of a story: fresh fixtures and a server as it should be. */
export function freshServer(database: () => OpenDatabase): () => TestServer {
  let server: TestServer | undefined;
  beforeEach(async () => {
    await resetFixtures(database().db);
    server = startServer(database());
  });
  return () => {
    if (!server) throw new Error('The server has not started yet.');
    return server;
  };
}

/** Answers of a phone, as it posts them: question and options at a station. */
export function postedAnswers(
  questionId: number,
  options: { optionId: number; value?: string }[],
  station: Record<string, unknown> = {},
) {
  return {
    answers: [
      {
        questionId,
        countyCode: 'AB',
        municipalityCode: 'AB-SEB',
        pollingStationNumber: 12,
        ...station,
        options,
      },
    ],
  };
}
