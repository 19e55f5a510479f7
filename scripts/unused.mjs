/**
 * `npm run unused`: files, exports and dependencies that nothing uses, by
 * `knip.json`. Fails when there is one.
 */
import { installMissing, requireNode } from './install.mjs';
import { run, tool } from './run.mjs';

requireNode();
await installMissing();
process.exit(
  await run(process.execPath, [
    tool('knip'),
    '--no-progress',
    '--no-config-hints',
  ]),
);
