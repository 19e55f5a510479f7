import * as v from 'valibot';

import { sizes } from '../../../server/seed/sizes';

/** How much there is of what, unless a file asks for another size. */
export const demoSize = sizes.XS;

const threadList = v.object({
  totalItems: v.number(),
  totalPages: v.number(),
  data: v.array(
    v.object({
      observerId: v.number(),
      pollingStationId: v.number(),
      pollingStationName: v.string(),
      observerName: v.string(),
      observerPhoneNumber: v.nullish(v.string()),
    }),
  ),
});

const answers = v.array(
  v.object({
    answers: v.array(
      v.object({ text: v.string(), value: v.nullish(v.string()) }),
    ),
  }),
);

const notes = v.array(
  v.object({
    text: v.nullish(v.string()),
    attachmentsPaths: v.array(v.string()),
  }),
);

export type DemoThread = v.InferOutput<typeof threadList>['data'][number];

/** A thread with all that the server has of it. */
export interface FullThread extends DemoThread {
  answers: v.InferOutput<typeof answers>;
  notes: v.InferOutput<typeof notes>;
}

/** Asks the server itself, beside the browser: what the screen is compared with. */
export function askServer(origin: string, token: string) {
  const headers = { Authorization: `Bearer ${token}` };

  async function get(path: string, query: Record<string, string | number>) {
    const url = new URL(path, origin);
    for (const [name, value] of Object.entries(query)) {
      url.searchParams.set(name, String(value));
    }
    const response = await fetch(url, { headers });
    if (!response.ok) throw new Error(`${path}: ${response.status}`);
    const reply: unknown = await response.json();
    return reply;
  }

  async function threads(query: Record<string, string | number> = {}) {
    const { urgent } = query;
    const reply = await get('/api/v1/answers', {
      pageSize: 100,
      ...query,
      ...(urgent === undefined ? {} : { isUrgent: urgent }),
    });
    return v.parse(threadList, reply);
  }

  async function full(thread: DemoThread): Promise<FullThread> {
    const { observerId, pollingStationId } = thread;
    const pair = { observerId, pollingStationId };
    const [filledIn, kept] = await Promise.all([
      get('/api/v1/answers/filledIn', pair),
      // Servers read different names: the wrong ones alone are a 500 on some.
      get('/api/v2/note', {
        ...pair,
        idPollingStation: pollingStationId,
        idObserver: observerId,
      }),
    ]);
    return {
      ...thread,
      answers: v.parse(answers, filledIn),
      notes: v.parse(notes, kept),
    };
  }

  return {
    threads,
    full,
    /** The first thread of the newest hundred for which `fits` holds. */
    async find(
      fits: (thread: FullThread) => boolean,
      query: Record<string, string | number> = {},
    ): Promise<FullThread> {
      for (const thread of (await threads(query)).data) {
        const found = await full(thread);
        if (fits(found)) return found;
      }
      throw new Error('The demo data has no such thread');
    },
    async observerByPhone(phone: string) {
      const reply = await get('/api/v1/observer', { number: phone, phone });
      const list = v.object({
        data: v.array(
          v.object({ id: v.number(), name: v.string(), phone: v.string() }),
        ),
      });
      return v
        .parse(list, reply)
        .data.find((observer) => observer.phone === phone);
    },
    async rename(observerId: number, name: string) {
      const response = await fetch(new URL('/api/v1/observer', origin), {
        method: 'PUT',
        headers: { ...headers, 'Content-Type': 'application/json' },
        body: JSON.stringify({ observerId, name }),
      });
      if (!response.ok) throw new Error(`PUT observer: ${response.status}`);
    },
  };
}
