import type { Figure } from '../figures';
import { percentile } from '../figures';
import type { Stage } from '../stage';

const CLIENTS = 50;
const COLD_MS = 10_000;
const WARM_TURNS = 10;

/** Fifty clients ask for pages of answers at once, first of a server that has just started. */
export async function server(stage: Stage): Promise<Figure[]> {
  await stage.server.stop();
  await stage.server.start();
  const startedAt = performance.now();
  const cold = await ask(stage, () => performance.now() - startedAt < COLD_MS);
  const warm = await ask(stage, (turn) => turn < WARM_TURNS);
  const what = `page of answers for ${CLIENTS} clients, p95, PGlite`;
  return [
    {
      what: `${what}, first ten seconds after a start`,
      value: percentile(cold, 0.95),
      unit: 'ms',
    },
    {
      what: `${what}, warm`,
      value: percentile(warm, 0.95),
      unit: 'ms',
      atMost: 60,
    },
  ];
}

/** The milliseconds of each reply. */
async function ask(
  { server, token }: Stage,
  goesOn: (turn: number) => boolean,
): Promise<number[]> {
  const took: number[] = [];
  const client = async (at: number) => {
    for (let turn = 0; goesOn(turn); turn += 1) {
      const from = performance.now();
      const page = 1 + ((at + turn) % 50);
      const reply = await fetch(
        `${server.origin}/api/v1/answers?page=${page}&pageSize=10`,
        { headers: { Authorization: `Bearer ${token}` } },
      );
      await reply.arrayBuffer();
      took.push(performance.now() - from);
    }
  };
  await Promise.all(Array.from({ length: CLIENTS }, (_, at) => client(at)));
  return took;
}
