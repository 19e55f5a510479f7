import { spawn } from 'node:child_process';
import { once } from 'node:events';

/** A screen that nobody sees. */
interface Display {
  /** As in the variable DISPLAY. */
  name: string;
  close(): Promise<void>;
}

/** Starts Xvfb with the size of a small laptop. @param program its path. */
export async function startDisplay(program: string): Promise<Display> {
  const server = spawn(
    program,
    ['-displayfd', '1', '-screen', '0', '1366x900x24', '-nolisten', 'tcp'],
    { stdio: ['ignore', 'pipe', 'ignore'] },
  );
  const ended = once(server, 'exit');
  const [number] = await once(server.stdout, 'data');
  return {
    name: `:${String(number).trim()}`,
    async close() {
      server.kill();
      await ended;
    },
  };
}
