/**
 * `npm run dev`: the server with its API alone on port 8081 and Vite beside it,
 * which rebuilds what changes and passes /api on. Flags after `--` are the
 * server's.
 */
import { installMissing, requireNode } from './install.mjs';
import { ended, passSignals, start, tool } from './run.mjs';

/** Where vite.config.ts passes /api on to. */
const API_PORT = '8081';

requireNode();
await installMissing();
const args = process.argv.slice(2).filter((arg) => arg !== '--');
const serverArgs = ['--import', 'tsx', 'server/main.ts', '--api-only'];
const children = [
  start(process.execPath, [...serverArgs, '--port', API_PORT, ...args]),
  start(process.execPath, [tool('vite')]),
];
passSignals(children);
// One without the other is of no use: the first to end takes the other with it.
const codes = children.map(ended);
const first = await Promise.race(codes);
for (const child of children) child.kill('SIGTERM');
await Promise.all(codes);
process.exit(first);
