import { createRandom } from './seed/random';
import { openDay, SimulationError } from './simulate/day';
import { readOptions } from './simulate/options';
import type { Send } from './simulate/phone';
import { describeTotals, runDay } from './simulate/run';

/**
 * `npm run simulate`: plays observers through the mobile endpoints of a running
 * server (docs/api-contract.md 4.11), so that threads arrive while somebody
 * watches.
 */
const ANSWER_TIMEOUT_MS = 15_000;
const MINUTE_MS = 60_000;

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

try {
  const { url, perMinute, minutes, size, urgent, silent, notes } = readOptions(
    process.argv.slice(2),
  );
  const send: Send = (path, init) =>
    fetch(url + path, {
      ...init,
      signal: AbortSignal.timeout(ANSWER_TIMEOUT_MS),
    });
  const stop = new AbortController();
  // A terminal and npm may both pass the same Ctrl-C on, so not `once`: the
  // second would end the process before the totals.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => stop.abort());
  }
  if (minutes !== undefined) {
    setTimeout(() => stop.abort(), minutes * MINUTE_MS).unref();
  }

  say(`Playing observers on ${url}, ${perMinute} sections a minute.`);
  say('Stop with Ctrl-C.');
  const day = openDay({
    send,
    // Another day on each run: the same one would only repeat its answers.
    random: createRandom(`simulation ${Date.now()}`),
    size,
    urgentShare: urgent,
    silentShare: silent,
    noteShare: notes,
    now: () => new Date(),
  });
  const totals = await runDay(day, {
    url,
    perMinute,
    signal: stop.signal,
    say,
  });
  say(`Stopped: ${describeTotals(totals)}.`);
  process.exit(0);
} catch (error) {
  if (!(error instanceof SimulationError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exit(1);
}
